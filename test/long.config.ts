import { defineConfig } from 'vitest/config';

/** Tests that are too slow for `npm test`, which is to take less than three minutes: `npm run test:long`. */
export default defineConfig({
  test: {
    include: ['test/**/*.long.ts'],
    root: new URL('../', import.meta.url).pathname,
    testTimeout: 60_000,
    maxWorkers: '100%',
    reporters: ['default', ['json', { outputFile: '.cache/long-results.json' }]],
  },
});
