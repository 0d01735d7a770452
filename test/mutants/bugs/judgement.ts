import type { Mutant } from '../mutant.ts';

/** Gates, reviewers, evaluators, and what failing checks mean. */
export const JUDGEMENT: readonly Mutant[] = [
  {
    name: 'what the gates reject goes on',
    file: 'src/run/apply/judge.ts',
    find: 'if (failure) return rejected(state, position, snapshot, failure);',
    replace: '',
  },
  {
    name: 'a missing deliverable is only a warning',
    file: 'src/run/gates/deliverables.ts',
    find: `.map(entry => finding('deliverables', 'reject', words(entry), [entry.path]));`,
    replace: `.map(entry => finding('deliverables', 'warn', words(entry), [entry.path]));`,
  },
  {
    name: 'protected files may be changed',
    file: 'src/run/gates/scope.ts',
    find: 'path => isProtected(path) && !meant.has(literalPath(path)),',
    replace: 'path => !isProtected(path) && !meant.has(literalPath(path)),',
  },
  {
    name: 'nobody is asked about files that steer checks',
    file: 'src/run/gates/weakened.ts',
    find: `tests === 'reject' && checks.length > 0 ? 'ask' : 'warn';`,
    replace: `tests === 'reject' && checks.length < 0 ? 'ask' : 'warn';`,
  },
  {
    name: 'what could not be read of a file that steers checks counts as harmless',
    file: 'src/run/gates/check-config/find.ts',
    find: 'if (isAnother || (!lines && (hasLines || !parts))) return true;',
    replace: 'if (isAnother || (!lines && !parts)) return true;',
  },
  {
    name: 'half of a panel is a majority',
    file: 'src/run/verdict.ts',
    find: 'const approved = approvals * 2 > seats;',
    replace: 'const approved = approvals * 2 >= seats;',
  },
  {
    name: 'a panel approves before its majority has spoken',
    file: 'src/run/verdict.ts',
    find: 'const approved = approvals * 2 > seats;',
    replace: 'const approved = approvals * 2 > votes.length;',
  },
  {
    name: 'the objections of half a panel are not enough',
    file: 'src/run/verdict.ts',
    find: 'const refused = (votes.length - approvals) * 2 >= seats;',
    replace: 'const refused = (votes.length - approvals) * 2 > seats;',
  },
  {
    name: 'a panel has a single reviewer',
    file: 'src/run/apply/judge.ts',
    find: `phaseAt(state, position).change?.tier === 'panel' ? state.settings.review.seats : 1;`,
    replace: `phaseAt(state, position).change?.tier === 'light' ? state.settings.review.seats : 1;`,
  },
  {
    name: 'each verdict of a panel makes the ones before forgotten',
    file: 'src/run/apply/judge.ts',
    find: 'const votes = [...step.votes, event.review];',
    replace: 'const votes = [event.review];',
  },
  {
    name: 'objections that nobody sorted are put off',
    file: 'src/run/verdict.ts',
    find: `const decision = approved ? 'DEFER' : 'IMPLEMENT';`,
    replace: `const decision = 'DEFER';`,
  },
  {
    name: 'wishes that nobody sorted are to be met though the reviewer approved',
    file: 'src/run/verdict.ts',
    find: `const decision = approved ? 'DEFER' : 'IMPLEMENT';`,
    replace: `const decision = 'IMPLEMENT';`,
  },
  {
    name: 'an approval with a serious objection is not sorted',
    file: 'src/run/apply/judge.ts',
    find: 'comments.length > 0 && (!approved || isDoubtful)',
    replace: 'comments.length > 0 && !approved',
  },
  {
    name: 'what the evaluator wants done is not done',
    file: 'src/run/apply/judge.ts',
    find: 'if (wanted.length === 0) return afterApproval(state, position, snapshot);',
    replace: 'if (wanted.length >= 0) return afterApproval(state, position, snapshot);',
  },
  {
    name: 'decisions are given to the comment before',
    file: 'src/run/verdict.ts',
    find: 'comment === index + 1) ??',
    replace: 'comment === index) ??',
  },
  {
    name: 'an evaluator without decisions is an approval',
    file: 'src/run/apply/judge.ts',
    find: `return rejected(state, position, step.snapshot, noVerdictFailure('evaluator', event.failure));`,
    replace: 'return afterApproval(state, position, step.snapshot);',
  },
  {
    name: 'an evaluator that gives no decisions is asked again and again',
    file: 'src/run/apply/judge.ts',
    find: `if (asked < MAX_WITHOUT_VERDICT) return withStep(state, position, { ...step, asked });
  return rejected(state, position, step.snapshot, noVerdictFailure('evaluator',`,
    replace: `if (asked > 0) return withStep(state, position, { ...step, asked });
  return rejected(state, position, step.snapshot, noVerdictFailure('evaluator',`,
  },
  {
    name: 'a check that fails again is flaky',
    file: 'src/run/check-verdict.ts',
    find: 'if (rerun?.passed) return',
    replace: 'if (rerun) return',
  },
  {
    name: 'a check that failed before may fail in new places, too',
    file: 'src/run/check-verdict.ts',
    find: 'if (added.length > 0)',
    replace: 'if (added.length < 0)',
  },
  {
    name: 'a check that fails is compared with nothing',
    file: 'src/run/check-verdict.ts',
    find: `if (!before || before.passed || !reading) return as('failed', false);`,
    replace: `if (!reading) return as('failed', false);
  if (!before || before.passed) return as('known', true);`,
  },
  {
    name: 'a check that says nothing is excused',
    file: 'src/run/check-verdict.ts',
    find: `if (added === null) return as('failed', false,`,
    replace: `if (added === null) return as('known', true,`,
  },
  {
    name: 'a check without a result is compared with how it was before',
    file: 'src/run/check-verdict.ts',
    find: `return why === null ? judgeFailed(facts, as) : as('failed', false, why);`,
    replace: 'return judgeFailed(facts, as);',
  },
  {
    name: 'a part of an output is compared with a part of another',
    file: 'src/run/check-verdict.ts',
    find: 'return isCut || before.isCut || lines.size === 0 ? null',
    replace: 'return lines.size === 0 ? null',
  },
  {
    name: 'tests that stopped at a failure are compared by name',
    file: 'src/run/check-verdict.ts',
    find: 'if (!reading || before.noResult || reading.stopped !== null) return null;',
    replace: 'if (!reading || before.noResult) return null;',
  },
  {
    name: 'tests that turn green nowhere are progress',
    file: 'src/run/check-verdict.ts',
    find: `if (expects === 'progress' && !isBetter(facts, reading, before)) {`,
    replace: `if (expects === 'progress' && before.passed) {`,
  },
  {
    name: 'tests that pass too early are let through',
    file: 'src/run/check-verdict.ts',
    find: `as('premature', tdd !== 'enforce',`,
    replace: `as('premature', true,`,
  },
  {
    name: 'tests that do not load are red',
    file: 'src/run/check-verdict.ts',
    find: `if (redness?.state === 'broken') return as('broken', false,`,
    replace: `if (redness?.state === 'broken') return as('red', true,`,
  },
  {
    name: 'red tests excuse the phase that is to turn them green',
    file: 'src/run/expect.ts',
    find: `return isOwed && expectationOf(state, position) === 'pass' ? state.origin.baseCommit : base;`,
    replace: 'return base;',
  },
  {
    name: 'tests may fail after every phase',
    file: 'src/run/expect.ts',
    find: 'if (writesTests(phase)) return',
    replace: 'if (phase.subtasks.length > 0) return',
  },
  {
    name: 'no phase is known to have landed red tests',
    file: 'src/run/apply/attempt.ts',
    find: 'red: isRed ? [...state.red, position] : state.red,',
    replace: 'red: state.red,',
  },
  {
    name: 'the files are not put back after a look at the commit before',
    file: 'src/engine/perform/check-place.ts',
    find: 'opened = enterSlot({ slot, base, contents }, effect, context);\n      const back',
    replace: 'const back',
  },
  {
    name: 'how the attempt fares is taken for how the commit before it fared',
    file: 'src/engine/perform/check-place.ts',
    find: 'const before: Target = { commit: baseline,',
    replace: 'const before: Target = { commit: contents ?? baseline,',
  },
  {
    name: 'what checks of rejected work left stays in a check slot',
    file: 'src/engine/perform/check-slot.ts',
    find: 'if (used.by === null || hasLanded(',
    replace: 'if (used.by !== null || hasLanded(',
  },
  {
    name: 'what a check changed is there for the next one',
    file: 'src/engine/perform/check-place.ts',
    find: 'const opened = isAsCommitted || at === null ? null',
    replace: 'const opened = isAsCommitted || at !== null ? null',
  },
  {
    name: 'a check slot is trusted that an earlier process left',
    file: 'src/engine/perform/check-slot.ts',
    find: 'to: new Map() });',
    replace:
      'to: (await workspaces.ignoredFiles(slot.number) as unknown as { files: Map<string, string> }).files });',
  },
  {
    name: 'more verifications run at once than may',
    file: 'src/engine/check-slots.ts',
    find: 'if (pool.made >= limit) return null;',
    replace: 'if (pool.made > limit) return null;',
  },
  {
    name: 'a failed check is run again once too often',
    file: 'src/engine/perform/checks.ts',
    find: 'again <= settings.checkReruns; again += 1',
    replace: 'again <= settings.checkReruns + 1; again += 1',
  },
];
