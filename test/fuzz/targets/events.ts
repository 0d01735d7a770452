import { loadRun } from '../../../src/engine/load.ts';
import { accepts } from '../../../src/run/accepts.ts';
import { apply, type Entry } from '../../../src/run/apply.ts';
import { conclude } from '../../../src/run/conclude.ts';
import { decide } from '../../../src/run/decide.ts';
import { keyOf } from '../../../src/run/effect.ts';
import type { RunEvent } from '../../../src/run/event.ts';
import { decode, encode, type Written } from '../../../src/run/journal.ts';
import type { RunState } from '../../../src/run/state.ts';
import { memoryStore } from '../../../src/store/memory.ts';
import { type Store, StoreError } from '../../../src/store/port.ts';
import { violations } from '../../engine/invariants.ts';
import { fold } from '../../run/fold.ts';
import { type Random, random } from '../random.ts';
import type { Target } from '../target.ts';
import { mutated } from '../text.ts';
import { mangled, parsed } from '../value.ts';
import { JOURNALS } from './journals.ts';
import { DECISIONS, randomEvent } from './random-event.ts';

/**
 * Journals: real ones that were damaged, and real beginnings to which anything well-typed happens. Both as a process
 * would read them, and as the news of an engine that keeps what fits and draws its own conclusions.
 */
export const events: Target<readonly Written[]> = {
  make(seed) {
    const r = random(seed);
    const journal = r.pick(JOURNALS);
    const rows = journal.map(({ at, event }) => encode(event, at));
    return r.below(2) === 0 ? damaged(rows, r) : walk(journal.slice(0, 1 + r.below(journal.length)), r);
  },
  judge,
};

async function judge(rows: readonly Written[]): Promise<string | null> {
  const read = await judgeRead(rows);
  if (read !== null) return read;
  const decoded = decode(rows);
  if (!decoded.ok) return /^event \d+ /.test(decoded.message) ? null : `no message: ${decoded.message}`;
  const kept = fed(decoded.entries);
  return violations(kept)[0] ?? null;
}

/** A journal that can be read is one that can be gone on with. */
async function judgeRead(rows: readonly Written[]): Promise<string | null> {
  const store: Store = {
    ...memoryStore(() => false),
    read: async () => rows.map((row, index) => ({ seq: index + 1, ...row })),
  };
  try {
    const loaded = await loadRun(store, 'test');
    if (loaded) lookedAt(loaded.state);
    return null;
  } catch (error) {
    if (error instanceof StoreError && ['corrupt', 'newer'].includes(error.reason)) return null;
    throw error;
  }
}

/** Asks a state for all that a driver would ask it for. */
function lookedAt(state: RunState): void {
  conclude(state);
  const keys = decide(state).map(keyOf);
  if (new Set(keys).size < keys.length) throw new Error(`asks twice for ${keys.join(', ')}`);
}

/** Decisions in a row that mean that they lead nowhere. */
const MAX_DECISIONS = 500;

/** What an engine would record of these events: facts that fit, and after each what follows from it. */
function fed(entries: readonly Entry[]): readonly Entry[] {
  const kept: Entry[] = [];
  let state: RunState | null = null;
  const add = (entry: Entry): void => {
    state = apply(state, entry);
    kept.push(entry);
  };
  for (const entry of entries) {
    if (state === null ? entry.event.type !== 'run_created' : !isNews(state, entry.event)) continue;
    add(entry);
    for (const decision of decisionsOf(state!)) add(decision);
    lookedAt(state!);
  }
  return kept;
}

const isNews = (state: RunState, event: RunEvent): boolean =>
  !(DECISIONS as readonly string[]).includes(event.type) && accepts(state, event);

function decisionsOf(before: RunState): readonly Entry[] {
  const decided: Entry[] = [];
  let state = before;
  for (let decisions = conclude(state); decisions.length > 0; decisions = conclude(state)) {
    for (const event of decisions) {
      if (decided.length === MAX_DECISIONS) throw new Error(`decides ${event.type} for ever`);
      if (!accepts(state, event)) throw new Error(`decides ${event.type}, which does not fit`);
      const entry = { at: state.now, event };
      state = apply(state, entry);
      decided.push(entry);
    }
  }
  return decided;
}

const MAX_STEPS = 60;

/** A real beginning, and then whatever may happen. */
function walk(beginning: readonly Entry[], r: Random): Written[] {
  const rows = beginning.map(({ at, event }) => encode(event, at));
  let state = fold(beginning)!;
  const steps = 1 + r.below(MAX_STEPS);
  for (let step = 0; step < steps; step += 1) {
    const event = randomEvent(state, r);
    const entry = { at: state.now + r.below(50) - 5, event };
    rows.push(encode(event, entry.at));
    if (!accepts(state, event)) continue;
    state = apply(state, entry);
    state = decisionsOf(state).reduce(apply, state);
  }
  return rows;
}

/** A journal with rows lost, repeated, moved, taken from another one, or changed. */
function damaged(rows: readonly Written[], r: Random): Written[] {
  const changed = [...rows.slice(0, 1 + r.below(rows.length))];
  for (let steps = 1 + r.below(4); steps > 0 && changed.length > 0; steps -= 1) {
    const at = r.below(changed.length);
    const row = changed[at]!;
    switch (r.below(8)) {
      case 0:
        changed.splice(at, 1 + r.below(3));
        break;
      case 1:
        changed.splice(r.below(changed.length), 0, row);
        break;
      case 2:
        changed.splice(r.below(changed.length), 0, ...changed.splice(at, 1 + r.below(5)));
        break;
      case 3: {
        const { at: time, event } = r.pick(r.pick(JOURNALS));
        changed.splice(at, r.below(2), encode(event, time));
        break;
      }
      case 4:
        changed[at] = { ...row, version: r.pick([0, -1, 2, 99, 0.5, 1e308]) };
        break;
      case 5:
        changed[at] = { ...row, data: mutated(row.data, TOKENS, r, 3) };
        break;
      default:
        changed[at] = { ...row, data: JSON.stringify(mangled(parsed(row.data), r, 2)) };
    }
  }
  return changed;
}

const TOKENS = [
  '{',
  '}',
  '"',
  ',',
  ':',
  'null',
  '1',
  '-1',
  '"phase"',
  '"attempt":',
  '"type":',
  '[',
  '\0',
  '\uD800',
];
