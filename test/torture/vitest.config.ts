import { defineConfig } from 'vitest/config';
import TallyReporter from './reporter.ts';
import { TALLY_VARIABLE } from './tally.ts';

const root = new URL('../../', import.meta.url).pathname;
const file = `${root}.cache/torture-tally.jsonl`;
const seed = process.env.PHASEWRIGHT_SEED ?? String(Date.now() % 1_000_000);

/** The long suite, besides a longer form of the kills in the short one: `npm run torture`. */
export default defineConfig({
  test: {
    include: ['test/torture/*.{test,torture}.ts'],
    root,
    env: {
      PHASEWRIGHT_KILLS: process.env.PHASEWRIGHT_KILLS ?? '200',
      PHASEWRIGHT_SEED: seed,
      [TALLY_VARIABLE]: file,
    },
    testTimeout: 60_000,
    maxWorkers: '100%',
    reporters: [
      'default',
      ['json', { outputFile: '.cache/torture-results.json' }],
      new TallyReporter({ file, seed }),
    ],
  },
});
