import type { Mutant } from '../mutant.ts';

/** Budgets, their counters, and where the next attempt begins. */
export const RETRY: readonly Mutant[] = [
  {
    name: 'one attempt more than allowed',
    file: 'src/run/ladder/climb.ts',
    find: 'const isLeft = used.attempts + 1 < state.settings.maxAttempts;',
    replace: 'const isLeft = used.attempts < state.settings.maxAttempts;',
  },
  {
    name: 'landings are limited by the number of attempts',
    file: 'src/run/ladder/climb.ts',
    find: 'used.landings < state.settings.limits.landingRetries;',
    replace: 'used.landings < state.settings.maxAttempts;',
  },
  {
    name: 'troubles that are nobody’s fault are retried once too often',
    file: 'src/run/ladder/climb.ts',
    find: 'const isExhausted = used >= allowed;',
    replace: 'const isExhausted = used > allowed;',
  },
  {
    name: 'a trouble that is nobody’s fault costs an attempt',
    file: 'src/run/ladder/situation.ts',
    find: `if (isInfra(failure)) return 'infra';`,
    replace: '',
  },
  {
    name: 'a landing conflict costs an attempt',
    file: 'src/run/ladder/situation.ts',
    find: `'landing_conflict' ? 'landings' : 'attempts';`,
    replace: `'landing_conflict' ? 'attempts' : 'attempts';`,
  },
  {
    name: 'one counter is shared by all budgets',
    file: 'src/run/ladder/situation.ts',
    find: 'used[budget] -= phase.before[budget];',
    replace: 'used[budget] = phase.attempts.filter(({ attempt }) => attempt > phase.begunAfter).length;',
  },
  {
    name: 'a failed attempt is not counted',
    file: 'src/run/apply/lost.ts',
    find: '[budget]: spent[budget] + 1,',
    replace: '[budget]: spent[budget],',
  },
  {
    name: 'a new allowance sets the counters back',
    file: 'src/run/apply/run.ts',
    find: 'before: spent,',
    replace: 'before: NO_BUDGETS_USED, spent: NO_BUDGETS_USED,',
  },
  {
    name: 'a retry by a person gives no new allowance',
    file: 'src/run/apply/run.ts',
    find: 'before: spent,',
    replace: 'spent,',
  },
  {
    name: 'a landing that fails is tried again without being counted',
    file: 'src/run/apply/attempt.ts',
    find: '{ ...step, tries: step.tries + 1 }',
    replace: '{ ...step, tries: step.tries }',
  },
  {
    name: 'accepted work is thrown away when it cannot be landed at once',
    file: 'src/run/apply/attempt.ts',
    find: `if (step.step !== 'accepted' || !isInfra(event.failure)) {`,
    replace: `if (step.step !== 'accepted' || event.failure) {`,
  },
  {
    name: 'the time to wait before a retry is ignored',
    file: 'src/run/conclude.ts',
    find: `return standing.status === 'retrying' && (standing.notBefore ?? 0) <= state.now;`,
    replace: `return standing.status === 'retrying';`,
  },
  {
    name: 'the time to wait does not grow',
    file: 'src/run/policy/backoff.ts',
    find: 'firstMs * 2 ** (times - 1)',
    replace: 'firstMs',
  },
  {
    name: 'a clock that was set back makes the run wait for nothing',
    file: 'src/run/apply.ts',
    find: 'return { ...state, now: Math.max(state.now, event.to) };',
    replace: 'return state;',
  },
  {
    name: 'a retry begins at the head instead of where the failed attempt began',
    file: 'src/run/conclude.ts',
    find: 'base: isFresh ? head : last.base,',
    replace: 'base: head,',
  },
  {
    name: 'after a landing conflict the retry begins where it conflicted',
    file: 'src/run/conclude.ts',
    find: `startsAnew || last === null || last.failure.category === 'landing_conflict';`,
    replace: 'startsAnew || last === null;',
  },
  {
    name: 'after a new allowance the retry begins at the old base',
    file: 'src/run/conclude.ts',
    find: 'const isFresh = startsAnew || last === null ||',
    replace: 'const isFresh = last === null ||',
  },
  {
    name: 'a fresh attempt takes over the files of the failed one',
    file: 'src/run/conclude.ts',
    find: 'contents: goesOnFrom?.snapshot ?? null,',
    replace: 'contents: last?.snapshot ?? null,',
  },
  {
    name: 'an attempt that continues loses the files of the one before',
    file: 'src/run/conclude.ts',
    find: 'contents: goesOnFrom?.snapshot ?? null,',
    replace: 'contents: null,',
  },
  {
    name: 'a session is continued in a workspace that it does not know',
    file: 'src/run/conclude.ts',
    find: 'goesOnFrom && goesOnFrom.slot === slot ? goesOnFrom.sessionId : null',
    replace: 'goesOnFrom ? goesOnFrom.sessionId : null',
  },
  {
    name: 'the number of an attempt is used twice',
    file: 'src/run/conclude.ts',
    find: 'attempt: attempt + 1,',
    replace: 'attempt: Math.max(1, attempt),',
  },
];
