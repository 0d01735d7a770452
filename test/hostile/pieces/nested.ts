import { HOOKS, PROGRAM_SETTINGS, PROGRAM_SETTINGS_OF_TWO } from '../../git/traps.ts';
import { canary, canaryScript, type Piece, type PieceContext, repositoryIn, some, work } from '../piece.ts';

type Part = readonly [name: string, shell: (context: PieceContext) => string];

/** Ways by which git runs a program for a repository that it looks into; the current folder is the repository. */
export const TRAPS: readonly Part[] = [
  [
    'clean-by-info',
    context =>
      `mkdir -p .git/info; echo '* filter=x' > .git/info/attributes; git config filter.x.clean '${canary(context, 'clean')}; cat'`,
  ],
  [
    'filter-in-tree',
    context =>
      `echo '* filter=y' > .gitattributes; git config filter.y.clean '${canary(context, 'clean')}; cat'; git config filter.y.smudge '${canary(context, 'smudge')}; cat'; git config filter.y.required true`,
  ],
  [
    'process-filter',
    context =>
      `echo '* filter=z' >> .git/info/attributes; git config filter.z.process '${canary(context, 'process')}'`,
  ],
  [
    'merge-driver',
    context =>
      `echo '* merge=m' >> .git/info/attributes; git config merge.m.driver '${canary(context, 'merge')}'`,
  ],
  ['fsmonitor', context => `git config core.fsmonitor '${canary(context, 'fsmonitor')}; false'`],
  [
    'hooks',
    context =>
      `mkdir -p .git/hooks; ${HOOKS.map(name => canaryScript(context, name, `.git/hooks/${name}`)).join('; ')}`,
  ],
  [
    'hooks-path',
    context =>
      `mkdir -p hooks; ${HOOKS.map(name => canaryScript(context, `path-${name}`, `hooks/${name}`)).join('; ')}; git config core.hooksPath hooks`,
  ],
  [
    'programs',
    context =>
      [...PROGRAM_SETTINGS, ...PROGRAM_SETTINGS_OF_TWO]
        .map(key => `git config ${key} '${canary(context, key)}'`)
        .join('; '),
  ],
  [
    'include',
    context =>
      `printf '[core]\\n\\tfsmonitor = "%s; false"\\n[filter "i"]\\n\\tclean = "%s; cat"\\n' '${canary(context, 'included')}' '${canary(context, 'included-clean')}' > .git/more; echo '* filter=i' >> .git/info/attributes; git config include.path more; git config includeIf.gitdir:/.path more`,
  ],
  [
    'worktree-config',
    context =>
      `git config extensions.worktreeConfig true; git config --worktree core.fsmonitor '${canary(context, 'worktree')}; false'`,
  ],
  [
    'promisor',
    context =>
      `git config remote.p.url .; git config remote.p.promisor true; git config remote.p.uploadpack '${canary(context, 'uploadpack')};'; git config extensions.partialClone p; git config core.repositoryFormatVersion 1; rm -f .git/objects/??/*`,
  ],
];

/** Settings that mislead git, and run nothing. */
const MISLEADING: readonly Part[] = [
  ['worktree-elsewhere', ({ places, random }) => `git config core.worktree ${random.pick(places.all)}`],
  ['bare-config', () => 'git config core.bare true'],
];

const objects = '.git/objects';

/** What is wrong with the repository besides. */
const SHAPES: readonly Part[] = [
  ['sound', () => ':'],
  ['sound', () => ':'],
  ['sound', () => ':'],
  ['tagged', () => 'git tag v1; git branch other; git stash list'],
  [
    'tagged-in-words',
    () =>
      'git checkout -q --detach; git commit -q --allow-empty -m tagged; git tag -a -m words v2; git tag -a -m more v3 v2; git checkout -q -',
  ],
  [
    'stashed',
    context =>
      `for n in 1 2 3; do echo '${work(context, ' stashed')}' $n > f.txt; git stash -q; done; echo '${work(context, ' again')}' > f.txt`,
  ],
  ['many-branches', manyBranches],
  [
    'second-branch',
    context =>
      `git checkout -q -b side; echo '${work(context, ' aside')}' > side.txt; git add -A; git commit -q -m side; git checkout -q -`,
  ],
  ['detached', () => 'git checkout -q --detach'],
  ['unborn', () => 'git symbolic-ref HEAD refs/heads/nothing'],
  ['emptied', () => 'rm -rf .git; git init -q .'],
  ['no-objects', () => `rm -rf ${objects}/??`],
  ['half-objects', () => `rm -f $(find ${objects} -type f | head -n 2)`],
  ['head-gone', () => 'rm .git/HEAD'],
  ['head-gone', () => 'git pack-refs --all; git gc -q; rm .git/HEAD'],
  ['head-garbage', () => 'head -c 200 /dev/urandom > .git/HEAD'],
  ['index-garbage', () => 'head -c 200 /dev/urandom > .git/index'],
  ['config-garbage', () => 'echo "[core" > .git/config'],
  ['format-99', () => 'git config core.repositoryFormatVersion 99'],
  ['unknown-extension', () => 'git config extensions.nonsense true'],
  ['head-pipe', () => 'rm .git/HEAD; mkfifo .git/HEAD'],
  ['index-pipe', () => 'rm -f .git/index; mkfifo .git/index'],
  ['config-pipe', () => 'rm .git/config; mkfifo .git/config'],
  ['packed-refs-pipe', () => 'mkfifo .git/packed-refs'],
  ['alternates-pipe', () => `mkdir -p ${objects}/info; mkfifo ${objects}/info/alternates`],
  ['exclude-pipe', () => 'mkdir -p .git/info; rm -f .git/info/exclude; mkfifo .git/info/exclude'],
  ['attributes-pipe', () => 'mkdir -p .git/info; rm -f .git/info/attributes; mkfifo .git/info/attributes'],
  [
    'pipe-in-closed-folder',
    ({ random }) => `f=.git/${random.pick(['HEAD', 'config', 'index'])}; rm -f $f; mkfifo $f; chmod 555 .git`,
  ],
  [
    'pipes',
    () =>
      `mkdir -p ${objects}/info .git/info; rm -f .git/info/*; mkfifo ${objects}/info/alternates .git/packed-refs .git/info/exclude`,
  ],
  ['shallow-pipe', () => 'mkfifo .git/shallow'],
  ['ref-pipe', () => 'f=$(find .git/refs/heads -type f | head -n 1); rm -f "$f"; mkfifo "$f"'],
  ['locks', () => 'touch .git/index.lock .git/HEAD.lock .git/config.lock'],
  ['modes', () => 'chmod 000 .git/config f.txt; chmod 555 .git .'],
  [
    'alternates',
    ({ places, random }) =>
      `mkdir -p ${objects}/info; echo ${random.pick(places.hiddenRepositories).objects} > ${objects}/info/alternates`,
  ],
  ['alternates-loop', () => `mkdir -p ${objects}/info; echo ../objects > ${objects}/info/alternates`],
  [
    'worktrees',
    context =>
      `git worktree add -q ../${context.name}-tree 2>/dev/null; echo '${work(context, ' in a worktree')}' > ../${context.name}-tree/new.txt`,
  ],
  [
    'inner',
    context =>
      `(${repositoryIn(context, 'inner')}; git config core.fsmonitor '${canary(context, 'inner')}; false')`,
  ],
  [
    'ignores-itself',
    () => 'mkdir -p .git/info; echo "ign-*" > .git/info/exclude; echo ignored > ign-here.txt',
  ],
];

/** More than a program may want to look at one by one. */
function manyBranches(): string {
  const commit = [
    'commit refs/heads/b%s',
    'committer a <a@example.test> %s +0000',
    'data 2',
    'b',
    '',
    '',
  ].join('\\n');
  return `seq 210 | while read n; do printf '${commit}' $n $n; done | git fast-import --quiet`;
}

const FORMATS = ['', '', '', '', '--object-format=sha256', '--ref-format=reftable'];

export const NESTED: readonly Piece[] = [
  {
    name: 'nested',
    shell: context => {
      const { random, name, submodule } = context;
      const folder = submodule && random.below(3) === 0 ? 'lib' : random.pick([name, `src/${name}`]);
      const traps = some(random, [...TRAPS, ...MISLEADING], random.below(4));
      const [, shape] = random.pick(SHAPES);
      return [
        repositoryIn(context, folder, random.pick(FORMATS)),
        ...traps.map(([, trap]) => trap(context)),
        `echo '${work(context, ' not committed')}' >> deep/er/g.txt; echo '${work(context, ' new')}' > new.txt`,
        shape(context),
      ].join('\n');
    },
  },
  {
    name: 'nested-in-known',
    shell: context =>
      [
        `mkdir -p src && cd src && rm -rf .git && git init -q . || exit 1`,
        'git config user.name a; git config user.email a@example.test',
        `echo '${work(context)}' > ${context.name}.txt; git add -A; git commit -q -m known`,
        `git config core.fsmonitor '${canary(context, 'known')}; false'`,
        context.random.pick([':', `rm ${context.name}.txt`, 'rm .git/HEAD', `git checkout -q -b other`]),
      ].join('\n'),
  },
  {
    name: 'nested-behind-pointer',
    shell: context =>
      [
        repositoryIn(context, context.name, `--separate-git-dir ../${context.name}-store`),
        `git config core.fsmonitor '${canary(context, 'pointer')}; false'`,
        context.random.pick([
          ':',
          ...['HEAD', 'config', 'packed-refs', 'objects/info/alternates'].map(
            name => `f=../${context.name}-store/${name}; rm -f $f; mkfifo $f`,
          ),
          `rm ../${context.name}-store/HEAD`,
        ]),
      ].join('\n'),
  },
  {
    name: 'nested-without-commit',
    shell: context =>
      [
        `git init -q ${context.name} && cd ${context.name} || exit 1`,
        `git config core.fsmonitor '${canary(context, 'unborn')}; false'`,
        context.random.below(2) === 0 ? ':' : `echo '${work(context)}' > f.txt`,
      ].join('\n'),
  },
  {
    name: 'bare',
    shell: context =>
      [
        `git init -q --bare ${context.name}.git && cd ${context.name}.git || exit 1`,
        `git config core.fsmonitor '${canary(context, 'bare')}; false'; git config core.bare false; git config core.worktree ..`,
      ].join('\n'),
  },
  {
    name: 'nested-chain',
    shell: context =>
      [
        repositoryIn(context, context.name),
        'for n in 1 2 3 4 5 6; do',
        `  git clone -q . in && cd in || exit 1; git config user.name a; git config user.email a@example.test; echo '${work(context)}' $n > own.txt; git add own.txt; git commit -q -m $n`,
        `  git config core.fsmonitor '${canary(context, 'chain')}; false'`,
        'done',
      ].join('\n'),
  },
];
