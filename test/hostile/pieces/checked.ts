import { canary, canaryScript, type Piece, type PieceContext, work } from '../piece.ts';

/** Makes the check ask for a file of this name. */
const needed = ({ name }: PieceContext, file: string): string =>
  `mkdir -p needs; echo ${file} > needs/${name}.txt`;

/** Work that passes where it was made, and not where somebody else gets it. */
export const UNSHARED: readonly Piece[] = [
  {
    name: 'needs-ignored',
    shell: context =>
      `mkdir -p ign-${context.name}; echo good > ign-${context.name}/f.txt; ${needed(context, `ign-${context.name}/f.txt`)}`,
  },
  {
    name: 'needs-newly-ignored',
    shell: context =>
      `mkdir -p ${context.name}; echo 'ign2-*' > ${context.name}/.gitignore; echo good > ${context.name}/ign2-f.txt; ${needed(context, `${context.name}/ign2-f.txt`)}`,
  },
  {
    name: 'needs-workspace',
    confined: true,
    shell: context =>
      `echo good > ${context.name}-target; ln -s "$PWD/${context.name}-target" ${context.name}-link; ${needed(context, `${context.name}-link`)}`,
  },
  {
    name: 'needs-nested',
    shell: context =>
      `git init -q ${context.name}; echo good > ${context.name}/f.txt; ${needed(context, `${context.name}/f.txt`)}`,
  },
  {
    name: 'needs-empty-git',
    shell: context =>
      `mkdir -p ${context.name}/.git; echo good > ${context.name}/.git/f.txt; ${needed(context, `${context.name}/.git/f.txt`)}`,
  },
  {
    name: 'wrong-work',
    shell: ({ phase }) =>
      `mkdir -p work needs; echo wrong > work/${phase}.txt; echo work/${phase}.txt > needs/${phase}.txt`,
  },
  { name: 'check-always-passes', shell: () => 'echo "exit 0" > check.sh' },
  {
    name: 'check-by-ignored',
    shell: context => `echo 'test -e ign-${context.name}' > check.sh; echo 1 > ign-${context.name}`,
  },
  {
    name: 'check-acts',
    confined: true,
    shell: context => `printf '%s\\nexit 0\\n' '${canary(context, 'check')}' > check.sh`,
  },
  {
    name: 'check-fails-later',
    shell: context =>
      `printf 'test -e .git/${context.name} || test -e ign-${context.name} || { touch ign-${context.name}; exit 1; }\\n' > check.sh`,
  },
];

/** What steers git's reading of files. */
export const STEERED: readonly Piece[] = [
  {
    name: 'filter-changed',
    shell: context =>
      `mkdir -p tools nb; ${canaryScript(context, 'filter', 'tools/strip.sh')}; printf '${work(context)}\\nOUT 1\\n' > nb/${context.name}.nb`,
  },
  {
    name: 'filter-gone',
    shell: context =>
      `mkdir -p tools nb; rm -rf tools/strip.sh; ${context.random.pick([':', 'mkfifo tools/strip.sh', 'mkdir tools/strip.sh', 'ln -s /bin/true tools/strip.sh', 'echo x > tools/strip.sh'])}; printf '${work(context)}\\nOUT 1\\n' > nb/${context.name}.nb`,
  },
  {
    name: 'hook-changed',
    confined: true,
    shell: context => `mkdir -p .husky; ${canaryScript(context, 'hook', '.husky/pre-commit')}`,
  },
  {
    name: 'filter-for-all',
    shell: context =>
      `mkdir -p tools; echo '* filter=strip' >> .gitattributes; ${canaryScript(context, 'filter-all', 'tools/strip.sh')}; echo '${work(context)}' > ${context.name}.txt`,
  },
  {
    name: 'attributes',
    shell: context =>
      `mkdir -p ${context.name}; printf '%s\\n' '${context.random.pick(['* text=auto', '* text eol=lf', '*.txt working-tree-encoding=UTF-99', '*.txt filter=none diff=evil merge=evil', '[attr]x filter=strip', '* export-ignore', '* -text'])}' > ${context.random.pick(['.gitattributes', `${context.name}/.gitattributes`])}; echo '${work(context)}' > ${context.name}/f.txt`,
  },
  {
    name: 'attributes-huge',
    shell: ({ name }) =>
      `mkdir ${name}; seq 1 20000 | sed "s/.*/f& text/" > ${name}/.gitattributes; head -c 3000 /dev/zero | tr "\\0" a > ${name}/.gitignore`,
  },
];
