import { dirname, join, sep } from 'node:path';

/** What has to be known of the machine to say what agents see of it. */
export interface Grounds {
  /** The user's home. */
  readonly home: string;
  /** Where journals, outputs and workspaces of all runs lie. */
  readonly stateFolder: string;
  /** The repository's checkout and its git folder. */
  readonly repository: readonly string[];
  /** Where programs are looked for. */
  readonly path: string;
  readonly uid: number;
}

/** From the user's home: what opens doors, and what is run later without anybody looking. */
const SECRET = [
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.config/gcloud',
  '.config/gh',
  '.config/glab-cli',
  '.config/hub',
  '.config/op',
  '.config/rclone',
  '.config/sops',
  '.config/phasewright',
  '.kube',
  '.docker',
  '.terraform.d',
  '.netrc',
  '.git-credentials',
  '.config/git/credentials',
  '.password-store',
  '.local/share/keyrings',
  '.pgpass',
  '.my.cnf',
  '.pypirc',
  '.cargo/credentials.toml',
  '.cargo/credentials',
  '.gem/credentials',
  '.m2/settings.xml',
  '.mozilla',
  '.config/google-chrome',
  '.config/chromium',
  '.bash_history',
  '.zsh_history',
  '.claude',
  '.claude.json',
  '.codex',
  '.gemini',
  '.pi',
  '.local/share/opencode',
  '.qwen',
  '.kimi',
  '.copilot',
];

/** Whoever may speak to one of these is the administrator of the machine, or the user outside of the sandbox. */
const DOORS = ['/run/docker.sock', '/var/run/docker.sock', '/run/podman', '/run/containerd', '/run/dbus'];

/** What agents do not get to see. The journal is among it: it knows what others were told. */
export const hiddenPlaces = ({ home, stateFolder, uid }: Grounds): string[] => [
  ...SECRET.map(name => join(home, name)),
  ...DOORS,
  `/run/user/${uid}`,
  stateFolder,
];

/** Folders for temporary files, which agents get empty and for themselves. */
export const TEMPORARY = ['/tmp', '/var/tmp'];

/** What lies in a temporary folder and is needed all the same: the repository, and programs on the path. */
export const neededPlaces = ({ repository, path }: Grounds): string[] => [
  ...new Set(
    [...repository, ...path.split(':').map(packageOf), dirname(process.execPath), OWN].filter(isTemporary),
  ),
];

/** What is linked from a folder of programs lies beside it. */
const packageOf = (folder: string): string => (/[/\\]\.?bin$/.test(folder) ? dirname(folder) : folder);

const OWN = join(import.meta.dirname, '..', '..', '..');

const isTemporary = (place: string): boolean => TEMPORARY.some(folder => place.startsWith(folder + sep));
