import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Credential } from '../credentials.ts';
import { environmentFor } from '../environment.ts';
import { putFile } from '../home-files.ts';
import type { SessionOptions } from '../port.ts';
import type { Surroundings } from '../surroundings.ts';
import { toolsOf, WAITING_TOOLS, WRITING_TOOLS } from './permission.ts';
import { NEEDED, SECRETS } from './variables.ts';

type Given = Pick<Surroundings, 'home' | 'options' | 'userEnvironment' | 'confinement'>;

/** Speaks its protocol in both directions, and asks us whatever it would ask a person. */
const PROTOCOL = [
  ...['-p', '--verbose', '--input-format', 'stream-json', '--output-format', 'stream-json'],
  ...['--permission-prompt-tool', 'stdio', '--permission-mode', 'default'],
];

export function argumentsFor(session: SessionOptions, surroundings: Given): string[] {
  const { model, continues, answerSchema } = session;
  return [
    ...PROTOCOL,
    ...(model === null ? [] : ['--model', model]),
    ...(continues === null ? ['--session-id', randomUUID()] : ['--resume', continues]),
    ...(answerSchema === null ? [] : ['--json-schema', JSON.stringify(plain(answerSchema))]),
    ...(surroundings.options.inherit ? inheriting(session, surroundings) : alone(session)),
  ];
}

/** The program knows no other dialect of JSON Schema than its own, and refuses to hear of one. */
const plain = ({ $schema, ...schema }: { readonly $schema?: unknown }): object => schema;

/** No settings, memory files, hooks, plugins, skills, subagents and MCP servers of the user's or the repository's. */
const alone = ({ permissions }: SessionOptions): string[] => [
  ...['--setting-sources', '', '--strict-mcp-config', '--disable-slash-commands'],
  ...['--tools', toolsOf(permissions).join(',')],
];

/** What the user's settings allow is not asked about, so a session that only reads has to be told to ask. */
function inheriting({ permissions }: SessionOptions, { confinement }: Given): string[] {
  if (permissions !== 'read-only') return ['--disallowedTools', WAITING_TOOLS.join(',')];
  const without = ['--disallowedTools', [...WAITING_TOOLS, ...WRITING_TOOLS].join(',')];
  return confinement === null
    ? [...without, '--settings', JSON.stringify({ permissions: { ask: ['Bash'] } })]
    : without;
}

/** Calls nobody but its model, updates nothing, and leaves nothing running behind a turn. */
const QUIET = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  CLAUDE_CODE_DISABLE_TERMINAL_TITLE: '1',
  CLAUDE_CODE_DISABLE_FEEDBACK_SURVEY: '1',
  CLAUDE_CODE_IDE_SKIP_AUTO_INSTALL: '1',
  CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
  CLAUDE_CODE_DISABLE_CRON: '1',
};

/** Words such as `@types/node` in a plan are no orders to attach a file. */
const FORGETFUL = {
  CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1',
  CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
  CLAUDE_CODE_DISABLE_FILE_MENTIONS: '1',
  ENABLE_CLAUDEAI_MCP_SERVERS: 'false',
};

/** Its own two minutes are too short for many a test suite, which cannot go on in the background here. */
const PATIENCE = { BASH_DEFAULT_TIMEOUT_MS: String(600_000), BASH_MAX_TIMEOUT_MS: String(3_600_000) };

export function claudeEnvironment(
  session: SessionOptions,
  surroundings: Surroundings,
): Record<string, string> {
  const { inherit } = surroundings.options;
  const known = environmentFor(
    session,
    surroundings,
    inherit ? [...NEEDED, 'CLAUDE_CONFIG_DIR'] : NEEDED,
    QUIET,
  );
  return {
    ...PATIENCE,
    ...known,
    CLAUDE_ENV_FILE: hidingFile(session, surroundings),
    ...(inherit
      ? {}
      : { ...FORGETFUL, CLAUDE_CONFIG_DIR: configOf(surroundings), ...keychain(surroundings) }),
  };
}

const configOf = ({ home }: Given): string => join(home, 'config');

/** Where macOS keeps the login, it keeps it by the name of the configuration; empty is the usual one. */
const keychain = ({ userEnvironment }: Given): Record<string, string> =>
  process.platform === 'darwin'
    ? { CLAUDE_SECURESTORAGE_CONFIG_DIR: userEnvironment.CLAUDE_CONFIG_DIR ?? '' }
    : {};

/**
 * A file that the program sources before each command: it takes out the keys that are only for itself. A command that
 * looks into the memory of other processes finds them all the same.
 */
function hidingFile({ environment }: SessionOptions, { home, options }: Given): string {
  const file = join(home, 'before-command.sh');
  const hidden = SECRETS.filter(name => !(name in environment) && !options.environment.includes(name));
  const text = `unset ${hidden.join(' ')}\n`;
  putFile(home, file, text);
  return file;
}

/** The folder in which the user's own configuration lies. */
const userConfig = ({ environment }: SessionOptions, { userEnvironment }: Given): string =>
  userEnvironment.CLAUDE_CONFIG_DIR || join(environment.HOME ?? homedir(), '.claude');

/** What the user's login left, as the agent's own home needs it. */
export function credentialOf(session: SessionOptions, surroundings: Given): Credential {
  const name = '.credentials.json';
  return {
    original: join(userConfig(session, surroundings), name),
    home: surroundings.home,
    link: join(configOf(surroundings), name),
  };
}

/** What must be writable besides the workspace. */
export const writableFor = (session: SessionOptions, surroundings: Given): string[] =>
  surroundings.options.inherit
    ? [
        surroundings.home,
        userConfig(session, surroundings),
        join(session.environment.HOME ?? homedir(), '.claude.json'),
      ]
    : [surroundings.home, credentialOf(session, surroundings).original];
