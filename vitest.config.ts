import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
    maxWorkers: '100%',
    reporters: ['default', ['json', { outputFile: '.cache/test-results.json' }]],
  },
});
