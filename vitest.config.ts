import { defineConfig } from 'vitest/config';

/** Tests of pure functions leave nothing behind: they can share a process, which saves most of the time that they take. */
const PURE = 'test/{base,config,plan,run,prompt,view,engine}/**/*.test.ts';

export default defineConfig({
  test: {
    environment: 'node',
    testTimeout: 60_000,
    maxWorkers: '100%',
    reporters: ['default', ['json', { outputFile: '.cache/test-results.json' }]],
    projects: [
      { extends: true, test: { name: 'pure', include: [PURE], isolate: false } },
      { extends: true, test: { name: 'world', include: ['test/**/*.test.ts'], exclude: [PURE] } },
    ],
  },
});
