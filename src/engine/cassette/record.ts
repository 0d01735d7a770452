import { CASSETTE_LIMITS, CASSETTE_VERSION, type StoredEvent } from '../../agent/cassette/cassette.ts';
import { cassetteName } from '../../agent/cassette/names.ts';
import type { Driver, SessionOptions, SessionResult } from '../../agent/port.ts';
import { type Emit, openSession } from '../../agent/session.ts';
import { fence } from '../../base/fence.ts';
import { type Redact, redactAll } from '../../base/secrets/redact.ts';
import type { Look, Seen, Sight } from '../../git/look.ts';
import type { GitResult } from '../../git/port.ts';
import { readReport } from '../../run/answer.ts';
import { jsonIn } from '../../run/fenced.ts';
import { storeCassette } from './store.ts';
import { storedChanges } from './stored-changes.ts';

/**
 * The same driver, which also writes down each session that comes to its end. What goes wrong with that is told in a
 * notice; the session itself goes on as it would.
 */
export const recordingDriver = (driver: Driver, folder: string, look: Look, redact: Redact): Driver => ({
  name: driver.name,
  abilities: driver.abilities,
  start: options => openSession(emit => recorded(driver, options, emit, { folder, look, redact })),
});

interface Means {
  readonly folder: string;
  readonly look: Look;
  readonly redact: Redact;
}

async function recorded(
  driver: Driver,
  options: SessionOptions,
  emit: Emit,
  means: Means,
): Promise<SessionResult> {
  const mayWrite = options.permissions === 'workspace-write';
  const before = mayWrite ? await guarded(() => means.look(options.cwd)) : NOTHING_TO_SEE;
  const session = driver.start(options);
  const tape = tapeOf();
  for await (const event of session) {
    emit(event);
    if (event.type !== 'process') tape.add(event);
  }
  const result = await session.result;
  if (result.status === 'cancelled') return result;
  const notice = (text: string): void => emit({ type: 'notice', text: means.redact(text) });
  const problem = await keep(options, result, tape.events(), before, means, notice).catch(String);
  if (problem !== null) notice(`the session was not recorded: ${problem}`);
  return result;
}

type Ended = Exclude<SessionResult, { status: 'cancelled' }>;
type Before = GitResult<{ readonly sight: Sight }>;

const NOTHING: Seen = { changes: [], left: [], report: null };
const NOTHING_TO_SEE: Before = {
  ok: true,
  sight: { since: async () => ({ ok: true, ...NOTHING }) },
};

/** Null where it is kept, else why not. */
async function keep(
  options: SessionOptions,
  result: Ended,
  events: readonly StoredEvent[] | null,
  before: Before,
  { folder, redact }: Means,
  notice: (text: string) => void,
): Promise<string | null> {
  if (!before.ok) return before.failure.message;
  if (events === null) return 'it says too much';
  const { role, prompt, model, permissions, continues } = options;
  const { run: _, ...assignment } = options.assignment;
  const seen = await guarded(() => before.sight.since(assignment.phase));
  if (!seen.ok) return seen.failure.message;
  const { changes, left } = storedChanges(seen.changes, redact);
  const report = role === 'developer' ? reportEvents(result, events, seen.report) : [];
  const session = { role, assignment, prompt, model, permissions, continues };
  const told = redactAll({ ...session, events: [...events, ...report], result }, redact);
  const cassette = { version: CASSETTE_VERSION, ...told, changes } as const;
  const problem = await storeCassette(cassetteName(folder, options), cassette);
  const missing = [...seen.left, ...left];
  if (problem === null && missing.length > 0) notice(`not recorded of the session: ${listed(missing)}`);
  return problem;
}

/** How many files are named that are not recorded. */
const MAX_NAMED = 20;

const listed = (phrases: readonly string[]): string =>
  [
    ...phrases.slice(0, MAX_NAMED),
    ...(phrases.length > MAX_NAMED ? [`${phrases.length - MAX_NAMED} more`] : []),
  ].join('; ');

/** A report that was left as a file is in a folder that each run has of its own. So it is kept as last words. */
function reportEvents(
  { answer }: Ended,
  events: readonly StoredEvent[],
  report: string | null,
): readonly StoredEvent[] {
  if (report === null || answer !== undefined) return [];
  const said = events.flatMap(event => (event.type === 'text' ? [event.text] : [])).join('\n');
  if (jsonIn(said).some(value => readReport(value) !== null)) return [];
  return [{ type: 'text', text: fence(report, 'json') }];
}

/** Holds the events of a session, up to a limit. */
function tapeOf() {
  const events: StoredEvent[] = [];
  let characters = 0;
  const isFull = (): boolean =>
    events.length > CASSETTE_LIMITS.events || characters > CASSETTE_LIMITS.eventCharacters;
  return {
    add(event: StoredEvent): void {
      if (isFull()) return;
      events.push(event);
      characters += JSON.stringify(event).length;
    },
    /** Null where there were too many. */
    events: (): readonly StoredEvent[] | null => (isFull() ? null : events),
  };
}

/** Whoever looks must not break the session. */
const guarded = <T>(work: () => Promise<GitResult<T>>): Promise<GitResult<T>> =>
  Promise.resolve()
    .then(work)
    .catch((error: unknown) => ({
      ok: false,
      failure: { reason: 'other', message: String(error), hint: '' },
    }));
