import { EMPTY_PHASE, EMPTY_PLAN, type Phase, type Plan, type Subtask } from '../plan/model.ts';
import type { TddSetting } from '../plan/options.ts';

/** A plan as an architect should write it. */
export const examplePlan = (tdd: TddSetting): Plan => ({
  ...EMPTY_PLAN,
  title: 'Limit requests',
  goal: 'Clients that send too many requests are refused with status 429 until their window is over.',
  phases:
    tdd === 'off'
      ? [{ ...LIMITER, dependsOn: [], subtasks: [COUNT] }, { ...MANUAL, dependsOn: [] }, WIRING]
      : [TESTS, LIMITER, MANUAL, WIRING],
});

const subtask = (id: string, type: Subtask['type'], title: string, rest: Partial<Subtask> = {}): Subtask => ({
  id,
  title,
  type,
  description: '',
  dependsOn: [],
  files: [],
  done: false,
  ...rest,
});

const COUNT = subtask('2.1', 'impl', 'Count requests of a client in a sliding window');

const TESTS: Phase = {
  ...EMPTY_PHASE,
  id: '1',
  title: 'Tests of the limiter',
  description:
    'The limiter is `createLimiter({ limit, windowMs, now })` in `src/limiter.ts`; its `take(client)` answers `{ allowed, retryAfterMs }`.',
  subtasks: [
    subtask('1.1', 'test', 'Write tests for windows, several clients and a clock that stands still', {
      files: ['test/limiter.test.ts'],
    }),
  ],
  files: ['test/limiter.test.ts'],
  deliverables: ['test/limiter.test.ts'],
  criteria: [
    'The tests load, and fail because there is no limiter.',
    'Two clients do not affect each other.',
  ],
  estimate: 2,
};

const LIMITER: Phase = {
  ...EMPTY_PHASE,
  id: '2',
  title: 'The limiter',
  description: 'Time comes only from `now`. Nothing is kept of clients whose window is over.',
  dependsOn: ['1'],
  subtasks: [
    { ...COUNT, dependsOn: ['1.1'] },
    subtask('2.2', 'refactor', 'Put the arithmetic of windows into one function', { dependsOn: ['2.1'] }),
  ],
  files: ['src/limiter.ts'],
  deliverables: ['src/limiter.ts'],
  criteria: ['All tests of the limiter pass.', 'Memory is bounded by the clients of one window.'],
  estimate: 3,
};

const MANUAL: Phase = {
  ...EMPTY_PHASE,
  id: '3',
  title: 'Tell users about the limit',
  description: 'A section of its own, with the answer that a refused client gets.',
  dependsOn: ['1'],
  parallelWith: ['2'],
  files: ['docs/api.md'],
  criteria: ['The section names the limit, the window and the header with the time to wait.'],
  estimate: 1,
};

const WIRING: Phase = {
  ...EMPTY_PHASE,
  id: '4',
  title: 'Refuse requests over the limit',
  dependsOn: ['2', '3'],
  subtasks: [
    subtask('4.1', 'test', 'Write a test that the 101st request is answered with 429 and Retry-After'),
    subtask('4.2', 'impl', 'Ask the limiter before a request is routed', {
      dependsOn: ['4.1'],
      description: 'The client is the address after the proxy, as `src/address.ts` finds it.',
    }),
  ],
  files: ['src/server.ts', 'test/server.test.ts'],
  criteria: ['Requests below the limit are answered as before.'],
  estimate: 2,
};
