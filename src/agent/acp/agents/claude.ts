import { claudeEnvironment, credentialOf, writableFor } from '../../claude/command.ts';
import { toolsOf, WAITING_TOOLS, WRITING_TOOLS } from '../../claude/permission.ts';
import type { SessionOptions } from '../../port.ts';
import type { Surroundings } from '../../surroundings.ts';
import { type AcpProfile, PLAIN, type Preparation } from '../profile.ts';

/** Claude Code behind an adapter. It is left in the mode in which it asks before all that is not mere reading. */
export const claude: AcpProfile = {
  ...PLAIN,
  name: 'claude',
  title: 'Claude Code by ACP',
  program: 'claude-agent-acp',
  install: 'Install it: npm install -g @agentclientprotocol/claude-agent-acp',
  variables: ['CLAUDE_CODE_EXECUTABLE'],
  // Otherwise the tool for the answer has to be searched for first.
  settings: { ENABLE_TOOL_SEARCH: 'false', NO_BROWSER: '1' },
  logins: [
    { variable: 'ANTHROPIC_API_KEY' },
    { variable: 'CLAUDE_CODE_OAUTH_TOKEN' },
    { file: '.claude/.credentials.json' },
  ],
  loginHint: 'Set ANTHROPIC_API_KEY, or run `claude` and type /login.',
  tellsCost: true,
  continues: 'session/resume',
  modes: { readOnly: 'default', writing: 'default' },
  model: 'prepared',
  takesTool: true,
  readOnly: 'tools',
  notes: ['What a session took that failed is not told; the agent `claude` tells it.'],
  prepare,
};

function prepare(session: SessionOptions, surroundings: Surroundings): Preparation {
  const { model, permissions } = session;
  const { inherit } = surroundings.options;
  const isReadOnly = permissions === 'read-only';
  const options = {
    promptSuggestions: false,
    ...(model === null ? {} : { model }),
    disallowedTools: [...WAITING_TOOLS, ...(isReadOnly ? WRITING_TOOLS : [])],
    ...(inherit
      ? asking(isReadOnly)
      : { settingSources: [], strictMcpConfig: true, tools: toolsOf(permissions) }),
  };
  return {
    meta: { claudeCode: { options } },
    environment: claudeEnvironment(session, surroundings),
    credentials: inherit ? [] : [credentialOf(session, surroundings)],
    writable: writableFor(session, surroundings),
  };
}

/** What the user's settings allow is not asked about, so a session that only reads has to be told to ask. */
const asking = (isReadOnly: boolean): object =>
  isReadOnly ? { settings: { permissions: { ask: ['Bash'] } } } : {};
