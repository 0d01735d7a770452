import { defineConfig } from 'vitest/config';

/** Properties that `npm test` tries less often. */
const PROPERTIES = ['plan/convert/*', 'plan/data/json', 'prompt/estimate', 'view/record/hostile'];
const TIMES = 5;

/** Tests that are too slow for `npm test`, which is to take less than three minutes: `npm run test:long`. */
export default defineConfig({
  test: {
    include: ['test/**/*.long.ts', ...PROPERTIES.map(name => `test/${name}.test.ts`)],
    env: { PHASEWRIGHT_TIMES: String(TIMES) },
    root: new URL('../', import.meta.url).pathname,
    testTimeout: 60_000,
    maxWorkers: '100%',
    reporters: ['default', ['json', { outputFile: '.cache/long-results.json' }]],
  },
});
