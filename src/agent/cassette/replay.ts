import { setImmediate as turn } from 'node:timers/promises';
import { addUsage, NO_USAGE, type Usage } from '../../run/usage.ts';
import type { Driver, SessionOptions, SessionResult } from '../port.ts';
import { type Emit, openSession } from '../session.ts';
import { applyChanges } from './apply.ts';
import type { Cassette, StoredEvent } from './cassette.ts';
import { type Found, findCassette } from './find.ts';
import { cassetteName, repairName } from './names.ts';

/**
 * Repeats sessions that were recorded, without any agent: tells what it told, changes what it changed, and ends as it
 * ended. Remembers nothing, so that a run which is resumed finds its sessions, too. `names.ts` has the rule by which a
 * session is found.
 */
export const replayDriver = (folder: string): Driver => ({
  name: 'replay',
  abilities: { answers: 'schema', continues: true, usage: 'stream', tellsCost: true, readOnly: 'tools' },
  start: options => openSession(emit => replay(folder, options, emit)),
});

async function replay(folder: string, options: SessionOptions, emit: Emit): Promise<SessionResult> {
  const { cwd, permissions, signal } = options;
  const found = await findCassette(cassetteName(folder, options), options);
  if (signal.aborted) return cancelled(NO_USAGE);
  if (found === null) return failed(missing(folder, options), NO_USAGE);
  if ('problem' in found) return failed(found.problem, NO_USAGE);
  const repair = await repairOf(found.cassette, folder, options);
  if (repair !== null && 'problem' in repair) return failed(repair.problem, NO_USAGE);
  const parts = repair === null ? [found.cassette] : [found.cassette, repair.cassette];
  let told = NO_USAGE;
  for (const { events, changes } of parts) {
    told = addUsage(told, await tellAll(events, emit, signal));
    const problem = permissions === 'read-only' ? null : await applyChanges(cwd, changes, signal);
    if (signal.aborted) return cancelled(told);
    if (problem !== null) return failed(problem, told);
  }
  const usage = parts.reduce((sum, { result }) => addUsage(sum, result.usage), NO_USAGE);
  return { ...parts.at(-1)!.result, usage };
}

/**
 * An agent that is not held to a schema by its program may have been asked once more for its answer. We are one that is,
 * and nobody will ask us again: so both are told as one session, as the engine takes them for one.
 */
async function repairOf({ result }: Cassette, folder: string, options: SessionOptions): Promise<Found> {
  if (result.status !== 'completed' || result.sessionId === null) return null;
  const found = await findCassette(repairName(folder, options), options);
  const isOther = found !== null && 'cassette' in found && found.cassette.continues !== result.sessionId;
  return isOther ? null : found;
}

/** How many events are told before whoever listens has a turn: those that wait are limited. */
const EVENTS_A_TURN = 20;

/** What the events say was spent. */
async function tellAll(events: readonly StoredEvent[], emit: Emit, signal: AbortSignal): Promise<Usage> {
  let told = NO_USAGE;
  for (const [at, event] of events.entries()) {
    if (at % EVENTS_A_TURN === 0) await turn();
    if (signal.aborted) return told;
    emit(event);
    if (event.type === 'usage') told = addUsage(told, event.usage);
  }
  await turn();
  return told;
}

const missing = (folder: string, { role, assignment }: SessionOptions): string =>
  `${folder} has no session of the ${role} for phase ${assignment.phase}, attempt ${assignment.attempt}, as it is asked ` +
  'for here: the plan or the settings differ from those recorded';

const failed = (message: string, usage: Usage): SessionResult => ({
  status: 'failed',
  failure: { category: 'agent_error', message },
  sessionId: null,
  usage,
});

const cancelled = (usage: Usage): SessionResult => ({ status: 'cancelled', sessionId: null, usage });
