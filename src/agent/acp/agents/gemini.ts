import { join } from 'node:path';
import { LOGIN_FILES, LOGIN_VARIABLES, loginOf } from '../../gemini/settings.ts';
import { putFile } from '../../home-files.ts';
import type { SessionOptions } from '../../port.ts';
import type { Surroundings } from '../../surroundings.ts';
import { type AcpProfile, PLAIN, type Preparation } from '../profile.ts';

/** Gemini CLI. It is left in the mode in which it asks before all that is not mere reading. */
export const gemini: AcpProfile = {
  ...PLAIN,
  name: 'gemini',
  title: 'Gemini CLI by ACP',
  program: 'gemini',
  arguments: ['--acp', '--skip-trust'],
  install: 'Install it: npm install -g @google/gemini-cli',
  variables: Object.values(LOGIN_VARIABLES).flat(),
  settings: { GEMINI_CLI_NO_RELAUNCH: 'true', NO_BROWSER: 'true' },
  logins: [{ variable: 'GEMINI_API_KEY' }, { file: '.gemini/oauth_creds.json' }],
  loginHint: 'Set GEMINI_API_KEY, or run `gemini` and log in.',
  // It would open the earlier session empty and write that over what was kept.
  continues: null,
  modes: { readOnly: 'default', writing: 'default' },
  model: 'prepared',
  // It calls a turn ended whose message the model broke off or refused to write.
  endsWithWords: true,
  asides: /^\[MODE_UPDATE\]/,
  takesTool: true,
  readOnly: 'tools',
  notes: [
    'The file GEMINI.md of a repository is read in any case.',
    'Its sessions are not continued by ACP, which would destroy them; the agent `gemini` continues them.',
    'It does not tell whether a command failed, and calls what the model refused an end like any other.',
    'A message that repeats itself is stopped as a loop.',
  ],
  prepare,
};

function prepare({ model, environment }: SessionOptions, surroundings: Surroundings): Preparation {
  const { home, options, userEnvironment } = surroundings;
  const folder = join(userEnvironment.GEMINI_CLI_HOME || (environment.HOME ?? ''), '.gemini');
  const words = model === null ? [] : ['--model', model];
  if (options.inherit) return { arguments: words, writable: [folder] };
  const own = join(home, '.gemini');
  putFile(home, join(own, 'settings.json'), JSON.stringify(settingsFor(surroundings, folder)));
  return {
    arguments: [...words, '--extensions', 'none'],
    environment: { GEMINI_CLI_HOME: home },
    credentials: LOGIN_FILES.map(file => ({ original: join(folder, file), home, link: join(own, file) })),
  };
}

/** No settings, hooks and skills of others, and no calls home. */
function settingsFor(surroundings: Surroundings, folder: string): object {
  const login = loginOf(surroundings, folder);
  return {
    security: {
      auth: login === null ? {} : { selectedType: login },
      // Keys are for the program, not for what it runs.
      environmentVariableRedaction: { enabled: true, allowed: surroundings.options.environment },
    },
    general: {
      enableAutoUpdate: false,
      enableAutoUpdateNotification: false,
      // Whoever fails is tried again by us, with all the patience that the run has.
      maxAttempts: 1,
      retryFetchErrors: false,
    },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    // It reads GEMINI.md besides.
    context: { fileName: 'no-memory-files' },
    skills: { enabled: false },
    hooksConfig: { enabled: false },
    advanced: { ignoreLocalEnv: true },
    // What a terminal shows is not passed on.
    tools: { shell: { enableInteractiveShell: false } },
  };
}
