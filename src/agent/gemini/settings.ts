import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AnswerServer } from '../answer/tool.ts';
import type { Surroundings } from '../surroundings.ts';

/** How the user is let in, in Gemini CLI's words; null where there is no login. */
export function loginOf({ userEnvironment }: Surroundings, folder: string): string | null {
  if (userEnvironment.GEMINI_API_KEY) return 'gemini-api-key';
  if (userEnvironment.GOOGLE_API_KEY || userEnvironment.GOOGLE_GENAI_USE_VERTEXAI) return 'vertex-ai';
  return existsSync(join(folder, LOGIN_FILES[0])) ? 'oauth-personal' : null;
}

/** What a login with an account of Google's leaves. */
export const LOGIN_FILES = ['oauth_creds.json', 'google_accounts.json'] as const;

/** Variables for each way of being let in. */
export const LOGIN_VARIABLES: Readonly<Record<string, readonly string[]>> = {
  'gemini-api-key': ['GEMINI_API_KEY', 'GOOGLE_GEMINI_BASE_URL'],
  'vertex-ai': [
    'GOOGLE_API_KEY',
    'GOOGLE_GENAI_USE_VERTEXAI',
    'GOOGLE_CLOUD_PROJECT',
    'GOOGLE_CLOUD_LOCATION',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'GOOGLE_VERTEX_BASE_URL',
  ],
  'oauth-personal': ['GOOGLE_CLOUD_PROJECT', 'CODE_ASSIST_ENDPOINT'],
};

/** Gemini CLI replaces `$NAME` in its settings, so that one file serves sessions that run side by side. */
const ANSWER_VARIABLE = 'PHASEWRIGHT_ANSWER_';

const wordsOf = ({ command, args }: AnswerServer): readonly string[] => [command, ...args];

export const answerVariables = (server: AnswerServer): Record<string, string> =>
  Object.fromEntries(wordsOf(server).map((word, index) => [`${ANSWER_VARIABLE}${index}`, word]));

export const ANSWER_SERVER = 'phasewright';
/** How many words the command of the answer tool has, in each session. */
const ANSWER_WORDS = 4;

/** Gemini CLI ends before all that it printed is out, if that is much. With something to wait for it gets out. */
const LAST_BREATH = { name: 'last-breath', type: 'command', command: 'sleep 0.3' };

/** Settings that leave Gemini CLI alone with its task: no memory files, hooks of others and skills, and no calls home. */
export const settingsFor = (login: string | null, passed: readonly string[], retries: number): object => ({
  security: {
    auth: login === null ? {} : { selectedType: login },
    // Keys are for the program, not for what it runs.
    environmentVariableRedaction: { enabled: true, allowed: passed },
  },
  general: {
    enableAutoUpdate: false,
    enableAutoUpdateNotification: false,
    // It would go on for minutes, unheard. We try again, with all the patience that the run has.
    maxAttempts: retries + 1,
    retryFetchErrors: false,
    // Sessions are continued as long as the run lasts.
    sessionRetention: { enabled: false },
  },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  // Some versions read GEMINI.md besides.
  context: { fileName: 'no-memory-files' },
  skills: { enabled: false },
  hooksConfig: { enabled: true },
  hooks: { SessionEnd: [{ hooks: [LAST_BREATH] }] },
  advanced: { ignoreLocalEnv: true },
  tools: { shell: { enableInteractiveShell: false } },
  mcpServers: {
    [ANSWER_SERVER]: {
      command: `$${ANSWER_VARIABLE}0`,
      args: Array.from({ length: ANSWER_WORDS - 1 }, (_, index) => `$${ANSWER_VARIABLE}${index + 1}`),
      trust: true,
    },
  },
});
