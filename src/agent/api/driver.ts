import { randomUUID } from 'node:crypto';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Failure } from '../../run/failure.ts';
import { NO_USAGE } from '../../run/usage.ts';
import { environmentFor } from '../environment.ts';
import type { Abilities, Driver, SessionOptions, SessionResult } from '../port.ts';
import { openSession } from '../session.ts';
import type { Surroundings } from '../surroundings.ts';
import { type AgentProgram, converseWith } from '../talk/converse.ts';
import { understand } from '../wire/understand.ts';
import type { Orders } from './orders.ts';
import { type Chosen, chosenModel } from './providers.ts';
import { isSessionId } from './session-file.ts';

/** Beside this file, in the same language: both are run as sources and as compiled. */
const PROGRAM = fileURLToPath(new URL('./program.ts', import.meta.url)).replace(
  /\.ts$/,
  extname(import.meta.url),
);

/** Node speaks through a proxy only if it is told to. Taken out again before any command is run. */
const OURS = { NODE_USE_ENV_PROXY: '1' };

/** What tests lower. */
export interface ApiLimits {
  /** How often a request is made again; the waits in between double, or are what the provider asks for. */
  readonly retries: number;
  /** How often the model may speak in one session. */
  readonly steps: number;
}

export const API_LIMITS: ApiLimits = { retries: 4, steps: 300 };

export const API_ABILITIES: Abilities = {
  answers: 'tool',
  continues: true,
  usage: 'stream',
  tellsCost: false,
  readOnly: 'tools',
};

/** Our own agent, on the models of several providers. */
export const apiDriver = (surroundings: Surroundings, limits: ApiLimits = API_LIMITS): Driver => ({
  name: 'api',
  abilities: API_ABILITIES,
  start: options =>
    openSession(async emit => {
      if (options.signal.aborted) return { status: 'cancelled', ...NOTHING_DONE };
      const chosen = chosenModel(options.model, surroundings.userEnvironment);
      if ('category' in chosen) return failed(chosen);
      if (options.continues !== null && !isSessionId(options.continues))
        return failed({
          category: 'agent_error',
          message: `"${options.continues}" is no session of this agent`,
        });
      return converseWith(programFor(chosen, options, surroundings, limits), options, emit);
    }),
});

const NOTHING_DONE = { sessionId: null, usage: NO_USAGE };

const failed = (failure: Failure): SessionResult => ({ status: 'failed', failure, ...NOTHING_DONE });

const programFor = (
  chosen: Chosen,
  options: SessionOptions,
  surroundings: Surroundings,
  limits: ApiLimits,
): AgentProgram => ({
  command: process.execPath,
  arguments: ['--disable-warning=ExperimentalWarning', PROGRAM],
  environment: environmentFor(options, surroundings, [], OURS),
  input: JSON.stringify(ordersFor(chosen, options, surroundings, limits)),
  understand,
  writable: [surroundings.home],
  confinement: surroundings.confinement,
  ...(surroundings.limits ? { limits: surroundings.limits } : {}),
});

const ordersFor = (
  chosen: Chosen,
  options: SessionOptions,
  { home, options: { inherit } }: Surroundings,
  { retries, steps }: ApiLimits,
): Orders => ({
  sessionId: options.continues ?? randomUUID(),
  continues: options.continues !== null,
  sessions: join(home, 'sessions'),
  prompt: options.prompt,
  chosen,
  readOnly: options.permissions === 'read-only',
  answerSchema: options.answerSchema,
  inherit,
  retries,
  steps,
});
