import fc from 'fast-check';
import { ACTIONS, type Comment, DISPOSITIONS, type Review } from '../../../src/run/answer.ts';
import { CHECK_VERDICTS, END_STATUSES } from '../../../src/run/event.ts';
import { FAILURE_CATEGORIES } from '../../../src/run/failure.ts';
import { BUDGETS } from '../../../src/run/ladder-event.ts';
import { RULES, type Rule } from '../../../src/run/policy/why.ts';
import type { Counters, PastAttempt, PhaseState, RunState } from '../../../src/run/state.ts';
import { plan } from '../../plan/convert/plans.ts';
import { AT, change, changed, stateOf } from './samples.ts';

/** Pieces with which a text could leave its place in a document. */
const PIECES = [
  ...[
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    '\t',
    ' ',
    '    ',
    '\n# Heading\n',
    '\n---\n',
    '\n===\n',
    '\n> ',
    '\n- ',
    '\n1. ',
  ],
  ...[
    '```',
    '~~~',
    '\n```\n',
    '\n````sh\ntouch hacked\n````\n',
    '`',
    '``',
    '\n    code\n',
    '|',
    '\\',
    '\\\\',
  ],
  ...[
    '<b>',
    '</blockquote>',
    '<!--',
    '-->',
    '<script>',
    '\n<div>\n',
    '<http://x.y>',
    '<?',
    '<![CDATA[',
    '\\<b>',
  ],
  ...[
    '![x](http://x.y/z.png)',
    '![x][a]',
    '[a]',
    '\n[a]: http://x.y\n',
    '[x]:',
    '\\[a]: b',
    '[^1]: note',
    '](b)',
  ],
  ...[
    '**',
    '__',
    '*',
    '&lt;',
    '&#60;',
    'http://x.y',
    '\u001B[31m',
    '\u202E',
    '\u2028',
    '\u0085',
    '\uD800',
    '\0',
  ],
  ...['word', 'two words', 'é', '日本', '👩‍👩‍👧'],
];

export const foreign: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 8 })
  .map(pieces => pieces.join(''));

const hash = fc.stringMatching(/^[0-9a-f]{40}$/);
const time = fc.nat(1_000_000_000).map(ms => AT + ms);
const failure = fc.record({ category: fc.constantFrom(...FAILURE_CATEGORIES), message: foreign });
const counters = fc
  .tuple(...BUDGETS.map(() => fc.nat(9)))
  .map(counts => Object.fromEntries(BUDGETS.map((budget, at) => [budget, counts[at]!])) as Counters);
const usage = fc.record({
  inputTokens: fc.nat(),
  outputTokens: fc.nat(),
  costUsd: fc.double({ min: 0, max: 1e6, noNaN: true }),
  estimatedUsd: fc.double({ min: 0, max: 1e6, noNaN: true }),
  unpriced: fc.nat(99),
});

const comment: fc.Arbitrary<Comment> = fc.record({
  severity: fc.constantFrom<Comment['severity'][]>('info', 'minor', 'major', 'critical'),
  file: fc.option(foreign),
  line: fc.option(fc.integer()),
  message: foreign,
});

const review: fc.Arbitrary<Review> = fc.record({
  approved: fc.boolean(),
  summary: foreign,
  comments: fc.array(comment, { maxLength: 3 }),
});

const evaluation = fc.array(
  fc.record({
    comment: fc.integer({ min: 1, max: 4 }),
    decision: fc.constantFrom(...DISPOSITIONS),
    reason: foreign,
  }),
  { maxLength: 3 },
);

const changes = fc
  .array(fc.record({ path: foreign, added: fc.nat(9), deleted: fc.nat(9), binary: fc.boolean() }), {
    maxLength: 3,
  })
  .map(files => changed(...files.map(({ path, ...more }) => change(path, more))));

const lane = fc.record({
  lane: fc.nat(9),
  subtasks: fc.array(foreign, { maxLength: 2 }),
  snapshot: hash,
  changed: fc.nat(9),
  files: fc.array(foreign, { maxLength: 2 }),
});

const attempt: fc.Arbitrary<PastAttempt> = fc.record({
  attempt: fc.integer({ min: 1, max: 99 }),
  base: hash,
  snapshot: fc.option(hash),
  lanes: fc.array(lane, { maxLength: 2 }),
  change: fc.option(changes),
  failure,
  review: fc.option(review),
  evaluation: fc.option(evaluation),
  endedAt: time,
});

const standing = (ids: readonly string[]): fc.Arbitrary<PhaseState['standing']> =>
  fc.oneof(
    fc.constant({ status: 'pending' } as const),
    fc.record({ status: fc.constant('retrying' as const), notBefore: fc.option(time) }),
    fc.record({ status: fc.constant('completed' as const), commit: hash }),
    fc.record({ status: fc.constant('failed' as const), failure }),
    fc.record({ status: fc.constant('blocked' as const), by: fc.constantFrom(...ids) }),
    fc.record({ status: fc.constant('skipped' as const), reason: foreign }),
  );

const check = fc.record({
  command: foreign,
  passed: fc.boolean(),
  verdict: fc.constantFrom(...CHECK_VERDICTS),
  note: foreign,
  outcome: foreign,
  tail: foreign,
  outputFile: foreign,
});

const report = fc.record({
  status: fc.constantFrom('completed' as const, 'failed' as const, 'partial' as const),
  subtasksCompleted: fc.array(foreign, { maxLength: 2 }),
  subtasksFailed: fc.array(foreign, { maxLength: 2 }),
  summary: foreign,
  error: fc.option(foreign),
  filesChanged: fc.array(foreign, { maxLength: 2 }),
});

const advice = fc.record({
  action: fc.constantFrom(...ACTIONS),
  confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  diagnosis: foreign,
  hint: fc.option(foreign),
  command: fc.option(foreign),
});

const consultation = fc.record({
  attempt: fc.nat(9),
  call: fc.nat(9),
  strength: fc.constantFrom('cheap' as const, 'strong' as const),
  question: foreign,
  failure,
  advice: fc.option(advice),
  helped: fc.option(fc.boolean()),
});

const revision = fc.record({
  attempt: fc.nat(9),
  revision: fc.nat(9),
  purpose: fc.constantFrom('revise' as const, 'reduce' as const),
  rule: fc.constantFrom(...(Object.keys(RULES) as Rule[])),
  reason: fc.option(foreign),
  sessions: fc.nat(9),
  helped: fc.option(fc.boolean()),
});

const phaseWith = (ids: readonly string[]) =>
  fc.record({
    standing: standing(ids),
    attempt: fc.nat(99),
    base: fc.option(hash),
    spent: counters,
    attempts: fc.array(attempt, { maxLength: 2 }),
    review: fc.option(review),
    evaluation: fc.option(evaluation),
    deferred: fc.array(fc.record({ attempt: fc.nat(9), comment, reason: foreign }), { maxLength: 2 }),
    change: fc.option(changes),
    checks: fc.array(check, { maxLength: 2 }),
    reports: fc.array(
      fc.record({
        lane: fc.nat(2),
        session: fc.nat(2),
        subtasks: fc.array(foreign, { maxLength: 2 }),
        report,
      }),
      {
        maxLength: 2,
      },
    ),
    startedAt: fc.option(time),
    endedAt: fc.option(time),
    usage,
    revision: fc.nat(9),
    descriptions: fc.nat(9),
    intent: fc.option(foreign),
    level: fc.nat(9),
    consultations: fc.array(consultation, { maxLength: 2 }),
    revisions: fc.array(revision, { maxLength: 2 }),
  });

/** A run of any plan, in a state that nobody would believe. */
export const runState: fc.Arbitrary<RunState> = plan.chain(made => {
  const ids = made.phases.map(({ id }) => id);
  return fc
    .record({
      phases: fc.tuple(...ids.map(() => phaseWith(ids))),
      status: fc.constantFrom('running' as const, 'waiting' as const, 'paused' as const, ...END_STATUSES),
      reason: foreign,
      head: fc.option(hash),
      trackerId: fc.option(foreign),
      now: time,
      usage,
    })
    .map(({ phases, trackerId, ...more }) => ({
      ...stateOf(made, {
        origin: { trackerId },
        phases: Object.fromEntries(ids.map((id, at) => [id, phases[at]!])),
      }),
      ...more,
    }));
});
