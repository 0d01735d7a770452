import type { Plan } from '../../../src/plan/model.ts';
import type { Review } from '../../../src/run/answer.ts';
import type { Why } from '../../../src/run/policy/why.ts';
import { attemptOn, check, hash, type Journal, journal, planOf, subtasks, usd } from './story.ts';

const PLAN: Plan = {
  ...planOf('1; 2a: 1; 2b: 1; 3: 2a 2b; 4: 3; 5: 1; 6', {
    '1': { title: 'Schema of orders', subtasks: subtasks('1.1', '1.2'), estimate: 3 },
    '2a': { title: 'Endpoints', estimate: 5 },
    '2b': { title: 'Order form', estimate: 5 },
    '3': { title: 'Export to the warehouse', estimate: 8 },
    '4': { title: 'Release notes', estimate: 1 },
    '5': { title: 'Dark theme', optional: true },
    '6': { title: 'Repository set up', done: true },
  }),
  title: 'Orders for the web shop',
  goal: 'Customers place orders, and the warehouse gets them.',
};

const REJECTED: Review = {
  approved: false,
  summary: 'The endpoints answer, but what they do on bad input is not right.',
  comments: [
    { severity: 'critical', file: 'src/orders.ts', line: 42, message: 'A negative amount is accepted.' },
    { severity: 'minor', file: 'src/orders.ts', line: 90, message: 'Paging would be good for long lists.' },
    { severity: 'info', file: null, line: null, message: 'Could be written in a functional style.' },
  ],
};

const ANOTHER: Why = { rule: 'retry.attempts', facts: { attempt: 1, allowed: 2 } };
const NONE_LEFT: Why = { rule: 'retry.exhausted', facts: { attempt: 2, allowed: 2 } };

/** A run that began with a goal and met nearly everything: it is halted, with one phase failed and one blocked. */
export function sampleJournal(): Journal {
  const told = journal(
    PLAN,
    {
      checks: [{ command: 'npm test', kind: 'test', timeoutMs: 60_000 }],
      review: { tier: 'auto', seats: 3 },
    },
    { goal: PLAN.goal, trackerId: 'SHOP-217' },
  );
  planned(told);
  schema(told);
  endpoints(told);
  form(told);
  exported(told);
  return told;
}

function planned({ add }: Journal): void {
  const draft = { text: '# Orders', plan: PLAN, problems: [], usage: usd(0.21) };
  const problems = ['"3" depends on "77", which is not in the plan'];
  add(3, { type: 'plan_drafted', round: 1, ...draft, plan: null, problems });
  add(2, { type: 'plan_drafted', round: 2, ...draft });
  add(0, { type: 'run_waiting', phases: [] });
  const message = 'Keep the export in a phase of its own.';
  add(4, { type: 'command_taken', number: 1, command: { type: 'reject', phase: null, message } });
  add(0, { type: 'plan_rejected', message });
  add(3, { type: 'plan_drafted', round: 3, ...draft });
  add(0, { type: 'run_waiting', phases: [] });
  const plan = '# Orders, edited';
  add(5, { type: 'command_taken', number: 2, command: { type: 'approve', phase: null } });
  add(0, { type: 'plan_approved', text: plan, plan: PLAN });
}

/** Fails a check, is cut off once, then lands. */
function schema(told: Journal): void {
  const { add } = told;
  const one = attemptOn(told, '1', 1);
  one.begin();
  add(1, { type: 'subtask_started', phase: '1', attempt: 1, lane: 0, subtask: '1.1' });
  add(3, { type: 'subtask_completed', phase: '1', attempt: 1, lane: 0, subtask: '1.1' });
  one.session(4, usd(0.84), 'Added the tables and a migration.\nAll tests pass on my side.');
  one.inspected();
  const baseline = { command: 'npm test', passed: false, failing: ['billing > rounds'], lines: [] };
  add(1, { type: 'baseline_ended', commit: hash('0'), results: [baseline] });
  one.checked(1, [check('failed')]);
  const failure = {
    category: 'checks',
    message: '`npm test`: exit status 1\n  1) adds\n     expected 2, got 3',
  } as const;
  add(0, {
    type: 'phase_retry',
    phase: '1',
    attempt: 1,
    failure,
    spends: 'attempts',
    notBefore: null,
    why: ANOTHER,
  });
  const two = attemptOn(told, '1', 2);
  two.begin(0);
  add(3, { type: 'run_paused', reason: 'interrupted' });
  add(90, { type: 'run_resumed' });
  add(0, { type: 'workspace_opened', phase: '1', attempt: 2, lane: 0, path: '/tmp/slot' });
  add(0, {
    type: 'session_started',
    phase: '1',
    attempt: 2,
    lane: 0,
    role: 'developer',
    pid: 9,
    startTime: '3',
  });
  for (const subtask of ['1.1', '1.2']) {
    add(1, { type: 'subtask_started', phase: '1', attempt: 2, lane: 0, subtask });
    add(1, { type: 'subtask_completed', phase: '1', attempt: 2, lane: 0, subtask });
  }
  two.session(2, usd(0.65), 'Mended the sum.');
  two.inspected();
  two.checked(2, [check('known', { note: 'billing > rounds failed before, too' })]);
  two.reviewed(3, undefined, usd(0.12));
  two.landed(hash('1'), [hash('e')]);
}

/** A panel rejects, the evaluator sorts, the second attempt lands after a conflict. */
function endpoints(told: Journal): void {
  const { add } = told;
  const one = attemptOn(told, '2a', 1);
  one.begin(0);
  one.session(9, usd(1.4), 'Endpoints for orders.');
  one.inspected([], 'panel');
  one.checked(1, [check('flaky', { note: 'failed once, then passed' })]);
  one.reviewed(2, { ...REJECTED, comments: REJECTED.comments.slice(0, 2) }, usd(0.2));
  one.reviewed(2, { approved: true, summary: 'Fine.', comments: [] }, usd(0.2), 1);
  one.reviewed(1, { ...REJECTED, comments: REJECTED.comments.slice(2) }, usd(0.2), 2);
  add(0, {
    type: 'session_started',
    phase: '2a',
    attempt: 1,
    lane: 0,
    role: 'evaluator',
    pid: 8,
    startTime: '4',
  });
  add(1, {
    type: 'evaluation_ended',
    phase: '2a',
    attempt: 1,
    usage: usd(0.05),
    decisions: [
      { comment: 1, decision: 'IMPLEMENT', reason: 'The criteria ask for it.' },
      { comment: 2, decision: 'DEFER', reason: 'Not part of this plan.' },
      { comment: 3, decision: 'REJECT', reason: 'A matter of taste.' },
    ],
  });
  const failure = {
    category: 'review',
    message: '- [critical] src/orders.ts:42: A negative amount is accepted.',
  } as const;
  add(0, {
    type: 'phase_retry',
    phase: '2a',
    attempt: 1,
    failure,
    spends: 'attempts',
    notBefore: null,
    why: ANOTHER,
  });
  const two = attemptOn(told, '2a', 2);
  two.begin(0);
  two.session(5, usd(0.5), 'Negative amounts are refused.');
  two.inspected();
  two.checked(1, [check('passed')]);
  two.reviewed(2, undefined, usd(0.1));
  add(0, { type: 'landing_unchecked', phase: '2a', attempt: 2, commit: hash('c'), head: hash('1') });
  two.checked(2, [check('passed')], 'landing');
  two.landed(hash('2'));
}

/** Touches a protected path: a person sends it back once and lets it land then. */
function form(told: Journal): void {
  const { add } = told;
  const ask = {
    gate: 'protected',
    severity: 'ask',
    message: 'changes a protected path',
    files: ['.github/workflows/ci.yml'],
  } as const;
  for (const attempt of [1, 2]) {
    const one = attemptOn(told, '2b', attempt, 2);
    one.begin(0);
    one.session(7, usd(attempt === 1 ? null : 0.7), 'The form, with validation.');
    one.inspected([ask]);
    one.checked(1, [check('passed')]);
    one.reviewed(2);
    const name = { phase: '2b', attempt };
    add(0, { type: 'approval_asked', ...name, reasons: ['changes a protected path'] });
    add(0, { type: 'run_waiting', phases: ['2b'] });
    const message = 'Leave the workflow as it is.';
    if (attempt === 2) {
      add(11, { type: 'command_taken', number: 4, command: { type: 'approve', phase: '2b' } });
      add(0, { type: 'attempt_approved', ...name });
      one.landed(hash('3'));
    } else {
      add(12, { type: 'command_taken', number: 3, command: { type: 'reject', phase: '2b', message } });
      add(0, { type: 'attempt_refused', ...name, message });
      const failure = { category: 'review', message: `a person sent it back: ${message}` } as const;
      add(0, { type: 'phase_retry', ...name, failure, spends: 'attempts', notBefore: null, why: ANOTHER });
    }
  }
}

/** Fails for good, which blocks what depends on it. */
function exported(told: Journal): void {
  const { add } = told;
  for (const attempt of [1, 2]) {
    const one = attemptOn(told, '3', attempt);
    one.begin(0);
    one.session(8, usd(0.9), 'The export writes a file.');
    one.inspected();
    one.checked(2, [check('failed')]);
    const failed = {
      phase: '3',
      attempt,
      failure: { category: 'checks', message: 'exit status 1' } as const,
    };
    if (attempt === 1)
      add(0, { type: 'phase_retry', ...failed, spends: 'attempts', notBefore: null, why: ANOTHER });
    else add(0, { type: 'phase_failed', ...failed, spends: 'attempts', why: NONE_LEFT });
  }
  add(0, { type: 'phase_blocked', phase: '4', by: '3' });
  add(1, { type: 'command_taken', number: 5, command: { type: 'skip', phase: '5' } });
  add(0, { type: 'phase_skipped', phase: '5', reason: 'skipped by request' });
  add(0, { type: 'command_taken', number: 6, command: { type: 'retry', phase: '1' } });
  add(0, {
    type: 'command_refused',
    number: 6,
    reason: 'phase 1 is completed; only a failed phase can be retried',
  });
  add(0, { type: 'run_ending', status: 'halted', reason: 'phase 3 failed' });
  add(1, { type: 'run_ended', status: 'halted', head: hash('3'), leftover: null, record: hash('f') });
}
