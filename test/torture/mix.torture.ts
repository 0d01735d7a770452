import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SCRIPTED_RUN, type Workshop } from '../cli/workshop.ts';
import { type Random, random } from '../fuzz/random.ts';
import { DEEDS, ownThings } from './deeds.ts';
import { type Disk, noMount, onDisk } from './disk.ts';
import { endure, type Program } from './ordeal.ts';
import { MINUTES, rounds, SEED } from './rounds.ts';
import { scene, WHOLE_PARTS } from './scene.ts';
import { agentsOf, moment, standStill, tell } from './signals.ts';
import { tally } from './tally.ts';
import { hold, loseEntry, loseFolder, OUR_LOCKS, tidy, USERS_LOCKS } from './troubles.ts';

const RUNS = rounds(3);
const TROUBLES_PER_RUN = 12;
const DRIVES = 6;
const LONGEST_MS = 700;
const MEGABYTES = 24;

interface Stage {
  readonly shop: Workshop;
  /** Those of the repository and of the state folder; none where none may be mounted. */
  readonly disks: readonly Disk[];
  readonly next: Random;
}

/** All that is done to a run elsewhere, and what it is counted as. False: there was nothing to do it to. */
const TROUBLES: readonly [string, (stage: Stage, program: Program, number: number) => unknown][] = [
  ['kills', (_, program) => program.signal('SIGKILL')],
  ['interrupts', ({ next }, program) => program.signal(next.pick(['SIGINT', 'SIGTERM', 'SIGHUP']))],
  [
    'stops',
    async ({ next }, program) => {
      if (!(await standStill(program.pid))) return false;
      await moment(program, next, 100);
      return tell(program.pid, 'SIGCONT');
    },
  ],
  [
    'stopped agents',
    async ({ shop, next }, program) => {
      const agent = next.pick([0, ...agentsOf(shop, program)]);
      if (agent === 0 || !(await standStill(agent))) return false;
      await moment(program, next, 100);
      return tell(agent, 'SIGCONT');
    },
  ],
  [
    'locks',
    async ({ shop, next }, program) => {
      const lock = hold(shop, next.pick([...USERS_LOCKS, ...OUR_LOCKS]));
      await moment(program, next, 100);
      return lock !== null && rmSync(lock, { force: true });
    },
  ],
  ['lost worktrees', ({ shop, next }) => next.pick([loseFolder, loseEntry])(shop, next)],
  ['tidyings', ({ shop, next }) => tidy(shop, next.pick(['gc --prune=now --quiet', 'pack-refs --all']))],
  ['deeds of the user', ({ shop, next }, _, number) => next.pick(DEEDS)(shop, number)],
  ['rivals', ({ shop }) => shop.run('resume', '--json')],
];

/** After these nobody gets on, neither the run nor the user. */
const LAST_TROUBLES: typeof TROUBLES = [
  ['full disks', ({ disks, next }) => next.pick(disks).fill()],
  ['read-only disks', ({ disks }, program) => disks[0]!.seal(program.isOver)],
];

describe('everything at once', () => {
  for (let run = 0; run < RUNS; run += 1) {
    const seed = SEED + run;
    it(`is survived (seed ${seed})`, { timeout: 3 * MINUTES }, () => mixed(seed));
  }
});

async function mixed(seed: number): Promise<void> {
  const next = random(seed);
  const shop = scene();
  const places = noMount === null ? [shop.repository, shop.home] : [];
  const disks = places.map(place => onDisk(place, MEGABYTES));
  let own = ownThings(shop);
  let count = 0;
  const trouble = async (program: Program): Promise<void> => {
    for (let isLast = false; count < TROUBLES_PER_RUN && !isLast; count += 1) {
      await moment(program, next, LONGEST_MS);
      if (program.isOver()) return;
      isLast = disks.length > 0 && next.below(6) === 0;
      const [name, make] = next.pick(isLast ? LAST_TROUBLES : TROUBLES);
      const done = await make({ shop, disks, next }, program, count);
      if (!isLast) own = ownThings(shop);
      if (done !== false) tally(name, 1);
    }
  };
  const mend = (): void => {
    for (const disk of disks) {
      disk.unseal();
      disk.free();
    }
  };
  await endure(shop, trouble, { words: [...SCRIPTED_RUN, '--check', WHOLE_PARTS], troubles: DRIVES, mend });
  expect(ownThings(shop)).toBe(own);
  expect(count).toBeGreaterThan(0);
}
