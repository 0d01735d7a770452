import { join } from 'node:path';
import type { AnswerTool } from '../answer/tool.ts';
import type { Credential } from '../credentials.ts';
import { environmentFor } from '../environment.ts';
import { putFile } from '../home-files.ts';
import type { SessionOptions } from '../port.ts';
import type { Surroundings } from '../surroundings.ts';
import { policyFor } from './policy.ts';
import {
  ANSWER_SERVER,
  answerVariables,
  LOGIN_FILES,
  LOGIN_VARIABLES,
  loginOf,
  settingsFor,
} from './settings.ts';

/** How often it repeats a request that failed, half a minute in all. By itself it would do so for minutes, silently. */
const RETRIES = 3;

export interface Start {
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly input: string;
  readonly writable: readonly string[];
  /** Where Gemini CLI keeps its sessions. */
  readonly records: string;
  readonly logins: readonly Credential[];
}

/** How Gemini CLI is started for a session, after its home was furnished. */
export function startOf(
  session: SessionOptions,
  surroundings: Surroundings,
  answer: AnswerTool | null,
): Start {
  const { home, options, confinement } = surroundings;
  const users = join(
    surroundings.userEnvironment.GEMINI_CLI_HOME || session.environment.HOME || '',
    '.gemini',
  );
  const folder = options.inherit ? users : join(home, '.gemini');
  const login = loginOf(surroundings, users);
  const policy = join(home, `${session.permissions}.toml`);
  putFile(home, policy, policyFor(session.permissions, confinement !== null, ANSWER_SERVER));
  if (!options.inherit)
    putFile(
      home,
      join(folder, 'settings.json'),
      JSON.stringify(settingsFor(login, options.environment, surroundings.retries ?? RETRIES)),
    );
  const logins = LOGIN_FILES.map(name => ({ original: join(users, name), home, link: join(folder, name) }));
  return {
    arguments: [
      ...argumentsFor(session, policy),
      ...(options.inherit ? [] : ['--skip-trust', '--extensions', 'none']),
      ...(options.inherit ? [] : ['--allowed-mcp-server-names', answer ? ANSWER_SERVER : 'none']),
    ],
    environment: environmentFor(session, surroundings, namesFor(login, options.inherit), {
      ...(options.inherit ? { GEMINI_CLI_TRUST_WORKSPACE: 'true' } : { GEMINI_CLI_HOME: home }),
      GEMINI_CLI_NO_RELAUNCH: 'true',
      NO_BROWSER: 'true',
      ...(answer ? answerVariables(answer.server) : {}),
    }),
    input: plainPrompt(session.prompt),
    writable: options.inherit ? [users, home] : [home, ...logins.map(({ original }) => original)],
    records: join(folder, 'tmp'),
    logins: options.inherit ? [] : logins,
  };
}

const namesFor = (login: string | null, inherit: boolean): readonly string[] => [
  ...(inherit ? Object.values(LOGIN_VARIABLES).flat() : (LOGIN_VARIABLES[login ?? ''] ?? [])),
  ...(inherit ? ['GEMINI_CLI_HOME'] : []),
];

/** Where it may only read, whatever its rules do not allow would have to be asked for, and is refused. */
const argumentsFor = (
  { model, continues, permissions }: SessionOptions,
  policy: string,
): readonly string[] => [
  ...['--output-format', 'stream-json'],
  ...['--approval-mode', permissions === 'read-only' ? 'default' : 'yolo'],
  ...['--policy', policy],
  ...(model === null ? [] : ['--model', model]),
  ...(continues === null ? [] : ['--resume', continues]),
];

const AT_SIGN =
  'A backslash before an at sign is not part of what is meant; it keeps files from being read in.';

/** Gemini CLI puts the files into a prompt that stand behind an at sign in it, and spaces before the sign. */
function plainPrompt(prompt: string): string {
  const text = prompt.startsWith('/') ? ` ${prompt}` : prompt;
  return text.includes('@') ? `${text.replaceAll('@', '\\@')}\n\n${AT_SIGN}\n` : text;
}
