import { claude } from './agents/claude.ts';
import { codex } from './agents/codex.ts';
import { gemini } from './agents/gemini.ts';
import { opencode } from './agents/opencode.ts';
import { type AcpProfile, PLAIN, UNTRIED } from './profile.ts';

/** Asks before it writes, as a client of the protocol may expect; whether it does is up to the agent. */
const ASKS = 'A session that may only read is kept to that by what the agent asks permission for.';
const OWN_SETTINGS = 'It works with the user’s own settings and login.';

const copilot: AcpProfile = {
  ...PLAIN,
  name: 'copilot',
  title: 'GitHub Copilot CLI',
  program: 'copilot',
  arguments: ['--acp', '--no-auto-update'],
  install: 'Install it: npm install -g @github/copilot',
  variables: [
    'COPILOT_GITHUB_TOKEN',
    'GH_TOKEN',
    'GITHUB_TOKEN',
    'COPILOT_MODEL',
    'COPILOT_OFFLINE',
    'COPILOT_PROVIDER_BASE_URL',
    'COPILOT_PROVIDER_API_KEY',
  ],
  logins: [{ variable: 'COPILOT_GITHUB_TOKEN' }, { variable: 'GH_TOKEN' }, { file: '.copilot/config.json' }],
  loginHint: 'Set COPILOT_GITHUB_TOKEN, or run `copilot` and type /login.',
  usage: 'process',
  failureWords: /^Error: /,
  notes: [UNTRIED, ASKS, OWN_SETTINGS],
  prepare: ({ model, environment }) => ({
    environment: model === null ? {} : { COPILOT_MODEL: model },
    writable: [`${environment.HOME ?? ''}/.copilot`],
  }),
  model: 'prepared',
};

const qwen: AcpProfile = {
  ...PLAIN,
  name: 'qwen',
  title: 'Qwen Code',
  program: 'qwen',
  arguments: ['--acp'],
  install: 'Install it: npm install -g @qwen-code/qwen-code',
  variables: ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_MODEL', 'DASHSCOPE_API_KEY'],
  logins: [{ variable: 'OPENAI_API_KEY' }, { file: '.qwen/oauth_creds.json' }],
  loginHint: 'Set OPENAI_API_KEY and OPENAI_BASE_URL, or run `qwen` and log in.',
  usage: 'none',
  // It starts in one in which it decides by itself.
  modes: { readOnly: 'default', writing: 'default' },
  model: 'prepared',
  notes: [
    UNTRIED,
    ASKS,
    OWN_SETTINGS,
    'It sends usage statistics to its makers unless its settings forbid it.',
  ],
  prepare: ({ model, environment }, { userEnvironment }) => ({
    arguments: [
      ...(userEnvironment.OPENAI_API_KEY ? ['--auth-type', 'openai'] : []),
      ...(model === null ? [] : ['--model', model]),
    ],
    writable: [`${environment.HOME ?? ''}/.qwen`],
  }),
};

const kimi: AcpProfile = {
  ...PLAIN,
  name: 'kimi',
  title: 'Kimi Code',
  program: 'kimi',
  arguments: ['acp'],
  install: 'Install it: npm install -g @moonshot-ai/kimi-code',
  variables: ['KIMI_API_KEY', 'KIMI_BASE_URL', 'KIMI_MODEL_NAME', 'MOONSHOT_API_KEY'],
  logins: [{ variable: 'KIMI_API_KEY' }, { file: '.kimi/config.toml' }],
  loginHint: 'Run `kimi` and log in.',
  usage: 'none',
  notes: [UNTRIED, ASKS, OWN_SETTINGS],
  prepare: ({ environment }) => ({ writable: [`${environment.HOME ?? ''}/.kimi`] }),
};

const goose: AcpProfile = {
  ...PLAIN,
  name: 'goose',
  title: 'Goose',
  program: 'goose',
  arguments: ['acp'],
  install: 'Install Goose from its makers, Block.',
  variables: ['GOOSE_PROVIDER', 'GOOSE_MODEL', 'OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GOOGLE_API_KEY'],
  logins: [{ variable: 'GOOSE_PROVIDER' }, { file: '.config/goose/config.yaml' }],
  loginHint: 'Run `goose configure`.',
  usage: 'none',
  model: 'prepared',
  notes: [UNTRIED, ASKS, OWN_SETTINGS],
  prepare: ({ model, environment }) => ({
    // Otherwise it decides by itself.
    environment: { GOOSE_MODE: 'approve', ...(model === null ? {} : { GOOSE_MODEL: model }) },
    writable: ['.config/goose', '.local/share/goose', '.local/state/goose'].map(
      folder => `${environment.HOME ?? ''}/${folder}`,
    ),
  }),
};

export const PROFILES: readonly AcpProfile[] = [claude, codex, gemini, opencode, copilot, qwen, kimi, goose];

/** An agent of the user's own, of which nothing is known but that it speaks the protocol. */
export const GENERIC: AcpProfile = {
  ...PLAIN,
  name: '',
  title: '',
  program: null,
  install: 'Name its program and arguments in the settings of this agent.',
  loginHint: 'Log in as its makers say; name the variables that it needs in the settings of this agent.',
  notes: [ASKS, OWN_SETTINGS],
};
