import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Driver, SessionOptions } from '../port.ts';
import type { ProcessLimits } from '../process/limits.ts';
import type { Confinement } from '../sandbox/confine.ts';
import { openSession } from '../session.ts';
import { type AgentProgram, converseWith } from '../talk/converse.ts';
import { understand } from '../wire/understand.ts';
import { stepsFor } from './choose.ts';
import type { Orders } from './orders.ts';
import type { Script } from './step.ts';

/** Beside this file, in the same language: both are run as sources and as compiled. */
const EXTENSION = extname(import.meta.url);
const PROGRAM = fileURLToPath(new URL('./program.ts', import.meta.url)).replace(/\.ts$/, EXTENSION);
/** Sources are compiled each time that they are run, which takes twice as long as all the rest; hence a cache. */
const SPEED =
  EXTENSION === '.ts'
    ? { NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../.cache/scripted-agent', import.meta.url)) }
    : {};

interface Means {
  readonly limits?: Partial<ProcessLimits>;
  readonly confinement?: Confinement | null;
}

/** Follows a script, or does what is expected of each role where there is none. */
export const scriptedDriver = (script: Script | null, means: Means = {}): Driver => ({
  name: 'scripted',
  abilities: { answers: 'schema', continues: true, usage: 'stream', tellsCost: true, readOnly: 'tools' },
  start: options => openSession(emit => converseWith(programFor(script, options, means), options, emit)),
});

const programFor = (
  script: Script | null,
  options: SessionOptions,
  { limits = {}, confinement = null }: Means,
): AgentProgram => ({
  command: process.execPath,
  arguments: ['--disable-warning=ExperimentalWarning', PROGRAM],
  environment: { ...options.environment, ...SPEED },
  input: JSON.stringify(ordersFor(script, options)),
  understand,
  writable: [],
  confinement,
  limits,
});

const ordersFor = (script: Script | null, options: SessionOptions): Orders => ({
  sessionId: options.continues ?? randomUUID(),
  prompt: options.prompt,
  steps: stepsFor(script, options.role, options.assignment, options.model),
  readOnly: options.permissions === 'read-only',
});
