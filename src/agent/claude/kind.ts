import type { AgentKind } from '../kind.ts';
import type { Abilities } from '../port.ts';
import { claudeDriver } from './driver.ts';
import { LOGIN_HINT } from './failure.ts';

const INSTALL = 'Install it: npm install -g @anthropic-ai/claude-code';
const ABILITIES: Abilities = {
  answers: 'schema',
  continues: true,
  usage: 'stream',
  tellsCost: true,
  readOnly: 'tools',
};

export const claudeKind: AgentKind = {
  name: 'claude',
  title: 'Claude Code',
  protocol: 'stream-json in both directions',
  program: 'claude',
  versionArguments: ['--version'],
  install: INSTALL,
  logins: [
    { variable: 'ANTHROPIC_API_KEY' },
    { variable: 'ANTHROPIC_AUTH_TOKEN' },
    { variable: 'CLAUDE_CODE_OAUTH_TOKEN' },
    { variable: 'CLAUDE_CODE_USE_BEDROCK' },
    { variable: 'CLAUDE_CODE_USE_VERTEX' },
    { variable: 'CLAUDE_CODE_USE_FOUNDRY' },
    { file: '.claude/.credentials.json' },
  ],
  loginHint: LOGIN_HINT,
  abilities: ABILITIES,
  notes: [
    'Input tokens are told while it works; output tokens and the cost when its turn ends or is interrupted.',
    'Costs are its own estimate by list prices, and unknown for models that are not on its list.',
    'Keys are taken out of the environment of the commands that it runs; a command that searches the memory of other processes still finds them.',
    'A key that a login at the Anthropic Console left in ~/.claude.json is used with `inherit` only; otherwise set ANTHROPIC_API_KEY.',
    'Commands are limited to the workspace by the sandbox only; its tools for files refuse what lies outside.',
  ],
  driver: surroundings => claudeDriver({ ...claudeKind, program: 'claude' }, surroundings),
};
