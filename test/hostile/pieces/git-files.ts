import { canary, type Piece, type PieceContext, repositoryIn, work } from '../piece.ts';

/** A folder with this `.git` in it, declared as a submodule or not. */
function folderWith(context: PieceContext, gitFile: string): string {
  const { random, name, submodule } = context;
  const folder = submodule && random.below(3) === 0 ? 'lib' : random.pick([name, `src/${name}`]);
  const declares = random.below(2) === 0;
  return [
    ...(declares
      ? [`printf '[submodule "${name}"]\\n\\tpath = ${folder}\\n\\turl = ./x\\n' >> .gitmodules`]
      : []),
    `mkdir -p ${folder}; cd ${folder}; rm -rf .git; echo '${work(context)}' > f.txt; echo '${work(context, ' bank')}' > secret.txt`,
    gitFile,
  ].join('\n');
}

/** Where a forged `.git` leads to. */
const target = ({ places, random }: PieceContext): string =>
  random.pick([
    ...places.hiddenRepositories.map(({ gitFolder }) => gitFolder),
    ...places.hiddenRepositories.map(({ gitFolder }) => gitFolder),
    places.checkoutGit,
    `$(ls -d ${places.checkoutGit}/worktrees/* | head -n 1)`,
    `$(ls -d ${places.checkoutGit}/worktrees/* | tail -n 1)`,
    '/dev/zero',
    '/',
    '.',
  ]);

export const GIT_FILES: readonly Piece[] = [
  { name: 'git-file', shell: context => folderWith(context, `echo "gitdir: ${target(context)}" > .git`) },
  { name: 'git-link', shell: context => folderWith(context, `ln -s ${target(context)} .git`) },
  {
    name: 'git-commondir',
    shell: context => {
      const { gitFolder, commit } = context.random.pick(context.places.hiddenRepositories);
      return folderWith(
        context,
        `mkdir .git .git/objects .git/refs; echo ${gitFolder} > .git/commondir; echo ${context.random.pick([commit, 'ref: refs/heads/main'])} > .git/HEAD`,
      );
    },
  },
  {
    name: 'git-borrowed-objects',
    shell: context => {
      const { objects, commit, gitFolder } = context.random.pick(context.places.hiddenRepositories);
      const borrow = context.random.pick([
        `mkdir -p .git/objects/info; echo ${objects} > .git/objects/info/alternates`,
        `rm -rf .git/objects; ln -s ${objects} .git/objects`,
        `rm -rf .git/refs; ln -s ${gitFolder}/refs .git/refs; mkdir -p .git/objects/info; echo ${objects} > .git/objects/info/alternates`,
      ]);
      return folderWith(
        context,
        `git init -q -b main .; mkdir -p .git/refs/heads; ${borrow}; echo ${commit} > .git/refs/heads/main 2>/dev/null; echo ${commit} > .git/HEAD`,
      );
    },
  },
  {
    name: 'git-odd',
    shell: context =>
      folderWith(
        context,
        context.random.pick([
          'mkfifo .git',
          ': > .git',
          'mkdir .git',
          'yes "" | head -c 1000000 > .git',
          'head -c 5000 /dev/urandom > .git',
          'ln -s .git .git',
          'ln -s /dev/zero .git',
          'mkdir .git; mkfifo .git/HEAD',
          'git init -q real; mv real/.git ../real.git 2>/dev/null; echo "gitdir: ../real.git" > .git',
        ]),
      ),
  },
  {
    name: 'git-file-inside',
    shell: context =>
      [
        repositoryIn(context, context.name),
        `git config core.fsmonitor '${canary(context, 'inside')}; false'; mv .git ../${context.name}-store; echo "gitdir: ../${context.name}-store" > .git`,
        `echo '${work(context, ' later')}' > later.txt`,
      ].join('\n'),
  },
  {
    name: 'modules-forged',
    shell: ({ name, places, random }) => {
      const paths = [name, '.', '..', '/', places.home, `${name}/../..`, 'src', '.git', 'a\\nb', '-x'];
      const path = random.pick(paths);
      return [
        `printf '[submodule "%s"]\\n\\tpath = %b\\n\\turl = ext::sh -c true\\n\\tupdate = !touch x\\n' '${random.pick([name, '../../x', '..'])}' '${path}' >> .gitmodules`,
        `mkdir -p ${name}; echo x > ${name}/f.txt`,
      ].join('\n');
    },
  },
  {
    name: 'modules-wide',
    shell: context => {
      const { name, random } = context;
      const paths = random.pick([['.'], ['..'], ['./'], ['src', 'src/b'], ['src'], [name, `${name}/in`]]);
      const sections = paths.map(
        (path, at) => `[submodule "${name}-${at}"]\\n\\tpath = ${path}\\n\\turl = ./x\\n`,
      );
      return [
        `printf '${sections.join('')}' >> .gitmodules`,
        ...(paths[0] === name
          ? [`(${repositoryIn(context, name)})`, `(${repositoryIn(context, `${name}/in`)})`]
          : []),
      ].join('\n');
    },
  },
  {
    name: 'modules-odd',
    shell: ({ random, places }) =>
      `rm -rf .gitmodules; ${random.pick([
        'mkfifo .gitmodules',
        'mkdir .gitmodules; echo 1 > .gitmodules/f',
        `ln -s ${places.hiddenFiles[0]} .gitmodules`,
        'ln -s /dev/zero .gitmodules',
        'ln -s .gitmodules .gitmodules',
        'echo "[submodule" > .gitmodules',
      ])}`,
  },
];
