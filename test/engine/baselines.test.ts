import { expect, it } from 'vitest';
import { sharedBaseline } from '../../src/engine/perform/baselines.ts';
import type { GitFailure } from '../../src/git/port.ts';
import type { Baseline, RunEvent } from '../../src/run/event.ts';
import { settingsOf } from '../../src/run/settings.ts';
import { memoryStore } from '../../src/store/memory.ts';
import { fold } from '../run/fold.ts';
import { planOf } from '../run/plans.ts';
import { owner } from '../store/samples.ts';
import { idlePorts } from './idle-ports.ts';
import { creation } from './origin.ts';

const FOUND: Baseline = { command: 'test', passed: false, failing: ['a'], lines: [] };
const FAILURE: GitFailure = { reason: 'other', message: 'no', hint: '' };

/** Phases of one run that ask how `test` fares on a commit, each of which answers when it is told to. */
function phases() {
  const ports = idlePorts(
    memoryStore(() => true),
    owner('test'),
  );
  const events: RunEvent[] = [creation('r', planOf('a'), settingsOf('phased', {}))];
  const state = () => fold(events.map(event => ({ at: 0, event })))!;
  const begun: string[] = [];
  const ask = (name: string, commit = 'c0', command = 'test') => {
    const stop = new AbortController();
    const own = Promise.withResolvers<Baseline | GitFailure | null>();
    const context = { ports, state: state(), current: state, signal: stop.signal, report: () => {} };
    const result = sharedBaseline(commit, command, context, () => {
      begun.push(name);
      return own.promise;
    });
    return { result, answer: own.resolve, stop: () => stop.abort() };
  };
  return { ask, begun, record: (event: RunEvent) => void events.push(event) };
}

const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

it('phases that ask at the same time share one answer', async () => {
  const { ask, begun } = phases();
  const [one, two] = [ask('one'), ask('two')];
  one.answer(FOUND);
  expect(await one.result).toEqual(FOUND);
  expect(await two.result).toEqual(FOUND);
  // Nothing is recorded yet.
  expect(await ask('three').result).toEqual(FOUND);
  expect(begun).toEqual(['one']);
});

it('another commit or another command is another question', async () => {
  const { ask, begun } = phases();
  ask('one');
  ask('two', 'c1');
  ask('three', 'c0', 'lint');
  await turn();
  expect(begun).toEqual(['one', 'two', 'three']);
});

it('what an earlier process found is not asked again', async () => {
  const { ask, begun, record } = phases();
  record({ type: 'baseline_ended', commit: 'c0', results: [FOUND] });
  expect(await ask('one').result).toEqual(FOUND);
  expect(begun).toEqual([]);
});

it.each([
  ['is stopped', null],
  ['fails', FAILURE],
])('where the one that tries %s, the next one tries, and only that one', async (_, came) => {
  const { ask, begun } = phases();
  const [one, two, three] = [ask('one'), ask('two'), ask('three')];
  one.answer(came);
  expect(await one.result).toEqual(came);
  await turn();
  expect(begun).toEqual(['one', 'two']);
  two.answer(FOUND);
  expect(await two.result).toEqual(FOUND);
  expect(await three.result).toEqual(FOUND);
  expect(begun).toEqual(['one', 'two']);
});

it('one that is stopped while it waits gives up, and the others go on', async () => {
  const { ask, begun } = phases();
  const [one, two, three] = [ask('one'), ask('two'), ask('three')];
  two.stop();
  expect(await two.result).toBeNull();
  one.answer(FOUND);
  expect(await three.result).toEqual(FOUND);
  expect(begun).toEqual(['one']);
});
