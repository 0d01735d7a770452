import type { AgentKind } from '../kind.ts';
import { INSTALL, OPENCODE_ABILITIES, opencodeDriver, PROGRAM } from './driver.ts';
import { KEYS } from './providers.ts';

export const opencodeKind: AgentKind = {
  name: 'opencode',
  title: 'OpenCode',
  protocol: 'HTTP and server-sent events, a server for each session',
  program: PROGRAM,
  versionArguments: ['--version'],
  install: INSTALL,
  logins: [{ file: '.local/share/opencode/auth.json' }, ...KEYS.map(variable => ({ variable }))],
  loginHint: 'Run `opencode auth login`, or set the key of the provider whose models are to be used.',
  abilities: OPENCODE_ABILITIES,
  modelHint: 'Name it with its provider: --model anthropic/NAME.',
  notes: [
    'Models are named provider/model, as OpenCode knows them: anthropic/…, openai/…, google/…, openrouter/….',
    'compatible/… is any server that speaks Chat Completions; OPENAI_COMPATIBLE_BASE_URL says where it is.',
    'It takes about 600 MB of memory for each session.',
    'It tells the cost of models whose price it knows; the price of others is unknown, not nothing.',
    'What the model spent on a message is told once its tools are through: a session that is cut off while a tool runs does not tell it.',
    'Without a sandbox its commands can write outside of the workspace; its other tools cannot.',
    'Without a sandbox, a session that may only read runs a few commands that only read: git diff, log and show, cat, grep.',
    'Memory files (AGENTS.md) in subfolders of the workspace are read along with files beside them, whatever is set.',
    'Keys are not passed on to the commands that it runs.',
  ],
  driver: opencodeDriver,
};
