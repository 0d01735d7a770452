import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Driver, SessionOptions, SessionResult } from '../port.ts';
import type { ProcessLimits } from '../process/limits.ts';
import { spawnProcess } from '../process/spawn.ts';
import { type Emit, openSession } from '../session.ts';
import { stepsFor } from './choose.ts';
import { listenTo } from './listen.ts';
import type { Script } from './step.ts';
import type { Orders } from './wire.ts';

/** Beside this file, in the same language: both are run as sources and as compiled. */
const EXTENSION = extname(import.meta.url);
const PROGRAM = fileURLToPath(new URL('./program.ts', import.meta.url)).replace(/\.ts$/, EXTENSION);
/** Sources are compiled each time that they are run, which takes twice as long as all the rest; hence a cache. */
const SPEED =
  EXTENSION === '.ts'
    ? { NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../.cache/scripted-agent', import.meta.url)) }
    : {};

/** Follows a script, or does what is expected of each role where there is none. */
export const scriptedDriver = (script: Script | null, limits: Partial<ProcessLimits> = {}): Driver => ({
  name: 'scripted',
  answers: 'schema',
  start: options => openSession(emit => converse(script, limits, options, emit)),
});

async function converse(
  script: Script | null,
  limits: Partial<ProcessLimits>,
  options: SessionOptions,
  emit: Emit,
): Promise<SessionResult> {
  const heard = listenTo(emit);
  const running = spawnProcess({
    command: process.execPath,
    arguments: ['--disable-warning=ExperimentalWarning', PROGRAM],
    cwd: options.cwd,
    environment: { ...options.environment, ...SPEED },
    marker: options.marker,
    input: JSON.stringify(ordersFor(script, options)),
    rawOutput: options.rawOutput,
    onLine: heard.line,
    timeoutMs: options.timeoutMs,
    signal: options.signal,
    limits,
  });
  const { pid, startTime } = running;
  if (pid !== null && startTime !== null) emit({ type: 'process', pid, startTime });
  const end = await running.end;
  heard.end();
  if (end.rawProblem !== null) emit({ type: 'notice', text: `output was not kept: ${end.rawProblem}` });
  if (end.left.length > 0)
    emit({ type: 'notice', text: `left running, and ended with it: ${end.left.join(', ')}` });
  if (end.survivors.length > 0)
    emit({ type: 'notice', text: `could not be ended: processes ${end.survivors.join(', ')}` });
  return heard.result(end);
}

const ordersFor = (script: Script | null, options: SessionOptions): Orders => ({
  sessionId: options.continues ?? randomUUID(),
  prompt: options.prompt,
  steps: stepsFor(script, options.role, options.assignment, options.model),
  readOnly: options.permissions === 'read-only',
});
