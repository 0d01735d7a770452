import { describe, expect, it } from 'vitest';
import { SCRIPTED_RUN, type Workshop } from '../cli/workshop.ts';
import { random } from '../fuzz/random.ts';
import { DEEDS, ownThings } from './deeds.ts';
import { endure } from './ordeal.ts';
import { MINUTES, rounds, SEED } from './rounds.ts';
import { assertFinished, scene } from './scene.ts';
import { moment, whileRunning } from './signals.ts';
import { tally } from './tally.ts';

const RUNS = rounds(2);
const LONGEST_MS = 60;

describe('what the user does meanwhile', () => {
  it(`in the checkout, in ${RUNS} runs, stays as the user did it and does not change the run (seed ${SEED})`, {
    timeout: RUNS * MINUTES,
  }, async () => {
    const next = random(SEED);
    for (let run = 0; run < RUNS; run += 1) {
      const shop = scene();
      const base = shop.git('rev-parse', 'main').trim();
      let after = '';
      let number = 0;
      const ends = await endure(shop, async program => {
        await program.seen('run_opened');
        await whileRunning(program, async () => {
          number += 1;
          next.pick(DEEDS)(shop, number);
          after = ownThings(shop);
          await moment(program, next, LONGEST_MS);
        });
      });
      expect(ends).toHaveLength(1);
      expect(ownThings(shop)).toBe(after);
      expect(shop.git('rev-parse', 'work~12').trim()).toBe(base);
      tally('deeds of the user', number);
    }
  });

  it('on the branch of the run is built upon', async () => {
    const shop = scene();
    const ends = await endure(
      shop,
      async program => {
        await program.seen('phase_landed', '4');
        commitOn(shop, 'work');
      },
      { others: 1 },
    );
    expect(ends).toHaveLength(1);
    expect(shop.git('log', '--format=%s', 'main..work').split('\n')).toContain('Theirs');
    tally('deeds of the user', 1);
  });

  it.each([
    [
      'resets the branch of the run',
      (shop: Workshop) => shop.git('update-ref', 'refs/heads/work', 'work~2'),
      /branch --force work/,
    ],
    [
      'points the branch of the run elsewhere',
      (shop: Workshop) =>
        shop.git(
          'update-ref',
          'refs/heads/work',
          shop.git('commit-tree', '-m', 'Other', 'main^{tree}').trim(),
        ),
      /branch --force work/,
    ],
    [
      'deletes the branch of the run',
      (shop: Workshop) => shop.git('branch', '-q', '-D', 'work'),
      /git branch work/,
    ],
  ])('a user who %s is told, and finds it so', async (_, meddle, advice) => {
    const shop = scene();
    const before = shop.fingerprint();
    const program = shop.start(...SCRIPTED_RUN);
    await program.seen('phase_landed', '4');
    meddle(shop);
    const left = branchOf(shop);
    tally('deeds of the user', 1);
    const { code, err } = await program.end;
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringMatching(advice) });
    expect(err).not.toMatch(/internal error/);
    expect(branchOf(shop)).toBe(left);
    const again = await shop.run('resume');
    expect({ ...again, out: '' }).toMatchObject({ code: 1, err: expect.stringMatching(advice) });
    expect(branchOf(shop)).toBe(left);
    const words = /git (branch (?:--force )?work [0-9a-f]{40})/.exec(again.err)![1]!.split(' ');
    shop.git(...words);
    expect(await shop.run('resume')).toMatchObject({ code: 0 });
    await assertFinished(shop);
    shop.git('branch', '-q', '-D', 'work');
    expect(shop.fingerprint()).toBe(before);
  });
});

function commitOn({ git }: Workshop, branch: string): void {
  const commit = git('commit-tree', '-p', branch, '-m', 'Theirs', `${branch}^{tree}`).trim();
  git('update-ref', `refs/heads/${branch}`, commit);
}

const branchOf = ({ git }: Workshop): string =>
  git('for-each-ref', '--format=%(objectname)', 'refs/heads/work');
