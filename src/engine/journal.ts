import type { Redact } from '../base/secrets/redact.ts';
import { accepts } from '../run/accepts.ts';
import { apply, type Entry } from '../run/apply.ts';
import { conclude } from '../run/conclude.ts';
import type { Command, RunEvent } from '../run/event.ts';
import { encode } from '../run/journal.ts';
import { obey } from '../run/obey.ts';
import type { RunState } from '../run/state.ts';
import type { Owner, Store } from '../store/port.ts';
import { redactEvent } from './redact-event.ts';

/** The journal of the one run that this process drives, and the state that it folds to. */
export interface Journal {
  readonly state: () => RunState;
  /**
   * Records facts that still fit, together with every decision that follows from them, in one transaction. Returns
   * once they are durable. Throws `LostRun` where another process drives the run.
   */
  readonly record: (news: readonly News[]) => Promise<void>;
  /** Records events without drawing conclusions, which is for whoever drives the run next. */
  readonly take: (news: readonly News[]) => Promise<void>;
  /** Number of the last event. */
  readonly seq: () => number;
}

/** A fact, or what a person asks for. */
export type News =
  | RunEvent
  | { readonly type: 'request'; readonly number: number; readonly command: Command };

/** Another process has taken the run over; this one must not touch it any more. */
export class LostRun extends Error {}

/** More decisions than this in a row, for each phase, means that they lead nowhere. */
const MAX_DECISIONS_PER_PHASE = 20;

export function openJournal(
  start: { readonly state: RunState; readonly seq: number },
  store: Store,
  owner: Owner,
  now: () => number,
  onEntry: (entry: Entry, state: RunState) => void,
  redact: Redact = text => text,
): Journal {
  let { state, seq } = start;

  const write = async (news: readonly News[], concludes: boolean): Promise<void> => {
    const steps: { entry: Entry; state: RunState }[] = [];
    const at = now();
    let next = state;
    const add = (event: RunEvent): void => {
      const entry = { at: Math.max(at, next.now), event };
      next = apply(next, entry);
      steps.push({ entry, state: next });
    };
    for (const item of news) {
      // Each request is judged by what the ones before it have led to.
      const facts = item.type === 'request' ? obey(next, item.number, item.command) : [item];
      for (const fact of facts) if (accepts(next, fact)) add(redactEvent(fact, redact));
    }
    const limit = steps.length + MAX_DECISIONS_PER_PHASE * (state.phases.length + 1);
    for (let decisions = concludes ? conclude(next) : []; decisions.length > 0; decisions = conclude(next)) {
      for (const decision of decisions) add(decision);
      if (steps.length > limit) throw new Error('decisions lead to ever more decisions');
    }
    if (steps.length === 0) return;
    const events = steps.map(({ entry }) => encode(entry.event, entry.at));
    const result = await store.append(state.run, seq, events, owner);
    if (!result.ok) throw new LostRun(`another process drives run ${state.run}`);
    seq = result.seq;
    state = next;
    for (const step of steps) onEntry(step.entry, step.state);
  };

  return {
    state: () => state,
    seq: () => seq,
    record: news => write(news, true),
    take: news => write(news, false),
  };
}
