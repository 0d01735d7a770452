import { readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { KEY_PLACES } from './key-places.ts';

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
  /** The user's own environment, which may say where programs keep their keys. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** Whoever may speak to one of these is the administrator of the machine, or the user outside of the sandbox. */
const DOORS = [
  '/run/docker.sock', // https://docs.docker.com/engine/security/#docker-daemon-attack-surface
  '/var/run/docker.sock', // the same
  '/run/podman', // https://docs.podman.io/en/latest/markdown/podman-system-service.1.html
  '/run/containerd', // https://github.com/containerd/containerd/blob/main/docs/ops.md
  '/run/crio', // https://github.com/cri-o/cri-o/blob/main/docs/crio.8.md
  '/run/buildkit', // https://github.com/moby/buildkit
  '/run/host-services', // https://docs.docker.com/desktop/features/networking/#ssh-agent-forwarding
  '/var/lib/incus/unix.socket', // https://linuxcontainers.org/incus/docs/main/authentication/
  '/var/snap/lxd/common/lxd/unix.socket', // the same
  '/run/libvirt', // https://libvirt.org/daemons.html
  '/run/dbus', // https://dbus.freedesktop.org/doc/dbus-daemon.1.html
  '/run/systemd/private', // https://www.freedesktop.org/software/systemd/man/latest/systemctl.html
  '/run/snapd.socket', // https://snapcraft.io/docs/snapd-rest-api
  '/run/pcscd', // https://pcsclite.apdu.fr (smart cards)
  '/run/screen', // https://www.gnu.org/software/screen/manual/screen.html
  '/run/postgresql', // https://www.postgresql.org/docs/current/runtime-config-connection.html (peer logins)
  '/run/mysqld', // https://dev.mysql.com/doc/refman/8.4/en/socket-pluggable-authentication.html
  '/run/redis', // https://redis.io/docs/latest/operate/oss_and_stack/management/config/
];

/** Variables of the user's by which programs are told of another place for keys; several in one are put apart by colons. */
const NAMED_BY = [
  'SSH_AUTH_SOCK', // https://man.openbsd.org/ssh-agent
  'GNUPGHOME', // https://www.gnupg.org/documentation/manuals/gnupg/GPG-Configuration.html
  'AWS_SHARED_CREDENTIALS_FILE', // https://docs.aws.amazon.com/cli/latest/userguide/cli-configure-envvars.html
  'AWS_CONFIG_FILE', // the same
  'AZURE_CONFIG_DIR', // https://learn.microsoft.com/cli/azure/azure-cli-configuration
  'CLOUDSDK_CONFIG', // https://cloud.google.com/sdk/docs/configurations
  'KUBECONFIG', // https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/
  'DOCKER_CONFIG', // https://docs.docker.com/reference/cli/docker/#environment-variables
  'GH_CONFIG_DIR', // https://cli.github.com/manual/gh_help_environment
  'NPM_CONFIG_USERCONFIG', // npm help config (userconfig)
  'npm_config_userconfig', // the same
  'PIP_CONFIG_FILE', // https://pip.pypa.io/en/stable/topics/configuration/
  'PGPASSFILE', // https://www.postgresql.org/docs/current/libpq-pgpass.html
  'NETRC', // https://everything.curl.dev/usingcurl/netrc.html
  'PASSWORD_STORE_DIR', // https://www.passwordstore.org
  'SOPS_AGE_KEY_FILE', // https://github.com/getsops/sops
  'TF_CLI_CONFIG_FILE', // https://developer.hashicorp.com/terraform/cli/config/config-file
  'HF_TOKEN_PATH', // https://huggingface.co/docs/huggingface_hub/package_reference/environment_variables
  'HISTFILE', // https://www.gnu.org/software/bash/manual/bash.html#Bash-History-Facilities
  'CODEX_HOME', // https://developers.openai.com/codex/config-reference
  'CLAUDE_CONFIG_DIR', // https://docs.claude.com/en/docs/claude-code/settings
];

/** What agents and checks do not get to see. The journal is among it: it knows what others were told. */
export const hiddenPlaces = (grounds: Grounds): string[] => [
  ...KEY_PLACES.flatMap(name => namesOf(name, grounds)),
  ...DOORS,
  `/run/user/${grounds.uid}`,
  ...NAMED_BY.flatMap(name => namedBy(name, grounds)),
  ...grounds.repository.flatMap(environmentFiles),
];

/** From the home and, where the user keeps such things elsewhere, from there. */
const namesOf = (name: string, { home, variables }: Grounds): string[] => [
  join(home, name),
  ...XDG.flatMap(([variable, usual]) => {
    const folder = variables[variable];
    return folder && isAbsolute(folder) && name.startsWith(usual)
      ? [join(folder, name.slice(usual.length))]
      : [];
  }),
];

/** https://specifications.freedesktop.org/basedir-spec/latest/ */
const XDG = [
  ['XDG_CONFIG_HOME', '.config/'],
  ['XDG_DATA_HOME', '.local/share/'],
  ['XDG_STATE_HOME', '.local/state/'],
  ['XDG_CACHE_HOME', '.cache/'],
] as const;

/** Never a folder in which all the rest lies, too. */
const namedBy = (name: string, { home, repository, path, variables }: Grounds): string[] =>
  (variables[name] ?? '')
    .split(':')
    .filter(isAbsolute)
    .map(place => resolve(place))
    .filter(place => ![home, ...repository, ...path.split(':')].some(needed => isWithin(needed, place)));

/** The user's own keys for the program, in files that git does not have: a workspace holds those that it has. */
function environmentFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter(name => /^\.env(?:rc|\.|$)/.test(name))
      .map(name => join(folder, name));
  } catch {
    return [];
  }
}

/** Whether a path is the folder or lies in it. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === sep ? sep : folder + sep);

/** Links followed, as far as there is something. */
export function realPlace(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realPlace(above), basename(path));
  }
}

/** A path below one folder as it is called below another name of that. */
export const moved = (path: string, from: string, to: string): string =>
  from !== to && isWithin(path, from) ? to + path.slice(from.length) : path;

/** Folders for temporary files, which agents get empty and for themselves. */
export const TEMPORARY = ['/tmp', '/var/tmp'] as const;

/** What lies in a temporary folder and is needed all the same: the repository, and programs on the path. */
export const neededPlaces = ({ repository, path }: Grounds): string[] => [
  ...new Set(
    [...repository, ...path.split(':').map(packageOf), dirname(process.execPath), OWN].filter(isTemporary),
  ),
];

/** Programs on the path are to be found, also where what installed them keeps keys beside them. */
export const programFolders = ({ path, home }: Grounds): string[] =>
  path.split(':').filter(folder => isAbsolute(folder) && folder !== home && isWithin(folder, home));

/** What is linked from a folder of programs lies beside it. */
const packageOf = (folder: string): string => (/[/\\]\.?bin$/.test(folder) ? dirname(folder) : folder);

const OWN = join(import.meta.dirname, '..', '..', '..');

/** Whether who has this home has none of their own: all of the machine is in it, or what anybody puts down. */
export const isShared = (home: string): boolean => home === '/' || TEMPORARY.some(folder => folder === home);

export const isTemporary = (place: string): boolean =>
  TEMPORARY.some(folder => place.startsWith(folder + sep));
