import { EMPTY_PLAN } from '../../src/plan/model.ts';
import type { Entry } from '../../src/run/apply.ts';
import { type Act, CHECKS, type WorldOptions, world } from '../engine/world.ts';
import { planOf, subtasks } from './plans.ts';

const PLAN = planOf('a; b; c: a; d: b; e: a; g: a; x: d', {
  a: { subtasks: subtasks('1', '2') },
  c: { subtasks: subtasks('3', '4') },
  g: { gated: true },
});

const OPTIONS: WorldOptions = {
  plan: EMPTY_PLAN,
  origin: { goal: 'Build it.', record: 'docs/record' },
  settings: {
    session: 'subtask',
    onFailure: 'continue',
    checks: CHECKS,
    baseline: true,
    concurrency: 3,
    limits: { backoffMs: 10 },
    scope: { protect: ['e.txt'] },
  },
  check: (_, files) => !files.has('red.txt'),
  takes: { a: 5, b: 6, c: 5, d: 3, e: 30 },
};

/** The lanes of a overlap at first, b fails a check and meets its conflict, c fails a subtask once, d fails for good. */
const developer: Act = (files, { assignment: { phase, attempt, subtasks: ids } }) => {
  files.set(`${phase}${ids.join('')}.txt`, `attempt ${attempt}`);
  if (phase === 'a' && attempt === 1) files.set('same.txt', ids.join());
  if (phase === 'a' || (phase === 'b' && attempt < 5)) files.set('shared.txt', phase);
  if (phase === 'b' && attempt === 3) files.set('red.txt', '');
  if (phase === 'b') return { usage: { inputTokens: 10, outputTokens: 2, costUsd: 0.5 } };
  if (phase === 'd') return { answer: { status: 'failed', error: 'no way' } };
  if (phase === 'c' && attempt === 1 && ids.includes('3'))
    return { answer: { status: 'failed', subtasksFailed: ['3'], error: 'not now' } };
  return {};
};

/** Of b's second attempt it has no opinion. */
const reviewer: Act = (_, { assignment: { phase, attempt } }) =>
  phase === 'b' && attempt === 2
    ? { answer: 'no idea' }
    : { answer: { approved: true, summary: 'fine', comments: [{ message: 'name it better' }] } };

/** Its first words about e are none. */
function evaluator(): Act {
  let asked = 0;
  return (_, { assignment: { phase } }) => {
    asked += phase === 'e' ? 1 : 0;
    if (phase === 'e' && asked === 1) return { answer: 'all good points' };
    return { answer: { decisions: [{ comment: 1, decision: 'DEFER', reason: 'later' }] } };
  };
}

/** At first it has no plan, then one that makes no sense. */
const architect: Act = (_, { assignment: { attempt } }) => {
  if (attempt === 1) return {};
  return { answer: { plan: attempt === 2 ? 'Do it.' : '### Task 1: Do it\n\nAll of it.\n' } };
};

/** A run with every kind of event: a plan in the making, retries, lanes, landings, an interruption, requests, a cancellation. */
export async function richJournal(): Promise<readonly Entry[]> {
  const made = await world({
    ...OPTIONS,
    developer,
    reviewer,
    evaluator: evaluator(),
    architect,
    through: workspaces => ({
      ...workspaces,
      capture: async request =>
        request.phase === 'b' && request.attempt === 1
          ? { ok: false, failure: { reason: 'locked', message: 'index.lock', hint: 'Wait.' } }
          : workspaces.capture(request),
    }),
  });
  await made.go();
  await made.ask({ type: 'reject', phase: null, message: 'More of it.' });
  await made.go();
  await made.ask({ type: 'approve', phase: null, edited: { text: 'All of it.', plan: PLAN } });
  const stop = new AbortController();
  void made.clock.sleep(8).then(() => stop.abort());
  await made.go({ pause: stop.signal });
  await made.go({ resume: true });
  await made.ask({ type: 'reject', phase: 'e', message: 'Not like this.' });
  await made.go();
  await made.ask({ type: 'approve', phase: 'e' });
  await made.ask({ type: 'retry', phase: 'a' });
  await made.ask({ type: 'skip', phase: 'x' });
  await made.ask({ type: 'retry', phase: 'd' });
  await made.ask({ type: 'approve', phase: 'g' });
  void made.clock.sleep(2).then(() => made.ask({ type: 'cancel' }));
  await made.go();
  return made.journal();
}

/** A run that is reviewed as a whole, at first without a verdict. */
export async function reviewedJournal(): Promise<readonly Entry[]> {
  let asked = 0;
  const made = await world({
    plan: planOf('a'),
    settings: { review: { when: 'end' } },
    reviewer: () => {
      asked += 1;
      return { answer: asked === 1 ? 'no idea' : { approved: true, summary: 'fine' } };
    },
  });
  await made.go();
  return made.journal();
}
