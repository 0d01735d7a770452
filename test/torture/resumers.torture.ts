import { describe, expect, it } from 'vitest';
import { SCRIPTED_RUN, type Workshop } from '../cli/workshop.ts';
import { type Random, random } from '../fuzz/random.ts';
import { assertCivil, assertUntouched, type End, type Program } from './ordeal.ts';
import { MINUTES, rounds, SEED } from './rounds.ts';
import { assertFinished, scene } from './scene.ts';
import { moment } from './signals.ts';
import { tally } from './tally.ts';

const RUNS = rounds(2);
const LONGEST_MS = 900;
/** A run whose driver is killed each time never ends; after so many rounds it is left alone. */
const ROUNDS_PER_RUN = 4;

describe('several programs that resume one run at once', () => {
  it.each([2, 5])(
    `${'%i'} of them: one drives, the others are refused, ${RUNS} runs (seed ${SEED})`,
    {
      timeout: RUNS * 2 * MINUTES,
    },
    async count => {
      const next = random(SEED + count);
      for (let run = 0; run < RUNS; run += 1) await contest(count, next);
    },
  );
});

/** Round after round more programs come while whoever drives the run is killed; those of the last are left alone. */
async function contest(count: number, next: Random): Promise<void> {
  const shop = scene();
  const before = shop.fingerprint();
  const programs = [shop.start(...SCRIPTED_RUN)];
  await programs[0]!.seen('session_started');
  for (let round = 0; round < ROUNDS_PER_RUN; round += 1) {
    const others = Array.from({ length: count }, () => shop.start('resume', '--json'));
    await moment(others[0]!, next, LONGEST_MS);
    for (const program of [...programs, ...others]) if (hasDriven(program)) program.signal('SIGKILL');
    programs.push(...others);
  }
  const last = Array.from({ length: count }, () => shop.start('resume', '--json'));
  programs.push(...last);
  const ends = await Promise.all(programs.map(({ end }) => end));
  for (const end of ends) assertRefusedOrDriving(end);
  // Nobody may have got through: the last ones were refused while one drove that was killed meanwhile.
  if (ends.every(({ code }) => code !== 0)) {
    programs.push(shop.start('resume', '--json'));
    expect(await programs.at(-1)!.end).toMatchObject({ code: 0 });
  }
  await assertOneAtATime(shop, programs);
  tally('rivals', programs.length);
  tally('kills', ends.filter(({ signal }) => signal === 'SIGKILL').length);
  await assertFinished(shop);
  assertUntouched(shop, before);
}

const hasDriven = (program: Program): boolean => program.events().length > 0;

function assertRefusedOrDriving(end: End): void {
  assertCivil(end);
  if (end.signal === 'SIGKILL' || end.code === 0) return;
  expect(end).toMatchObject({ code: 2, err: expect.stringMatching(/is driven by process \d+/) });
}

/** Each event was told by one program at most, and none tells another after its successor has begun. */
async function assertOneAtATime(shop: Workshop, programs: readonly Program[]): Promise<void> {
  const told = await Promise.all(
    programs.map(async ({ end }) => (await end).out.split('\n').filter(Boolean)),
  );
  const journal = (await shop.run('logs', 'last', '--json')).out.split('\n').filter(Boolean);
  const drivers: number[] = [];
  for (const line of journal) {
    const current = drivers.at(-1);
    const isNext = (lines: readonly string[]): boolean => lines[0] === line;
    // What a killed program wrote down last it may not have told.
    const teller = current !== undefined && isNext(told[current]!) ? current : told.findIndex(isNext);
    if (teller < 0) continue;
    told[teller]!.shift();
    if (teller === current) continue;
    expect(drivers).not.toContain(teller);
    drivers.push(teller);
  }
  expect(told.flat().filter(line => line.endsWith('}'))).toEqual([]);
}
