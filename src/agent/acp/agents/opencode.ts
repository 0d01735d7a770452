import { loginIn, ownPlaces, preventDownload, userPlaces } from '../../opencode/places.ts';
import { commandShell } from '../../opencode/shell.ts';
import type { SessionOptions } from '../../port.ts';
import type { Surroundings } from '../../surroundings.ts';
import { type AcpProfile, PLAIN, type Preparation } from '../profile.ts';
import { objectIn } from './object-in.ts';

/** OpenCode, which is told to ask before all that is not mere reading. */
export const opencode: AcpProfile = {
  ...PLAIN,
  name: 'opencode',
  title: 'OpenCode by ACP',
  program: 'opencode',
  arguments: ['acp'],
  install: 'Install it: npm install -g opencode-ai',
  variables: [
    'ANTHROPIC_API_KEY',
    'OPENAI_API_KEY',
    'GEMINI_API_KEY',
    'OPENROUTER_API_KEY',
    'OPENCODE_API_KEY',
  ],
  settings: {
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_SHARE: '1',
  },
  logins: [
    { variable: 'ANTHROPIC_API_KEY' },
    { variable: 'OPENAI_API_KEY' },
    { variable: 'OPENCODE_API_KEY' },
    { file: '.local/share/opencode/auth.json' },
  ],
  loginHint: 'Set the key of a provider, or run `opencode auth login`.',
  usage: 'last-message',
  tellsCost: true,
  continues: 'session/resume',
  model: 'prepared',
  startsAlone: true,
  takesTool: true,
  readOnly: 'tools',
  notes: [
    'Models are named with their provider, as in anthropic/claude-sonnet-4-5.',
    'It tells what a session cost, but not how many tokens it took; the agent `opencode` tells both.',
    'Failed requests to the model are repeated for about a minute before it gives up, and their status is not told.',
    'It needs about 7 seconds and 700 MB for each session.',
  ],
  prepare,
};

/** A refusal is told to the model and does not end its turn. Copies of files for an undo are of no use here. */
const ALWAYS = {
  autoupdate: false,
  share: 'disabled',
  snapshot: false,
  experimental: { continue_loop_on_deny: true },
  agent: { title: { disable: true } },
};

function prepare(
  { model, permissions, environment }: SessionOptions,
  surroundings: Surroundings,
): Preparation {
  const { home, options, userEnvironment, confinement } = surroundings;
  const isReadOnly = permissions === 'read-only';
  const userHome = environment.HOME ?? '';
  const config = {
    ...objectIn(userEnvironment.OPENCODE_CONFIG_CONTENT),
    ...ALWAYS,
    ...(options.inherit ? {} : { lsp: false, formatter: false }),
    shell: commandShell(home, environment.PATH ?? '', isReadOnly && confinement === null).path,
    permission: { edit: isReadOnly ? 'deny' : 'ask', bash: 'ask', question: 'deny', doom_loop: 'allow' },
    // Titles are made by the small model, which is the same one then.
    ...(model === null ? {} : { model, small_model: model }),
  };
  const variables = { OPENCODE_CONFIG_CONTENT: JSON.stringify(config) };
  if (options.inherit) return { environment: variables, writable: userPlaces(userEnvironment, userHome) };
  preventDownload(home);
  return {
    arguments: ['--pure'],
    environment: {
      ...variables,
      ...ownPlaces(home),
      OPENCODE_DISABLE_PROJECT_CONFIG: '1',
      OPENCODE_DISABLE_CLAUDE_CODE: '1',
      OPENCODE_DISABLE_EXTERNAL_SKILLS: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    },
    credentials: [loginIn(home, userEnvironment, userHome)],
  };
}
