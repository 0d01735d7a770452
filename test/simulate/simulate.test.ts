import { describe, expect, it } from 'vitest';
import { type Chance, chanceOf, choicesIn, replayed, seeded, seedText } from './chance.ts';
import { shrink } from './shrink.ts';
import { simulate } from './simulate.ts';
import { story } from './story.ts';

/** `npm run simulate` tries many more. */
const RUNS = 600;

describe('simulated runs', () => {
  it(`keep all that must hold, ${RUNS} of them [001-03]`, async () => {
    const failures: string[] = [];
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const faults = await simulate(seeded(seed));
      if (faults.length > 0) failures.push(`${seed}: ${faults[0]}`);
    }
    expect(failures).toEqual([]);
  });

  it('are the same each time', async () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      expect(await story(seeded(seed))).toEqual(await story(seeded(seed)));
    }
  });

  it('are plain where no choice is made', async () => {
    const { lines, faults } = await story(replayed([]));
    expect(faults).toEqual([]);
    expect(lines.join('\n')).toContain('run_ended {"status":"completed"');
    expect(lines.join('\n')).not.toMatch(/retry|dies|asked/);
  });
});

describe('a failing run', () => {
  const hasRetry = async (chance: Chance): Promise<readonly string[]> => {
    const { lines } = await story(chance);
    return lines.filter(line => line.includes('phase_retry'));
  };

  it('is shrunk to a plain one that fails in the same way, and can be repeated by its seed', async () => {
    const found = await firstSeed(async seed => (await hasRetry(seeded(seed))).length > 0);
    const { seed, faults } = await shrink(seeded(found), hasRetry);
    expect(faults).toHaveLength(1);
    expect(await hasRetry(chanceOf(seed)!)).toEqual(faults);
    const { lines } = await story(chanceOf(seed)!);
    expect(lines.filter(line => line.includes('phase_started'))).toHaveLength(2);
    expect(lines.some(line => line.includes('dies'))).toBe(false);
  });

  it('is not exchanged for one that fails in another way', async () => {
    const judge = async (chance: Chance): Promise<readonly string[]> => {
      const { lines } = await story(chance);
      return [lines.some(line => line.includes('phase_retry')) ? 'tried again' : 'not tried again'];
    };
    const found = await firstSeed(async seed => (await hasRetry(seeded(seed))).length > 0);
    const { seed } = await shrink(seeded(found), judge);
    expect(await judge(chanceOf(seed)!)).toEqual(['tried again']);
  });

  async function firstSeed(is: (seed: number) => Promise<boolean>): Promise<number> {
    for (let seed = 1; ; seed += 1) if (await is(seed)) return seed;
  }
});

describe('a seed', () => {
  it.each([[[]], [[1]], [[0, 0, 0, 5]], [[35, 36, 0, 1296, 0, 0, 1]]])('holds the choices %j', choices => {
    expect(choicesIn(seedText(choices))).toEqual(choices);
  });

  it.each(['', 'x', '-1', '1.5', 'c:!', 'c:1..2', 'c:~'])('that is none is refused: %j', seed => {
    expect(chanceOf(seed)).toBeNull();
  });
});
