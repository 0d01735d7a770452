import { canary, type Piece, type PieceContext, work } from '../piece.ts';

const OWN = 'g=$(git rev-parse --git-dir)';
/** Git without what other pieces may have planted in the workspace. */
const GIT = 'git -c core.fsmonitor= -c core.hooksPath=/dev/null -c user.name=a -c user.email=a@example.test';

const file = (context: PieceContext, more = ''): string =>
  `echo '${work(context, more)}' > ${context.name}${more.trim()}.txt`;

/** The workspace's `.git` replaced by something else: also an agent in the sandbox can do that. */
export const REPLACED: readonly Piece[] = [
  {
    name: 'workspace-git-replaced',
    shell: context => {
      const { places, random } = context;
      const [hidden] = places.hiddenRepositories;
      const own = `${GIT} add ${context.name}.txt; ${GIT} commit -q -m own`;
      return `${file(context)}; rm -rf .git; ${random.pick([
        ':',
        'mkfifo .git',
        'mkdir .git',
        ': > .git',
        `git init -q .; ${own}`,
        `git init -q .; ${own} && git config --file .git/config core.fsmonitor '${canary(context, 'own')}; false'`,
        `git init -q --object-format=sha256 .; ${GIT} add ${context.name}.txt; ${GIT} commit -q -m own`,
        `git init -q .; ${own}; rm -rf .git/objects/??`,
        `git init -q .; ${own}; rm .git/HEAD; mkfifo .git/HEAD`,
        `echo 'gitdir: ${hidden!.gitFolder}' > .git`,
        `echo 'gitdir: ${places.checkoutGit}' > .git`,
        `ln -s ${places.checkoutGit} .git`,
        'ln -s .git .git',
      ])}`;
    },
  },
];

/** What only an agent without a sandbox can do to the part of git's folder that belongs to its workspace. */
export const OWN_GIT: readonly Piece[] = [
  {
    name: 'index-flags',
    unconfined: true,
    shell: context =>
      [
        `${GIT} update-index ${context.random.pick(['--assume-unchanged', '--skip-worktree'])} README.md; echo '${work(context)}' >> README.md`,
        `${file(context, ' 2')}; ${GIT} add --intent-to-add ${context.name}2.txt`,
      ].join('\n'),
  },
  {
    name: 'index-entries',
    unconfined: true,
    shell: ({ name, places }) =>
      `mkdir -p ${name}; echo 'gitdir: ${places.hiddenRepositories[0]!.gitFolder}' > ${name}/.git; git update-index --add --cacheinfo 160000,${places.hiddenRepositories[0]!.commit},${name}`,
  },
  {
    name: 'index-odd',
    unconfined: true,
    shell: ({ random }) =>
      `${OWN}; rm -f "$g/index"; ${random.pick([':', 'mkfifo "$g/index"', 'mkdir "$g/index"', 'head -c 100 /dev/urandom > "$g/index"', 'ln -s /dev/zero "$g/index"'])}`,
  },
  {
    name: 'own-commits',
    unconfined: true,
    shell: context =>
      [
        ...['1', '2'].map(
          n => `${file(context, ` ${n}`)}; ${GIT} add ${context.name}${n}.txt; ${GIT} commit -q -m ${n}`,
        ),
        `rm ${context.name}1.txt; ${context.random.pick([':', `${GIT} checkout -q -b agent-${context.name}`, `${GIT} reset -q --hard HEAD~2`, `${GIT} reset -q HEAD~1`])}`,
      ].join('\n'),
  },
  {
    name: 'head-odd',
    unconfined: true,
    shell: ({ random, name }) =>
      `${OWN}; ${random.pick([`git symbolic-ref HEAD refs/heads/agent-${name}`, 'rm -f "$g/HEAD"; mkfifo "$g/HEAD"', 'echo rubbish > "$g/HEAD"', 'echo 0123456789012345678901234567890123456789 > "$g/HEAD"', 'git symbolic-ref HEAD refs/heads/work'])}`,
  },
  {
    name: 'locks',
    unconfined: true,
    shell: ({ random }) =>
      `${OWN}; touch "$g/index.lock" "$g/HEAD.lock"; ${random.pick([':', 'touch "$g/locked"', 'for f in "$g"/*.index; do touch "$f.lock"; done'])}`,
  },
  {
    name: 'unfinished-merge',
    unconfined: true,
    shell: context =>
      `${OWN}; ${file(context)}; ${GIT} add ${context.name}.txt; t=$(git write-tree); c=$(${GIT} commit-tree -p HEAD -m pending $t); echo $c > "$g/MERGE_HEAD"`,
  },
  {
    name: 'worktree-configuration',
    unconfined: true,
    mayHalt: true,
    shell: context =>
      `${OWN}; printf '[core]\\n\\tfsmonitor = "%s; false"\\n[filter "w"]\\n\\tclean = "%s; cat"\\n' '${canary(context, 'worktree')}' '${canary(context, 'worktree-clean')}' > "$g/config.worktree"; echo '* filter=w' > .gitattributes; ${file(context)}`,
  },
  {
    name: 'agents-home',
    unconfined: true,
    shell: ({ places }) =>
      `for r in ${places.state}/runs/*; do mkdir -p $r/agents/x/y; echo 1 > $r/agents/x/y/f; chmod 555 $r/agents/x/y; chmod 000 $r/agents/x; done`,
  },
  {
    name: 'git-folder-gone',
    unconfined: true,
    shell: context => `${OWN}; ${file(context)}; rm -rf "$g"`,
  },
  {
    name: 'git-folder-misleads',
    unconfined: true,
    shell: context =>
      `${OWN}; ${file(context)}; echo ${context.random.pick(context.places.hiddenRepositories).gitFolder} > "$g/${context.random.pick(['commondir', 'gitdir'])}"`,
  },
];
