import { EMPTY_PHASE, EMPTY_PLAN, type Phase, type Plan, type Subtask } from '../../src/plan/model.ts';
import type { DeveloperBrief, PreviousAttempt } from '../../src/prompt/brief.ts';
import type { DoctorBrief } from '../../src/prompt/doctor.ts';
import type { EvaluatorBrief } from '../../src/prompt/evaluator.ts';
import type { ReductionBrief } from '../../src/prompt/reduction.ts';
import type { ReviewerBrief } from '../../src/prompt/reviewer.ts';
import { intentOf } from '../../src/run/policy/intent.ts';

export const RECORD = 'docs/phasewright/2026-11-16-ABC-12-add-login';
export const BASE = '3f9d0c1ab24e7788aa01b2c3d4e5f60718293a4b';
export const SNAPSHOT = '77aa0c1ab24e7788aa01b2c3d4e5f60718293a4b';

export const subtask = (
  id: string,
  type: Subtask['type'],
  title: string,
  rest: Partial<Subtask> = {},
): Subtask => ({
  id,
  title,
  description: '',
  type,
  dependsOn: [],
  files: [],
  done: false,
  ...rest,
});

const PHASE: Phase = {
  ...EMPTY_PHASE,
  id: '2a',
  title: 'Add the login form',
  description: 'The form stands on its own page.',
  dependsOn: ['1'],
  subtasks: [
    subtask('2a.1', 'test', 'Write tests for the form', { description: 'Errors are shown below the field.' }),
    subtask('2a.2', 'impl', 'Build the form'),
  ],
  files: ['src/login.ts'],
  deliverables: ['src/login.ts'],
  criteria: ['A wrong password shows an error.'],
};

const PLAN: Plan = {
  ...EMPTY_PLAN,
  title: 'Sign in',
  goal: 'Users can sign in.',
  phases: [{ ...EMPTY_PHASE, id: '1', title: 'Sessions' }, PHASE],
};

/** A brief like many, with what a test is about in place of its own. */
export function developer(rest: Partial<DeveloperBrief> = {}): DeveloperBrief {
  const phase = rest.phase ?? PHASE;
  return {
    run: 'k7m',
    plan: PLAN,
    planText: '# Sign in\n\n### Task 2a: Add the login form\n',
    phase,
    style: 'signpost',
    record: RECORD,
    base: BASE,
    subtasks: phase.subtasks.map(({ id }) => id),
    earlier: [{ id: '1', title: 'Sessions', commit: 'c0ffee0123456789c0ffee0123456789c0ffee01' }],
    checks: ['npm test', 'npm run lint'],
    expects: 'pass',
    report: 'schema',
    attempt: ((rest.cutOff ?? rest.previous)?.attempt ?? 0) + 1,
    previous: null,
    faults: rest.previous?.attempt ?? 0,
    cutOff: null,
    takesOver: false,
    continues: false,
    hints: [],
    ...rest,
  };
}

export const previous = (rest: Partial<PreviousAttempt> = {}): PreviousAttempt => ({
  attempt: 1,
  base: BASE,
  snapshot: SNAPSHOT,
  ref: 'refs/phasewright/k7m/2a/1',
  failure: { category: 'tests', message: 'Expected 401, got 500' },
  ...rest,
});

export const phaseWith = (...types: Subtask['type'][]): Phase => ({
  ...PHASE,
  subtasks: types.map((type, i) => subtask(`2a.${i + 1}`, type, `Step ${i + 1}`)),
});

export const reviewer = (rest: Partial<ReviewerBrief> = {}): ReviewerBrief => ({
  plan: PLAN,
  phase: PHASE,
  record: RECORD,
  base: BASE,
  snapshot: SNAPSHOT,
  tier: 'full',
  seat: 0,
  diff: { text: 'diff --git a/src/login.ts b/src/login.ts\n+export const login = 1;\n' },
  stat: ' src/login.ts | 1 +\n',
  checks: [{ name: 'npm test', verdict: 'passed', outcome: 'exit status 0' }],
  findings: [],
  wasReviewed: false,
  report: 'schema',
  ...rest,
});

export const evaluator = (rest: Partial<EvaluatorBrief> = {}): EvaluatorBrief => ({
  plan: PLAN,
  phase: PHASE,
  record: RECORD,
  base: BASE,
  snapshot: SNAPSHOT,
  comments: [
    { severity: 'major', file: 'src/login.ts', line: 3, message: 'The password is logged.' },
    { severity: 'minor', file: null, line: null, message: 'Say which version.' },
  ],
  reviewSummary: 'Nearly there.',
  checks: [{ name: 'npm test', verdict: 'passed', outcome: 'exit status 0' }],
  findings: [],
  report: 'schema',
  ...rest,
});

const attempted = {
  plan: PLAN,
  phase: PHASE,
  record: RECORD,
  base: BASE,
  attempts: [
    previous({ failure: { category: 'build', message: 'Cannot find module "forms"' } }),
    previous({ attempt: 2, ref: 'refs/phasewright/k7m/2a/2' }),
  ],
  failure: previous().failure,
  report: 'schema',
} as const;

/** All that can be offered to a doctor is. */
export const doctor = (rest: Partial<DoctorBrief> = {}): DoctorBrief => ({
  ...attempted,
  strength: 'cheap',
  fixes: ['npm ci', 'npm run "clean all"'],
  providers: { current: 'north', others: ['south', 'west'] },
  canReplan: true,
  optional: true,
  earlier: [],
  ...rest,
});

export const reduction = (rest: Partial<ReductionBrief> = {}): ReductionBrief => ({
  ...attempted,
  intent: intentOf(PHASE),
  problems: [],
  revision: 1,
  budget: '12 % of the tokens of the run',
  ...rest,
});
