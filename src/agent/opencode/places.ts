import { join } from 'node:path';
import type { Credential } from '../credentials.ts';
import { makeFolder, putFile, readFile } from '../home-files.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where OpenCode keeps things: variables that say so, and where they lie by default from the user's home. */
const FOLDERS = {
  XDG_DATA_HOME: '.local/share',
  XDG_CONFIG_HOME: '.config',
  XDG_STATE_HOME: '.local/state',
  XDG_CACHE_HOME: '.cache',
} as const;
type Variable = keyof typeof FOLDERS;
export const PLACE_VARIABLES = Object.keys(FOLDERS) as Variable[];

const NAME = 'opencode';
const LOGIN = 'auth.json';

/** The user's own folders of OpenCode's. */
export const userPlaces = (environment: Environment, userHome: string): readonly string[] =>
  PLACE_VARIABLES.map(variable => userPlace(variable, environment, userHome));

const userPlace = (variable: Variable, environment: Environment, userHome: string): string =>
  join(environment[variable] || join(userHome, FOLDERS[variable]), NAME);

/** Variables that make OpenCode keep everything in our folder. */
export const ownPlaces = (home: string): Record<string, string> => ({
  ...Object.fromEntries(PLACE_VARIABLES.map(variable => [variable, join(home, FOLDERS[variable])])),
  // Not in its documentation: where it looks for ~/.opencode and ~/.claude, which no setting switches off.
  OPENCODE_TEST_HOME: home,
});

/** The user's login, as it is needed in our folder. */
export const loginIn = (home: string, environment: Environment, userHome: string): Credential => ({
  original: join(userPlace('XDG_DATA_HOME', environment, userHome), LOGIN),
  home,
  link: join(home, FOLDERS.XDG_DATA_HOME, NAME, LOGIN),
});

/** At each start OpenCode fetches a package for plugins into its folder of settings, unless it is there or seems to be. */
export function preventDownload(home: string): void {
  const folder = join(home, FOLDERS.XDG_CONFIG_HOME, NAME);
  const lock = join(folder, 'package-lock.json');
  if (readFile(home, lock) !== null) return;
  makeFolder(home, join(folder, 'node_modules'));
  putFile(home, lock, JSON.stringify({ packages: { '': { dependencies: { '@opencode-ai/plugin': '*' } } } }));
}
