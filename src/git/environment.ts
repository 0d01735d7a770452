import { absoluteFolders } from '../base/search-path.ts';

/** What git needs of the user's environment: where programs, settings and identity are found. No other GIT_* gets in. */
const PASSED_ON = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'TMPDIR',
  'XDG_CONFIG_HOME',
  'SSH_AUTH_SOCK',
  'SYSTEMROOT',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
  'TEMP',
  'TMP',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_CEILING_DIRECTORIES',
  'GIT_AUTHOR_NAME',
  'GIT_AUTHOR_EMAIL',
  'GIT_COMMITTER_NAME',
  'GIT_COMMITTER_EMAIL',
  // By which git processes of a driver that was killed are found.
  'PHASEWRIGHT_MARKER',
];

/** No question is ever asked, no program that a repository names is run for paging, editing, asking or connecting. */
const FIXED = {
  LC_ALL: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_PAGER: 'cat',
  GIT_EDITOR: ':',
  GIT_SEQUENCE_EDITOR: ':',
  GIT_ASKPASS: 'true',
  SSH_ASKPASS: 'true',
  GIT_SSH_COMMAND: 'ssh -oBatchMode=yes',
  /** A partial clone may fetch what it lacks, but neither over `ext::` nor with a program at a local path. */
  GIT_ALLOW_PROTOCOL: 'https:http:ssh',
};

/**
 * Stronger than any configuration file. Filters (`filter.*`, such as git-lfs) and merge drivers of the configuration
 * stay in force: without them the contents that git stores would be others than the user's own git stores.
 */
const SETTINGS: readonly (readonly [string, string])[] = [
  ['core.fsmonitor', 'false'],
  ['core.alternateRefsCommand', 'true'],
  ['credential.helper', ''],
  ['core.ignoreStat', 'false'],
  ['core.splitIndex', 'false'],
  ['core.safecrlf', 'false'],
  ['core.quotePath', 'true'],
  ['add.ignoreErrors', 'false'],
  ['advice.addEmbeddedRepo', 'false'],
  ['commit.gpgSign', 'false'],
  ['log.showSignature', 'false'],
  ['color.ui', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
];

const WITHOUT_HOOKS = ['core.hooksPath', '/dev/null'] as const;

export type Environment = Readonly<Record<string, string>>;

/** The environment with further settings, stronger than any configuration file. */
export function withSettings(
  environment: Environment,
  settings: readonly (readonly [key: string, value: string])[],
): Environment {
  const first = Number(environment.GIT_CONFIG_COUNT);
  const added = settings.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${first + at}`, key],
    [`GIT_CONFIG_VALUE_${first + at}`, value],
  ]);
  const count = String(first + settings.length);
  return { ...environment, ...Object.fromEntries(added), GIT_CONFIG_COUNT: count };
}

/** The whole environment of a git process. The repository's hooks run only where they are asked for. */
export function gitEnvironment(inherited: Readonly<NodeJS.ProcessEnv>, hooks: boolean): Environment {
  const environment: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = name === 'PATH' ? absoluteFolders(inherited.PATH ?? '') : inherited[name];
    if (value !== undefined) environment[name] = value;
  }
  const settings = hooks ? SETTINGS : [...SETTINGS, WITHOUT_HOOKS];
  return withSettings({ ...environment, ...FIXED, GIT_CONFIG_COUNT: '0' }, settings);
}
