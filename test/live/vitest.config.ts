import { defineConfig } from 'vitest/config';

/** Real agents with real models, which cost money: `npm run test:live`. Never a part of any other suite. */
export default defineConfig({
  test: {
    include: ['test/live/**/*.live.ts'],
    root: new URL('../../', import.meta.url).pathname,
    testTimeout: 30 * 60_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
    reporters: ['verbose'],
  },
});
