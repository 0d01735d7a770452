import { openJournal } from '../../../src/engine/journal.ts';
import { loadRun } from '../../../src/engine/load.ts';
import { pollMailbox } from '../../../src/engine/mailbox.ts';
import { LIMITS } from '../../../src/plan/limits.ts';
import type { Entry } from '../../../src/run/apply.ts';
import { MAX_MESSAGE } from '../../../src/run/command.ts';
import type { Command } from '../../../src/run/event.ts';
import { encode } from '../../../src/run/journal.ts';
import type { RunState } from '../../../src/run/state.ts';
import { memoryStore } from '../../../src/store/memory.ts';
import { violations } from '../../engine/invariants.ts';
import { isSameState } from '../../engine/tell.ts';
import { planOf } from '../../run/plans.ts';
import { owner } from '../../store/samples.ts';
import { type Random, random } from '../random.ts';
import type { Target } from '../target.ts';
import { mutated } from '../text.ts';
import { mangled, odd, parsed } from '../value.ts';
import { JOURNALS, PHASES } from './journals.ts';

const OWNER = owner('fuzz');
const TYPES = ['cancel', 'pause', 'retry', 'skip', 'approve', 'reject', 'edit'] as const;
const EDITED = { text: 'All of it.', plan: planOf('a; b: a') };
/** The first word of an input says where the run stands that the others are left for. */
const PLACES = 1_000_000;

/** What people, or programs in their name, leave in a run's inbox. */
export const commands: Target<readonly string[]> = {
  make(seed) {
    const r = random(seed);
    return [String(r.below(PLACES)), ...Array.from({ length: 1 + r.below(6) }, () => request(r))];
  },
  judge,
};

function request(r: Random): string {
  const sound = {
    type: r.pick(TYPES),
    phase: r.below(4) === 0 ? null : r.pick(PHASES),
    ...(r.below(2) === 0 ? { message: r.pick(['not so', '', 'x'.repeat(30_000)]) } : {}),
    ...(r.below(4) === 0 ? { edited: EDITED } : {}),
    ...(r.below(3) === 0
      ? { plan: { ...EDITED.plan.phases[1]!, title: 'Another', id: r.pick(PHASES) } }
      : {}),
  };
  switch (r.below(6)) {
    case 0:
      return JSON.stringify(mangled(sound, r));
    case 1:
      return JSON.stringify(odd(r)) ?? '';
    case 2:
      return mutated(JSON.stringify(sound), TOKENS, r, 4);
    case 3:
      return JSON.stringify({
        type: r.pick(['resume', 'constructor', '__proto__', 'unknown', '']),
        phase: 'a',
      });
    default:
      return JSON.stringify(sound);
  }
}

/** A run that stands somewhere, as the store has it. */
async function storeWith(place: number) {
  const store = memoryStore(() => false);
  const journal = JOURNALS[place % JOURNALS.length]!;
  const entries = journal.slice(0, 1 + (place % journal.length));
  const record = { id: 'test', repository: '/repository', title: '', createdAt: 0 };
  await store.create(
    record,
    entries.map(({ at, event }) => encode(event, at)),
    OWNER,
  );
  return { store, loaded: (await loadRun(store, 'test'))! };
}

const MAX_EVENT_CHARACTERS = MAX_MESSAGE + 5_000;

async function judge([place = '', ...posted]: readonly string[]): Promise<string | null> {
  const { store, loaded } = await storeWith(Number(place) || 0);
  for (const [index, data] of posted.entries())
    await store.post('test', { id: String(index), at: index, data });
  const first = loaded.state.commands;
  const taken = await collected(store);
  const told: Entry[] = [];
  const journal = openJournal(
    loaded,
    store,
    OWNER,
    () => 0,
    entry => void told.push(entry),
  );
  for (const { number, command } of taken) {
    const before = journal.state();
    await journal.take([{ type: 'request', number: first + number, command }]);
    if (!isRequest(posted[number - 1]!) && !isSameState(answered(before), answered(journal.state())))
      return 'an unknown request did something';
  }
  if (journal.state().commands !== first + posted.length)
    return `${posted.length} requests, ${journal.state().commands - first} answers`;
  await journal.record([]);
  const longest = Math.max(0, ...told.map(({ event }) => JSON.stringify(event).length));
  if (longest > MAX_EVENT_CHARACTERS) return `an event of ${longest} characters`;
  const again = await loadRun(store, 'test');
  if (!again || !isSameState(again.state, journal.state())) return 'the journal tells another state';
  return violations(again.entries)[0] ?? null;
}

/** A state without how many requests it has dealt with, and when. */
const answered = (state: RunState): RunState => ({ ...state, commands: 0, now: 0 });

/** Told by the text alone, whatever the program takes it for. */
function isRequest(text: string): boolean {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) return false;
  const { type, phase, message, plan } = value as Record<string, unknown>;
  if (type === 'cancel' || type === 'pause') return true;
  const isPhase = typeof phase === 'string' && phase.length <= LIMITS.idCharacters;
  if (type === 'retry' || type === 'skip') return isPhase;
  if (type === 'edit') return isPhase && typeof plan === 'object' && plan !== null;
  if (type === 'approve') return isPhase || phase === null;
  return type === 'reject' && (isPhase || phase === null) && typeof message === 'string';
}

interface Taken {
  readonly number: number;
  readonly command: Command;
}

/** All that the engine's mailbox hands over when it looks once. */
function collected(store: ReturnType<typeof memoryStore>): Promise<readonly Taken[]> {
  const taken: Taken[] = [];
  const over = new AbortController();
  return new Promise(resolve => {
    const clock = {
      now: () => 0,
      turn: async () => {},
      wait: async () => {
        over.abort();
        resolve(taken);
      },
    };
    const poll = pollMailbox('test', 0, { store, owner: OWNER, clock });
    poll((number, command) => void taken.push({ number, command }), over.signal);
  });
}

const TOKENS = [
  ...['{', '}', '[', ']', '"', ':', ',', 'null', 'true', '"type"', '"phase"', '"cancel"', '"__proto__":'],
  ...['\uFEFF', '\0', '\uD800', '1e999', '"toString": 1,', '['.repeat(1_000), 'x'.repeat(10_000)],
];
