import { canaryScript, type Piece, type PieceContext, work } from '../piece.ts';

/** Names that git has a meaning for. */
const STEERING = ['.gitignore', '.gitattributes', 'src/.gitignore', 'src/.gitattributes', '.mailmap'];
const TRACKED = ['README.md', 'src/a.txt', 'src/b/c.txt', 'check.sh'];

const node = ({ places }: PieceContext, program: string): string => `'${places.node}' -e '${program}'`;

export const LINKS: readonly Piece[] = [
  {
    name: 'link',
    shell: ({ name, places, random }) =>
      `ln -s ${random.pick([...places.all, ...places.hiddenFiles, '/', '/proc/self', '/dev/zero', '..', `${name}-link`, 'nowhere'])} ${name}-link`,
  },
  {
    name: 'link-loop',
    shell: ({ name }) => `mkdir ${name}; ln -s ../${name}/b ${name}/a; ln -s a ${name}/b; ln -s . ${name}/c`,
  },
  {
    name: 'link-for-folder',
    shell: ({ places, random }) => {
      const folder = random.pick(['src', 'src/b', 'work', 'needs', 'tools']);
      return `rm -rf ${folder}; ln -s ${random.pick([...places.all, '/', '.', '..', folder])} ${folder}`;
    },
  },
  {
    name: 'link-for-steering',
    shell: ({ places, random }) => {
      const file = random.pick(STEERING);
      return `mkdir -p src; rm -rf ${file}; ln -s ${random.pick([...places.hiddenFiles, '/dev/zero', file.replace(/.*\//, ''), 'nowhere'])} ${file}`;
    },
  },
  {
    name: 'hard-links',
    shell: context =>
      `echo '${work(context)}' > ${context.name}.txt; ln ${context.name}.txt ${context.name}-2.txt; ln README.md ${context.name}-3.txt; echo '${work(context, ' more')}' >> ${context.name}-2.txt`,
  },
];

export const SPECIAL: readonly Piece[] = [
  { name: 'pipe', shell: ({ name }) => `mkdir -p ${name}; mkfifo ${name}/pipe` },
  {
    name: 'pipe-for-file',
    shell: ({ random }) => {
      const file = random.pick(TRACKED);
      return `rm -rf ${file}; mkfifo ${file}`;
    },
  },
  {
    name: 'pipe-for-steering',
    shell: ({ random }) => {
      const file = random.pick(STEERING);
      return `mkdir -p src; rm -rf ${file}; mkfifo ${file}`;
    },
  },
  {
    name: 'pipe-for-steering-below',
    shell: context =>
      `mkdir -p ${context.name}; echo '${work(context)}' > ${context.name}/f.txt; mkfifo ${context.name}/${context.random.pick(['.gitignore', '.gitattributes'])}`,
  },
  {
    name: 'socket',
    shell: context =>
      `rm -rf ${context.name}.sock; ${node(context, `require("net").createServer().listen("${context.name}.sock", () => process.kill(process.pid, 9))`)}`,
  },
  {
    name: 'socket-for-file',
    shell: context =>
      `rm -rf README.md; ${node(context, 'require("net").createServer().listen("README.md", () => process.kill(process.pid, 9))')}`,
  },
  { name: 'device', shell: ({ name }) => `mknod ${name} c 1 5; rm -f src/a.txt; mknod src/a.txt c 1 5` },
  {
    name: 'folder-for-steering',
    shell: ({ random }) => {
      const file = random.pick(STEERING);
      return `mkdir -p src; rm -rf ${file}; mkdir ${file}`;
    },
  },
];

export const MODES: readonly Piece[] = [
  {
    name: 'mode-000',
    shell: context =>
      `mkdir ${context.name}; echo '${work(context)}' > ${context.name}/f; chmod 000 ${context.random.pick([context.name, `${context.name}/f`, 'README.md'])}`,
  },
  {
    name: 'mode-555',
    shell: context =>
      `mkdir -p ${context.name}/d; echo '${work(context)}' > ${context.name}/d/f; chmod -R a-w ${context.random.pick([context.name, '.', 'src'])}`,
  },
  {
    name: 'mode-executable',
    shell: context => `echo '${work(context)}' > ${context.name}; chmod 6755 ${context.name} README.md`,
  },
];

const NAMES = [
  "$(printf 'n\\377%s')",
  "$(printf 'line\\nbreak')",
  "$(printf '%0240d' 0)",
  "'git~1'",
  "'.GIT'",
  "'.git.'",
  "'-rf'",
  "':(exclude)x'",
  "':/'",
  "'a\\b'",
  "'con.txt '",
  "'*'",
  "'$(touch x)'",
  "$(printf 'tab\\there')",
  "'.gitattributes.lock'",
  "'HEAD'",
  "$(printf 'u\\314\\210')",
];

export const NAMED: readonly Piece[] = [
  {
    name: 'odd-name',
    shell: context =>
      `n=${context.random.pick(NAMES)}; mkdir -p ${context.name}; echo '${work(context)}' > ./${context.random.pick(['', `${context.name}/`])}"$n"`,
  },
  {
    name: 'odd-folder-name',
    shell: context =>
      `n=${context.random.pick(NAMES)}; mkdir -p ./"$n"; echo '${work(context)}' > ./"$n"/config; echo '${work(context, ' 2')}' > ./"$n"/f`,
  },
  {
    name: 'case-collision',
    shell: context =>
      `echo '${work(context, ' upper')}' > ${context.name}.TXT; echo '${work(context, ' lower')}' > ${context.name}.txt; mkdir -p SRC; echo '${work(context, ' folder')}' > SRC/a.txt`,
  },
  {
    name: 'deep',
    shell: context => {
      const folder = context.random.pick(['deep-folder', 'ign-deep-folder']);
      const levels = context.random.pick([50, 600]);
      const dig = `for (let i = 0; i < ${levels}; i++) { require("fs").mkdirSync("${folder}"); process.chdir("${folder}"); }`;
      return `echo '${work(context)}' > ${context.name}.txt; ${node(context, `${dig} require("fs").writeFileSync("f", "x")`)}`;
    },
  },
  { name: 'many', shell: ({ name }) => `mkdir ${name}; cd ${name}; seq 1 500 | xargs touch` },
  {
    name: 'large',
    shell: ({ name, random }) =>
      random.pick([
        `head -c 3000000 /dev/urandom > ${name}.bin`,
        `truncate -s 16M ${name}.bin`,
        `head -c 200000 /dev/zero | tr '\\0' x > ${name}.txt`,
      ]),
  },
  {
    name: 'moving',
    shell: ({ name }) =>
      `(while :; do date +%N > moving-${name}; mkdir -p moving-d; rm -rf moving-d; done) > /dev/null 2>&1 &`,
  },
  {
    name: 'program-in-tree',
    shell: context =>
      `mkdir -p bin; ${['git', 'sh', 'cat', 'git-upload-pack'].map(name => canaryScript(context, name, `bin/${name}`)).join('; ')}; cp bin/git git`,
  },
];
