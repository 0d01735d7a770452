import { describe, expect, it } from 'vitest';
import { type Redact, redactor } from '../../src/base/secrets/redact.ts';
import { LostRun, openJournal } from '../../src/engine/journal.ts';
import { loadRun } from '../../src/engine/load.ts';
import type { Entry } from '../../src/run/apply.ts';
import type { Baseline, RunEvent } from '../../src/run/event.ts';
import { encode } from '../../src/run/journal.ts';
import { settingsOf } from '../../src/run/settings.ts';
import { outputLines } from '../../src/run/tests/output-lines.ts';
import { amongNames } from '../../src/run/tests/redacted-names.ts';
import { memoryStore } from '../../src/store/memory.ts';
import type { Store } from '../../src/store/port.ts';
import { planOf } from '../run/plans.ts';
import { owner, run } from '../store/samples.ts';
import { creation } from './origin.ts';
import { typesOf } from './tell.ts';

const OWNER = owner('test');
const SECRET = 'tok-3fA9zQ71LmnoP4x8';
const OPENED: RunEvent = { type: 'run_opened', head: 'c0' };

/** A new run's journal over a store with another `append`, and what its onlooker hears. */
async function scene(
  around: (append: Store['append']) => Store['append'] = same => same,
  redact: Redact = text => text,
) {
  const store = memoryStore(() => true);
  const created = creation('r', planOf('a; b: a'), settingsOf('phased', {}));
  await store.create(run('r'), [encode(created, 0)], OWNER);
  const heard: RunEvent[] = [];
  const onEntry = ({ event }: Entry): void => void heard.push(event);
  const start = (await loadRun(store, 'r'))!;
  const wrapped = { ...store, append: around(store.append) };
  const journal = openJournal(start, wrapped, OWNER, () => 0, onEntry, redact);
  const written = async () => (await store.read('r')).slice(1).map(({ data }) => JSON.parse(data).type);
  return { store, journal, heard, written };
}

describe('what is recorded', () => {
  it('is redacted, and what later failures are compared with is still known', async () => {
    const redact = redactor({ MY_TOKEN: SECRET });
    const { journal, store, heard } = await scene(same => same, redact);
    await journal.record([OPENED]);
    const lines = outputLines(`boom ${SECRET}`);
    const failing = [`a ${SECRET}`, 'b'];
    const result: Baseline = { command: 'test', passed: false, failing, lines: [...lines.keys()] };
    const noResult = `no ${SECRET}`;
    await journal.record([{ type: 'baseline_ended', commit: 'c0', results: [{ ...result, noResult }] }]);
    const rows = await store.read('r');
    expect(rows.map(({ data }) => data).join()).not.toContain(SECRET);
    expect(JSON.stringify(heard)).not.toContain(SECRET);
    const [kept] = journal.state().baselines.c0!;
    expect(kept).toMatchObject({ lines: result.lines, noResult: 'no [redacted: MY_TOKEN]' });
    const isKnown = amongNames(kept!.failing!);
    expect([...failing, 'a', 'a [redacted: MY_TOKEN]'].map(isKnown)).toEqual([true, true, false, false]);
  });

  it('is one transaction of facts and all that follows from them', async () => {
    const sizes: number[] = [];
    const { journal, written } = await scene(append => (id, after, events, writer) => {
      sizes.push(events.length);
      return append(id, after, events, writer);
    });
    await journal.record([OPENED]);
    expect(await written()).toEqual(['run_opened', 'phase_started']);
    expect(sizes).toEqual([2]);
  });

  it('is true for nobody before it is durable', async () => {
    const durable = Promise.withResolvers<void>();
    const { journal, heard } = await scene(append => async (...args) => {
      await durable.promise;
      return append(...args);
    });
    const recording = journal.record([OPENED]);
    expect([journal.state().head, journal.seq(), heard]).toEqual([null, 1, []]);
    durable.resolve();
    await recording;
    expect([journal.state().head, journal.seq()]).toEqual(['c0', 3]);
    expect(typesOf(heard)).toEqual(['run_opened', 'phase_started']);
  });

  it('can be recorded again after the disk failed', async () => {
    let fails = true;
    const { journal, heard, written } = await scene(append => async (...args) => {
      if (fails) throw new Error('full');
      return append(...args);
    });
    await expect(journal.record([OPENED])).rejects.toThrow('full');
    expect([journal.state().head, heard]).toEqual([null, []]);
    fails = false;
    await journal.record([OPENED]);
    expect(await written()).toEqual(['run_opened', 'phase_started']);
  });

  it('is nothing once another process drives the run', async () => {
    const { store, journal, heard, written } = await scene();
    await store.release('r', OWNER);
    await expect(journal.record([OPENED])).rejects.toThrow(LostRun);
    expect([journal.state().head, journal.seq(), heard, await written()]).toEqual([null, 1, [], []]);
  });
});

it('requests that come together are each answered by what the ones before them led to', async () => {
  const { journal, written } = await scene();
  const skip = (number: number) =>
    ({ type: 'request', number, command: { type: 'skip', phase: 'b' } }) as const;
  await journal.take([skip(1), skip(1), skip(2)]);
  expect(await written()).toEqual(['command_taken', 'phase_skipped', 'command_taken', 'command_refused']);
});
