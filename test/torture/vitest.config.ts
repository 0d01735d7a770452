import { defineConfig } from 'vitest/config';

/** The long suite, besides a longer form of the kills in the short one: `npm run torture`. */
export default defineConfig({
  test: {
    include: ['test/torture/*.{test,torture}.ts'],
    root: new URL('../../', import.meta.url).pathname,
    env: { PHASEWRIGHT_KILLS: process.env.PHASEWRIGHT_KILLS ?? '200' },
    testTimeout: 60_000,
    maxWorkers: '100%',
    reporters: ['default', ['json', { outputFile: '.cache/torture-results.json' }]],
  },
});
