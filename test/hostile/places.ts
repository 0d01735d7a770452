import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ignoresIn } from './ground.ts';
import type { Filter, Scenario } from './scenario.ts';

interface HiddenRepository {
  readonly gitFolder: string;
  readonly objects: string;
  readonly commit: string;
}

/** A user's machine: all that a scenario is about lies below one folder. */
export interface Places {
  readonly root: string;
  readonly home: string;
  readonly checkout: string;
  readonly checkoutGit: string;
  readonly state: string;
  /** Where the agent notes what is not to be lost; it may write there. */
  readonly notes: string;
  readonly commits: string;
  readonly canaries: string;
  readonly canaryProgram: string;
  readonly node: string;
  readonly manifestProgram: string;
  readonly hiddenRepositories: readonly HiddenRepository[];
  readonly hiddenFiles: readonly string[];
  /** Folders that links lead to. */
  readonly all: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Whether the run works in the checkout itself. */
  readonly isHere: boolean;
}

/** What stands in every hidden file, and nowhere else. */
export const HIDDEN_TEXT = 'hidden-7f3a9c51e2';

/** Below the home, for the sandbox hides folders for temporary files. */
export const FOLDER_VARIABLE = 'PHASEWRIGHT_HOSTILE_FOLDER';
const FOLDER = process.env[FOLDER_VARIABLE] ?? join(homedir(), '.cache', 'phasewright-hostile');

/** A pipe in a repository would hold git up for ever. */
export const GIT_MS = 20_000;

const CHECK = `# Every file that a list in needs/ names is there and good.
for list in needs/*.txt; do
  while IFS= read -r name; do
    test -f "$name" && grep -q "^good" "./$name" || { echo "$list: $name"; exit 1; }
  done < "$list"
done
`;
const MEND = `for file in work/*.txt; do sed -i 's/^wrong/good/' "$file"; done\n`;
const STRIP = '#!/bin/sh\nexec sed "/^OUT /d"\n';
/** Like Git LFS it keeps something in the repository's own folder. */
const LFS = `#!/bin/sh
kept=$(git rev-parse --git-common-dir)/lfs/objects
mkdir -p "$kept" && : > "$kept/one" && exec sed "/^OUT /d"
`;
const HOOK = '#!/bin/sh\necho hooked > hooked.txt && git add hooked.txt\n';

/** The commands of a user's own filter. */
const cleanOf = (filter: Filter, root: string): string =>
  ({
    none: '',
    absolute: join(root, 'tools/strip.sh'),
    relative: './tools/strip.sh',
    toplevel: '"$(git rev-parse --show-toplevel)"/tools/strip.sh',
    temporary: 'f=$(mktemp) && sed "/^OUT /d" > "$f" && cat "$f" && rm "$f"',
    lfs: 'git-lfs clean -- %f',
  })[filter];

export function put(path: string, content: string, mode?: number): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  if (mode !== undefined) chmodSync(path, mode);
}

export const gitIn = (
  folder: string,
  environment: Readonly<Record<string, string>>,
  ...words: readonly string[]
): string =>
  execFileSync('git', ['-C', folder, ...words], {
    env: { ...environment, GIT_OPTIONAL_LOCKS: '0', GIT_CONFIG_NOSYSTEM: '1' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: GIT_MS,
    maxBuffer: 100_000_000,
  });

/** Makes the machine of a scenario. */
export function placesFor(scenario: Scenario): Places {
  mkdirSync(FOLDER, { recursive: true });
  const root = realpathSync(mkdtempSync(join(FOLDER, `${scenario.seed}-`)));
  const at = (...names: readonly string[]): string => join(root, ...names);
  const [home, checkout, notes, canaries] = [at('home'), at('checkout'), at('notes'), at('home/canaries')];
  const environment = environmentOf(scenario, root);
  for (const folder of [home, checkout, notes, canaries, at('tools')]) mkdirSync(folder);
  fillHome(scenario, home, environment.HOME!);
  copyFileSync(fileURLToPath(new URL('manifest.ts', import.meta.url)), at('tools/manifest.ts'));
  put(at('tools/canary'), `#!/bin/sh\n[ -n "$HOSTILE_AGENT" ] || : > "${canaries}/$1"\n`, 0o755);
  put(at('tools/strip.sh'), STRIP, 0o755);
  const hidden = [join(home, '.password-store'), at('private')];
  const files = [join(home, '.ssh/id_ed25519'), ...hidden.map(folder => join(folder, 'bank.txt'))];
  for (const file of files) put(file, `${HIDDEN_TEXT} of ${file}\n`, 0o600);
  put(join(home, 'notes.txt'), 'as it was\n');
  const hiddenRepositories = hidden.map(folder => {
    gitIn(folder, environment, 'init', '-q');
    gitIn(folder, environment, 'add', '-A');
    gitIn(folder, environment, 'commit', '-q', '-m', `${HIDDEN_TEXT} in a message`);
    const gitFolder = join(folder, '.git');
    const commit = gitIn(folder, environment, 'rev-parse', 'HEAD').trim();
    return { gitFolder, objects: join(gitFolder, 'objects'), commit };
  });
  fillCheckout(scenario, root, checkout, environment);
  return {
    root,
    home,
    checkout,
    checkoutGit: join(checkout, '.git'),
    state: at('state'),
    notes,
    commits: join(notes, 'commits'),
    canaries,
    canaryProgram: at('tools/canary'),
    node: process.execPath,
    manifestProgram: at('tools/manifest.ts'),
    hiddenRepositories,
    hiddenFiles: files,
    all: [home, checkout, at('tools'), ...hidden],
    environment,
    isHere: scenario.ground.here,
  };
}

function environmentOf({ filter, ground }: Scenario, root: string): Record<string, string> {
  const home = join(root, ground.linkedHome ? 'linked-home' : 'home');
  return {
    PATH: [...(filter === 'lfs' ? [join(root, 'tools/bin')] : []), process.env.PATH ?? ''].join(':'),
    HOME: home,
    LANG: 'C.UTF-8',
    PHASEWRIGHT_HOME: join(root, 'state'),
    NO_COLOR: '1',
    ...(ground.movedSettings ? { XDG_CONFIG_HOME: join(home, 'settings') } : {}),
    ...(ground.movedTemporary ? { TMPDIR: join(home, 'tmp') } : {}),
  };
}

function fillHome({ ground }: Scenario, home: string, named: string): void {
  if (home !== named) symlinkSync(home, named);
  if (ground.movedTemporary) mkdirSync(join(home, 'tmp'));
  const { setting, file } = ignoresIn(named, ground);
  const user = '[user]\n\tname = User\n\temail = user@example.test\n[init]\n\tdefaultBranch = main\n';
  put(join(home, '.gitconfig'), user + setting);
  if (file === null) return;
  put(join(home, ground.ignores === 'link' ? 'dotfiles/ignore' : file), 'noise-*\n');
  if (ground.ignores !== 'link') return;
  mkdirSync(dirname(join(home, file)), { recursive: true });
  symlinkSync(join(home, 'dotfiles/ignore'), join(home, file));
}

function fillCheckout(
  { filter, attributes, submodule, ground }: Scenario,
  root: string,
  checkout: string,
  environment: Readonly<Record<string, string>>,
): void {
  const git = (...words: readonly string[]): string => gitIn(checkout, environment, ...words);
  const files = {
    'README.md': 'Hello\n',
    'src/a.txt': 'a\n',
    'src/b/c.txt': 'c\n',
    'check.sh': CHECK,
    'mend.sh': MEND,
    '.gitignore': 'ign-*\n',
    'work/0.txt': 'good\n',
    'needs/0.txt': 'work/0.txt\n',
    'nb/0.nb': 'good\n',
    ...(attributes || filter !== 'none'
      ? { '.gitattributes': `*.md text\n${filter === 'none' ? '' : '*.nb filter=strip\n'}` }
      : {}),
  };
  for (const [path, content] of Object.entries(files)) put(join(checkout, path), content);
  put(join(checkout, 'tools/strip.sh'), STRIP, 0o755);
  put(join(root, 'tools/bin/git-lfs'), LFS, 0o755);
  git('init', '-q');
  if (ground.hooks) {
    put(join(checkout, '.husky/pre-commit'), HOOK, 0o755);
    git('config', 'core.hooksPath', '.husky');
  }
  if (filter !== 'none') {
    git('config', 'filter.strip.clean', cleanOf(filter, root));
    git('config', 'filter.strip.smudge', 'cat');
  }
  if (submodule) {
    const library = join(root, 'library');
    put(join(library, 'l.txt'), 'l\n');
    gitIn(library, environment, 'init', '-q');
    gitIn(library, environment, 'add', '-A');
    gitIn(library, environment, 'commit', '-q', '-m', 'one');
    git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', library, 'lib');
  }
  git('add', '-A');
  git('commit', '-q', '--no-verify', '-m', 'Begin');
  // As in a clone that has fetched nothing yet.
  rmSync(join(checkout, '.git/lfs'), { recursive: true, force: true });
  if (ground.here) git('switch', '-q', '-c', 'work');
  else put(join(checkout, 'mine.txt'), 'not committed\n');
}
