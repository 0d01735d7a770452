import { describe, expect, it } from 'vitest';
import { elements } from '../../src/base/chunked.ts';
import { planOf, subtasks } from '../run/plans.ts';
import { compare } from './check.ts';
import { type Crash, Died, survives } from './crash.ts';
import { phaseIn } from './fake-git.ts';
import { tree } from './tell.ts';
import { CHECKS, type GoOptions, type World, type WorldOptions, world } from './world.ts';

/** Runs that have something of everything, small enough to be killed at every point. */
const RUNS: Readonly<Record<string, WorldOptions>> = {
  'a rejection, a red check and a combination to be checked': {
    plan: planOf('a; b; c: a b; d: c'),
    script: { b: ['reject', 'ok'], c: ['red', 'ok'] },
    settings: { checks: CHECKS, concurrency: 2 },
    takes: { a: 1, b: 1 },
  },
  'a landing conflict': {
    plan: planOf('a; b'),
    script: { a: ['clash'], b: ['clash', 'ok'] },
    takes: { a: 1, b: 2 },
  },
  'a session that is continued': {
    plan: planOf('a; b'),
    preset: 'tasks',
    script: { a: ['reject', 'infra', 'ok'], b: ['reject', 'ok'] },
  },
  'subtasks side by side': {
    plan: planOf('a; b: a', { a: { subtasks: subtasks('1', '2', '3') } }),
    preset: 'subtasks',
    settings: { concurrency: 2 },
    developer: (files, { assignment: { phase, subtasks: ids } }) => {
      files.set(`${phase}-${ids.join('')}`, '');
      return {};
    },
  },
  'a phase that fails for good': {
    plan: planOf('a; b; c: a'),
    script: { a: ['fail'] },
    takes: { a: 1, b: 5 },
  },
};

/** More kills than any of the runs has points means that they never end. */
const MAX_KILLS = 200;

/** Goes on as a new process would, until the run is over; a halted run stays halted. */
async function finish(made: World) {
  const state = await made.go({ resume: true });
  expect(state.status).not.toBe('running');
  return state;
}

async function expectSame(made: World, sound: World): Promise<void> {
  const state = await finish(made);
  const [end] = elementsOf(sound);
  await compare(made, state, { status: end });
  expect(tree(made.git)).toEqual(tree(sound.git));
  const phases = made.git.log().slice(1).map(phaseIn);
  expect(phases.toSorted()).toEqual(sound.git.log().slice(1).map(phaseIn).toSorted());
  const attempts = elements(state.phases).map(({ spent }) => spent);
  expect(attempts).toEqual(spentIn(sound));
}

const ends = new WeakMap<World, Awaited<ReturnType<World['go']>>>();
const elementsOf = (made: World) => [ends.get(made)!.status] as const;
const spentIn = (made: World) => elements(ends.get(made)!.phases).map(({ spent }) => spent);

async function soundRun(options: WorldOptions): Promise<World> {
  const made = await world(options);
  ends.set(made, await made.go());
  return made;
}

/** Kills a run in each of the ways in turn, until one is never reached; how many were. */
async function killEach(options: WorldOptions, way: (index: number) => GoOptions): Promise<number> {
  const sound = await soundRun(options);
  for (let index = 1; index <= MAX_KILLS; index += 1) {
    const made = await world(options);
    if (await survives(made.go(way(index)))) return index - 1;
    await expectSame(made, sound);
  }
  return MAX_KILLS;
}

/** The process dies at the n-th step of a kind. */
const dieAt = (wanted: 'before' | 'after', index: number): GoOptions => {
  let steps = 0;
  return {
    at: moment => {
      if (moment === wanted) steps += 1;
      if (moment === wanted && steps >= index) throw new Died();
    },
  };
};

describe.each(Object.entries(RUNS))('killed in a run with %s', (_, options) => {
  for (const when of ['before', 'after'] as const) {
    it(`${when} any write to its journal, it resumes to the same tree, one commit each, the same counters`, async () => {
      const kills = await killEach(options, write => ({ crash: { write, when } satisfies Crash }));
      expect(kills).toBeGreaterThan(8);
      expect(kills).toBeLessThan(MAX_KILLS);
    });

    it(`${when} any effect, with its result lost, it resumes to the same tree, one commit each, the same counters`, async () => {
      const kills = await killEach(options, index => dieAt(when, index));
      expect(kills).toBeGreaterThan(8);
      expect(kills).toBeLessThan(MAX_KILLS);
    });
  }

  it('again and again, at each write of each process, it comes to the same end', async () => {
    const sound = await soundRun(options);
    const made = await world(options);
    let kills = 0;
    let isOver = await survives(made.go({ crash: { write: 1, when: 'after' } }));
    while (!isOver && kills < MAX_KILLS) {
      kills += 1;
      // The resumption itself is a write; one more gets through before the next death.
      isOver = await survives(made.go({ resume: true, crash: { write: 3, when: 'before' } }));
    }
    expect(kills).toBeLessThan(MAX_KILLS);
    expect(tree(made.git)).toEqual(tree(sound.git));
    expect(made.git.log()).toHaveLength(sound.git.log().length);
  });
});
