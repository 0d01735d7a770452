import type { Mutant } from '../mutant.ts';

/** What is good enough to land, and which facts still count. */
export const VERDICT: readonly Mutant[] = [
  {
    name: 'a review without a verdict is an approval',
    file: 'src/run/apply/judge.ts',
    find: `return rejected(state, position, step.snapshot, noVerdictFailure('reviewer', event.failure));`,
    replace: 'return afterApproval(state, position, step.snapshot);',
  },
  {
    name: 'a reviewer that gives no verdict is asked again and again',
    file: 'src/run/apply/judge.ts',
    find: `if (asked < MAX_WITHOUT_VERDICT) return withStep(state, position, { ...step, asked });
  return rejected(state, position, step.snapshot, noVerdictFailure('reviewer',`,
    replace: `if (asked > 0) return withStep(state, position, { ...step, asked });
  return rejected(state, position, step.snapshot, noVerdictFailure('reviewer',`,
  },
  {
    name: 'a reviewer’s objection is ignored',
    file: 'src/run/apply/judge.ts',
    find: 'if (!approved) return rejected(state, position, snapshot, reviewFailure(review));',
    replace: '',
  },
  {
    name: 'one passing check is enough',
    file: 'src/run/apply/judge.ts',
    find: 'results.every((result: CheckResult) => result.passed)',
    replace: 'results.some((result: CheckResult) => result.passed)',
  },
  {
    name: 'a failing check counts as passed',
    file: 'src/run/apply/judge.ts',
    find: 'if (passed) return afterChecks(',
    replace: 'if (passed || results.length > 0) return afterChecks(',
  },
  {
    name: 'checks that were ended half-way count as passed',
    file: 'src/engine/perform/checks.ts',
    find: "if (judgement === null || 'reason' in judgement) return judgement;",
    replace: "if (judgement === null) break;\n      if ('reason' in judgement) return judgement;",
  },
  {
    name: 'checks run on the base instead of the attempt',
    file: 'src/run/decide.ts',
    find: 'contents: step.snapshot,',
    replace: 'contents: null,',
  },
  {
    name: 'an attempt that changed nothing is accepted',
    file: 'src/run/apply/judge.ts',
    find: 'if (changed === 0 && !mayBeEmpty(state, position))',
    replace: 'if (changed < 0 && !mayBeEmpty(state, position))',
  },
  {
    name: 'a lane that failed is ignored where others succeeded',
    file: 'src/run/apply/attempt.ts',
    find: 'if (failed) return rejected(',
    replace: 'if (failed && lanes.length === 1) return rejected(',
  },
  {
    name: 'a session’s failure is forgotten',
    file: 'src/run/apply/attempt.ts',
    find: `? { step: 'capturing', slot, failure, sessionId }`,
    replace: `? { step: 'capturing', slot, failure: null, sessionId }`,
  },
  {
    name: 'subtasks that the agent reports as failed are ignored',
    file: 'src/engine/perform/session.ts',
    find: `(report.status === 'completed' && report.subtasksFailed.length === 0)`,
    replace: `report.status === 'completed'`,
  },
  {
    name: 'a session that was stopped counts as done',
    file: 'src/engine/perform/session.ts',
    find: `if (result.status === 'cancelled') return [];`,
    replace: '',
  },
  {
    name: 'a review that was stopped counts as a failed one',
    file: 'src/engine/perform/verdict.ts',
    find: `if (result.status === 'cancelled') return null;
  const session = await readOnlySession(result, slot, worker, context);
  if (result.status === 'failed') return { verdict: null, failure: result.failure, session };`,
    replace: `const session = await readOnlySession(result, slot, worker, context);
  if (result.status === 'failed') return { verdict: null, failure: result.failure, session };`,
  },
  {
    name: 'facts about an earlier attempt are taken for facts about this one',
    file: 'src/run/accepts.ts',
    find: 'work !== null && phase.attempt === event.attempt && fitsWork(',
    replace: 'work !== null && fitsWork(',
  },
  {
    name: 'a session that ends twice ends the next one',
    file: 'src/run/accepts.ts',
    find: `lane?.step === 'working' && lane.session === event.session;`,
    replace: `lane?.step === 'working';`,
  },
  {
    name: 'a landing is accepted twice',
    file: 'src/run/accepts.ts',
    find: `case 'phase_landed':\n      return step.step === 'accepted';`,
    replace: `case 'phase_landed':\n      return step.step === 'accepted' || step.step === 'landed';`,
  },
  {
    name: 'whatever comes in is recorded',
    file: 'src/engine/journal.ts',
    find: 'for (const fact of facts) if (accepts(next, fact)) add(redactEvent(fact, redact));',
    replace: 'for (const fact of facts) add(redactEvent(fact, redact));',
  },
];
