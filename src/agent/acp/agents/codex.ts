import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, putFile } from '../../home-files.ts';
import type { SessionOptions } from '../../port.ts';
import type { Surroundings } from '../../surroundings.ts';
import { type AcpProfile, PLAIN, type Preparation } from '../profile.ts';
import { objectIn } from './object-in.ts';

const KEYS = ['CODEX_API_KEY', 'OPENAI_API_KEY'];

/** Codex reads these before the adapter can tell it anything: no memory files, skills and the like, and no calls home. */
const CONFIG = `check_for_update_on_startup = false
project_doc_max_bytes = 0
allow_login_shell = false

[analytics]
enabled = false

[skills]
include_instructions = false
bundled.enabled = false

[features]
plugins = false
apps = false
hooks = false
goals = false
multi_agent = false
api_key_model_discovery = false
shell_snapshot = false
unbounded_connection_retries = false

[shell_environment_policy]
exclude = ${JSON.stringify(KEYS)}
`;

/** Codex behind an adapter. Its own sandbox keeps commands in the workspace; it asks where they need more. */
export const codex: AcpProfile = {
  ...PLAIN,
  name: 'codex',
  title: 'Codex by ACP',
  program: 'codex-acp',
  install: 'Install it: npm install -g @agentclientprotocol/codex-acp',
  variables: [...KEYS, 'CODEX_PATH', 'MODEL_PROVIDER'],
  settings: { NO_BROWSER: '1' },
  logins: [{ variable: 'CODEX_API_KEY' }, { variable: 'OPENAI_API_KEY' }, { file: '.codex/auth.json' }],
  loginHint: 'Set OPENAI_API_KEY, or run `codex login`.',
  continues: 'session/resume',
  model: 'prepared',
  asides: /^Warning: /,
  unnamedIsFailure: true,
  startsAlone: true,
  takesTool: true,
  readOnly: 'sandbox',
  notes: [
    'Commands reach no network where there is no sandbox but its own.',
    'Models that Codex knows have to search for the tool by which they answer.',
    'What a session took that failed or was broken off is not told; the agent `codex` tells it.',
  ],
  prepare,
};

function prepare(session: SessionOptions, surroundings: Surroundings): Preparation {
  const { home, options, userEnvironment, confinement } = surroundings;
  const folder = userEnvironment.CODEX_HOME || join(session.environment.HOME ?? '', '.codex');
  const hasKey = KEYS.some(key => userEnvironment[key]);
  // Codex's own sandbox may not work inside of ours, and need not.
  const mode = confinement ? 'agent-full-access' : session.permissions;
  const environment = {
    CODEX_CONFIG: JSON.stringify(configFor(session, surroundings)),
    INITIAL_AGENT_MODE: mode,
    ...(hasKey ? { DEFAULT_AUTH_REQUEST: '{"methodId":"api-key"}' } : {}),
  };
  if (options.inherit) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return { mode, environment: { ...environment, CODEX_HOME: folder }, writable: [folder] };
  }
  putFile(home, join(home, 'config.toml'), CONFIG);
  const temporary = join(home, 'tmp');
  makeFolder(home, temporary);
  return {
    mode,
    // Codex has no sandbox where its home lies below the folder for temporary files.
    environment: { ...environment, CODEX_HOME: home, ...(confinement ? {} : { TMPDIR: temporary }) },
    // A key is written down where a login would be, which must not be the user's own file then.
    credentials: hasKey ? [] : [{ original: join(folder, 'auth.json'), home, link: join(home, 'auth.json') }],
  };
}

/** How often Codex tries again by itself, a request and then a broken answer. We have more patience than it has. */
const RETRIES = { request_max_retries: 2, stream_max_retries: 2 };

/** What the user set for the adapter, the model, and the provider at the user's address. */
function configFor({ model }: SessionOptions, { userEnvironment, options }: Surroundings): object {
  const { CODEX_CONFIG, OPENAI_BASE_URL } = userEnvironment;
  const key = KEYS.find(name => userEnvironment[name]);
  const provider = {
    name: 'OPENAI_BASE_URL',
    base_url: OPENAI_BASE_URL,
    wire_api: 'responses',
    supports_websockets: false,
    ...RETRIES,
    ...(key === undefined ? {} : { env_key: key }),
  };
  return {
    ...objectIn(CODEX_CONFIG),
    ...(model === null ? {} : { model }),
    ...(OPENAI_BASE_URL && !options.inherit
      ? { model_provider: 'phasewright', model_providers: { phasewright: provider } }
      : {}),
  };
}
