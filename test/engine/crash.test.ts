import { describe, expect, it } from 'vitest';
import { elements } from '../../src/base/chunked.ts';
import { END_STATUSES } from '../../src/run/event.ts';
import type { RunState } from '../../src/run/state.ts';
import { fold } from '../run/fold.ts';
import { planOf, subtasks } from '../run/plans.ts';
import { compare } from './check.ts';
import { type Crash, Died, survives } from './crash.ts';
import { landed, tree } from './tell.ts';
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
const WRITES_OF_A_SESSION = 4;

interface Sound {
  readonly state: RunState;
  readonly git: World['git'];
}

const ENDED: readonly string[] = END_STATUSES;

/** Goes on as a new process would. A run that had just come to its end is over; to resume it would be another story. */
async function finish(made: World): Promise<RunState> {
  const left = fold(await made.journal())!;
  return ENDED.includes(left.status) ? left : made.go({ resume: true });
}

async function expectSame(made: World, sound: Sound): Promise<void> {
  const state = await finish(made);
  await compare(made, state, { status: sound.state.status });
  expect(tree(made.git)).toEqual(tree(sound.git));
  expect(landed(made.git).split(' ').sort()).toEqual(landed(sound.git).split(' ').sort());
  expect(spentIn(state)).toEqual(spentIn(sound.state));
}

const spentIn = (state: RunState) => elements(state.phases).map(({ spent }) => spent);

async function soundRun(options: WorldOptions): Promise<Sound> {
  const made = await world(options);
  return { git: made.git, state: await made.go() };
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
      // Long enough to resume, to open a workspace, and for one session to end.
      isOver = await survives(
        made.go({ resume: true, crash: { write: WRITES_OF_A_SESSION, when: 'after' } }),
      );
      isOver ||= ENDED.includes(fold(await made.journal())!.status);
    }
    expect(kills).toBeLessThan(MAX_KILLS);
    expect(tree(made.git)).toEqual(tree(sound.git));
    expect(landed(made.git).split(' ').sort()).toEqual(landed(sound.git).split(' ').sort());
  });
});
