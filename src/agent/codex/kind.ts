import { randomUUID } from 'node:crypto';
import { addUsage } from '../../run/usage.ts';
import { handBack, lend } from '../credentials.ts';
import { findProgram } from '../find-program.ts';
import type { AgentKind } from '../kind.ts';
import type { Abilities, SessionOptions, SessionResult } from '../port.ts';
import { type Emit, openSession } from '../session.ts';
import type { Surroundings } from '../surroundings.ts';
import { converseWith } from '../talk/converse.ts';
import { unable } from '../unable.ts';
import { clear, furnish, startOf } from './command.ts';
import { openRollout } from './rollout.ts';
import { understanding } from './understand.ts';

const PROGRAM = 'codex';
const INSTALL = 'Install it: npm install -g @openai/codex';

const abilities: Abilities = {
  answers: 'schema',
  continues: true,
  usage: 'stream',
  tellsCost: false,
  readOnly: 'sandbox',
};

export const codexKind: AgentKind = {
  name: 'codex',
  title: 'OpenAI Codex',
  protocol: 'codex exec --json, JSON lines on standard output',
  program: PROGRAM,
  versionArguments: ['--version'],
  install: INSTALL,
  logins: [{ variable: 'CODEX_API_KEY' }, { file: '.codex/auth.json' }, { variable: 'OPENAI_API_KEY' }],
  loginHint: 'Run `codex login`, or set OPENAI_API_KEY.',
  abilities,
  notes: [
    'Codex’s own sandbox keeps commands from writing outside of the workspace; of /tmp they have a folder of their own.',
    'Commands reach the network in sessions that may write, though Codex by itself would not let them.',
    'Commands do not see the key of the API, but can read what `codex login` left.',
    'Codex refuses commands such as rm -f; the model is told so and finds another way.',
    'Codex does not tell when a model refuses: the session ends without an answer.',
    'With OPENAI_BASE_URL Codex speaks to that address, which must know the Responses API.',
    'Agents that Codex starts under itself are switched off, since what they spend is not told.',
  ],
  driver: surroundings => ({
    name: 'codex',
    abilities,
    start: options => openSession(emit => hold(options, surroundings, emit)),
  }),
};

async function hold(options: SessionOptions, surroundings: Surroundings, emit: Emit): Promise<SessionResult> {
  const start = startOf(options, surroundings, randomUUID());
  const command = findProgram(surroundings.options.program ?? PROGRAM, start.environment.PATH ?? '');
  if (command === null) return unable(`Codex was not found. ${INSTALL}`);
  furnish(start, options, surroundings);
  if (start.login) lend(start.login);
  const rollout = openRollout(start.sessions, options.continues);
  const program = {
    command,
    arguments: start.arguments,
    environment: start.environment,
    input: options.prompt,
    understand: understanding(rollout, options.answerSchema),
    writable: start.writable,
    confinement: surroundings.confinement,
    ...(surroundings.limits ? { limits: surroundings.limits } : {}),
  };
  const result = await converseWith(program, options, emit);
  if (start.login) handBack(start.login);
  clear(start, surroundings);
  const rest = rollout.rest();
  for (const usage of rest) emit({ type: 'usage', usage });
  return { ...result, usage: rest.reduce(addUsage, result.usage) };
}
