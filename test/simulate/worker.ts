import { parentPort, workerData } from 'node:worker_threads';
import { seeded } from './chance.ts';
import { type Coverage, cover } from './coverage.ts';
import { DIES } from './life.ts';
import { simulate } from './simulate.ts';

/** A part of the runs, in a thread of its own. */
export interface Share {
  readonly from: number;
  readonly to: number;
  /** Stops after so long; 0 does not. */
  readonly seconds: number;
}

export interface Report {
  readonly tried: number;
  readonly failures: readonly number[];
  readonly coverage: Coverage;
  readonly events: number;
  readonly deaths: number;
}

// Where an error was made is looked up when its run is told again.
Error.stackTraceLimit = 0;
const { from, to, seconds } = workerData as Share;
const coverage: Coverage = new Map();
const failures: number[] = [];
const deadline = seconds > 0 ? performance.now() + seconds * 1000 : Number.POSITIVE_INFINITY;
let [tried, events, deaths] = [0, 0, 0];
for (let seed = from; seed < to && performance.now() < deadline; seed += 1) {
  const faults = await simulate(seeded(seed), {
    event: (entry, state, underWay) => {
      events += 1;
      cover(coverage, entry, state, underWay);
    },
    tell: (_, what) => {
      if (what.endsWith(DIES)) deaths += 1;
    },
  });
  tried += 1;
  if (faults.length > 0) failures.push(seed);
}
parentPort!.postMessage({ tried, failures, coverage, events, deaths } satisfies Report);
