import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Credential } from '../credentials.ts';
import { environmentFor } from '../environment.ts';
import { putFile, removeOwn } from '../home-files.ts';
import type { SessionOptions } from '../port.ts';
import type { Surroundings } from '../surroundings.ts';
import { strictSchema } from './strict.ts';

/** How Codex is started for one session. */
export interface Start {
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly writable: readonly string[];
  /** Where Codex keeps threads. */
  readonly sessions: string;
  /** The user's login where Codex works with that in a home of ours, else null. */
  readonly login: Credential | null;
  /** The schema of the answer, for as long as the session lasts. */
  readonly schemaFile: string | null;
  /** A folder for temporary files, for as long as the session lasts. */
  readonly temporary: string | null;
}

/** In our hands the key has this name, whatever it had in the user's. */
const KEY = 'CODEX_API_KEY';

export function startOf(session: SessionOptions, surroundings: Surroundings, name: string): Start {
  const { home, options } = surroundings;
  const folder = userFolder(session, surroundings);
  const schemaFile = session.answerSchema === null ? null : join(home, 'schemas', `${name}.json`);
  const common = [...(schemaFile === null ? [] : ['--output-schema', schemaFile]), ...lastWords(session)];
  const sandbox = ['-s', sandboxFor(session, surroundings)];
  const key = keyFor(surroundings, existsSync(join(folder, 'auth.json')));
  const ourKey = key === null ? {} : { [KEY]: key };
  if (options.inherit)
    return {
      arguments: [...ALWAYS, ...sandbox, ...common],
      environment: environmentFor(session, surroundings, ['CODEX_HOME', ...ITS_VARIABLES], ourKey),
      writable: [folder, home],
      sessions: join(folder, 'sessions'),
      login: null,
      schemaFile,
      temporary: null,
    };
  const login = { original: join(folder, 'auth.json'), home, link: join(home, 'auth.json') };
  const temporary = surroundings.confinement ? null : temporaryFolder(session, name);
  const place = temporary === null ? {} : { TMPDIR: temporary };
  const ours = { ...ourKey, ...place, CODEX_HOME: home, TZ: 'UTC' };
  const settings = { ...ALONE, ...providerFor(surroundings, key), ...settingsFor(session, surroundings) };
  return {
    arguments: [...ALWAYS, '--ignore-user-config', '--ignore-rules', ...sandbox, ...set(settings), ...common],
    environment: environmentFor(session, surroundings, [], ours),
    writable: [home, ...(key === null ? [login.original] : [])],
    sessions: join(home, 'sessions'),
    login: key === null ? login : null,
    schemaFile,
    temporary,
  };
}

/** Makes the files and folders that the command line speaks of. */
export function furnish(start: Start, { answerSchema }: SessionOptions, { home }: Surroundings): void {
  // With the user's own settings that is the user's own folder.
  mkdirSync(join(start.sessions, '..'), { recursive: true, mode: 0o700 });
  if (start.temporary !== null) mkdirSync(start.temporary, { recursive: true, mode: 0o700 });
  if (start.schemaFile !== null && answerSchema !== null)
    putFile(home, start.schemaFile, JSON.stringify(strictSchema({ ...answerSchema })));
}

/** Takes away what was made for the session alone. */
export function clear({ schemaFile, temporary }: Start, { home }: Surroundings): void {
  if (schemaFile !== null) removeOwn(home, schemaFile);
  if (temporary !== null) rmSync(temporary, { recursive: true, force: true, maxRetries: 2 });
}

type Setting = string | number | boolean | readonly string[];

/** JSON of such values is TOML, too. */
const set = (settings: Readonly<Record<string, Setting>>): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${JSON.stringify(value)}`]);

const ALWAYS = [
  ...['exec', '--json', '--skip-git-repo-check', '--color', 'never'],
  ...set({
    'analytics.enabled': false,
    check_for_update_on_startup: false,
    approval_policy: 'never',
    // Without a network Codex would wait for one as long as it is let.
    'features.unbounded_connection_retries': false,
  }),
];

/** No memory files, skills and the like, nor agents under it, whose spending nobody would see. */
const ALONE = {
  project_doc_max_bytes: 0,
  'skills.include_instructions': false,
  'skills.bundled.enabled': false,
  'features.plugins': false,
  'features.apps': false,
  'features.hooks': false,
  'features.goals': false,
  'features.multi_agent': false,
  // It would ask another host than that of the model about the key.
  'features.api_key_model_discovery': false,
  // Commands get the environment that they are given, not what files of the user's shell make of it.
  'features.shell_snapshot': false,
  allow_login_shell: false,
};

/** The model is named each time: a thread that is continued without it goes on with another. */
const lastWords = ({ model, continues }: SessionOptions): readonly string[] => [
  ...(model === null ? [] : ['-m', model]),
  ...(continues === null ? [] : ['resume', continues]),
  '-',
];

/** Codex's own sandbox may not work inside of ours, and need not. */
const sandboxFor = ({ permissions }: SessionOptions, { confinement }: Surroundings): string =>
  confinement ? 'danger-full-access' : permissions;

/** Where the user's own Codex keeps its settings and its login. */
const userFolder = ({ environment }: SessionOptions, { userEnvironment }: Surroundings): string =>
  userEnvironment.CODEX_HOME || join(environment.HOME ?? '', '.codex');

/** Of the user's variables, those that settings of the user may go by. */
const ITS_VARIABLES = ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_ORGANIZATION', 'OPENAI_PROJECT'];

/** The key of the API is used where it is meant for Codex, or where there is no other way. Null: by login, or not at all. */
function keyFor({ userEnvironment, options }: Surroundings, isLoggedIn: boolean): string | null {
  const { CODEX_API_KEY, OPENAI_API_KEY, OPENAI_BASE_URL } = userEnvironment;
  const isElsewhere = !options.inherit && OPENAI_BASE_URL;
  return CODEX_API_KEY || ((isElsewhere || !isLoggedIn) && OPENAI_API_KEY) || null;
}

/** The provider at the user's address; that of Codex itself where there is none. */
function providerFor(
  { userEnvironment, retries }: Surroundings,
  key: string | null,
): Record<string, Setting> {
  const address = userEnvironment.OPENAI_BASE_URL;
  if (!address) return {};
  const provider = {
    name: 'OPENAI_BASE_URL',
    base_url: address,
    wire_api: 'responses',
    supports_websockets: false,
    ...(retries === undefined ? {} : { request_max_retries: retries, stream_max_retries: retries }),
    ...(key === null ? {} : { env_key: KEY }),
  };
  const settings = Object.entries(provider).map(([name, value]) => [
    `model_providers.phasewright.${name}`,
    value,
  ]);
  return { model_provider: 'phasewright', ...Object.fromEntries(settings) };
}

/**
 * Commands write to this one only, not to all of /tmp; under confinement /tmp is one of its own. Its name is short, since
 * those of sockets in it must be.
 */
const temporaryFolder = ({ environment }: SessionOptions, name: string): string =>
  join(environment.TMPDIR || '/tmp', `phasewright-${name.slice(0, 8)}`);

/** Commands do not see the key, and have the user's zone of time. The network they reach, as those of any agent do. */
const settingsFor = (
  { environment }: SessionOptions,
  { confinement }: Surroundings,
): Record<string, Setting> => ({
  'shell_environment_policy.exclude': [KEY, 'TZ'],
  ...(environment.TZ ? { 'shell_environment_policy.set.TZ': environment.TZ } : {}),
  ...(confinement
    ? {}
    : {
        'sandbox_workspace_write.exclude_slash_tmp': true,
        'sandbox_workspace_write.network_access': true,
      }),
});
