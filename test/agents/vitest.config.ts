import { defineConfig } from 'vitest/config';

/** Real agent programs against a model server on this machine: `npm run test:agents`. */
export default defineConfig({
  test: {
    include: ['test/agents/**/*.agents.ts'],
    root: new URL('../../', import.meta.url).pathname,
    globalSetup: ['test/agents/programs.ts'],
    testTimeout: 240_000,
    hookTimeout: 600_000,
    maxWorkers: 2,
    reporters: ['default', ['json', { outputFile: '.cache/agents-results.json' }]],
  },
});
