import type { Entry } from '../../src/run/apply.ts';
import type { Failure } from '../../src/run/failure.ts';
import type { Usage } from '../../src/run/usage.ts';
import { type Act, type Answer, CHECKS, type WorldOptions, world } from '../engine/world.ts';
import { planOf } from './plans.ts';

const SCOPE = { deliverables: ['must.txt', 'may.txt'], criteria: ['it is quick'] };
const PLAN = planOf('a; b: a; c: b; d: c; e: d; f: e; g: f; h: g; i: g', {
  a: { deliverables: ['a.txt'] },
  g: SCOPE,
  h: SCOPE,
});
const FIX = 'npm ci';

const OPTIONS: WorldOptions = {
  plan: PLAN,
  settings: {
    schedule: 'serial',
    onFailure: 'continue',
    checks: CHECKS,
    limits: { backoffMs: 10 },
    recovery: { enabled: true, doctor: { perPhase: 1, fixes: [FIX] }, replan: { perRun: 1 } },
    models: {
      developer: [
        { agent: null, model: 'near/small', provider: null },
        { agent: null, model: 'far/large', provider: null },
      ],
    },
    budgets: { phase: { tokens: 1_000 } },
    notify: { commands: ['tell'], on: ['waiting', 'ended', 'phase_failed', 'budget', 'rest'] },
  },
  messengers: { tell: async ({ kind }) => (kind === 'rest' ? 'nobody is there' : null) },
};

const SAME = 'the module that reads the orders cannot be found anywhere in the sources';
const spent = (inputTokens: number): Usage => ({ inputTokens, outputTokens: 0, costUsd: null });
const broke = (message: string, category: Failure['category'] = 'agent_error'): Answer => ({
  failure: { category, message },
  usage: spent(10),
});

/** What becomes of each attempt at a phase; what is not listed goes well. */
const ATTEMPTS: Readonly<Record<string, readonly Answer[]>> = {
  // The same flaw twice: another description.
  a: [
    broke('it goes round in circles and never comes to an end'),
    broke('it goes round in circles and never comes to an end'),
  ],
  // The provider asks to be left alone, then a doctor helps.
  b: [
    { failure: { category: 'infra.rate_limit', message: 'slow down', retryAt: 50_000 } },
    broke(SAME),
    broke(SAME),
  ],
  // The same question: the doctor need not be asked again.
  c: [broke(SAME), broke(SAME)],
  // A command helps.
  d: [broke('one'), broke('another', 'logic')],
  // Stronger models help.
  e: [broke('one'), broke('another', 'logic'), broke('a third', 'build')],
  // Only a person can tell.
  f: [{ answer: { status: 'failed', question: 'Which colour?' }, usage: spent(10) }],
  // The budget does not reach for all of it.
  g: [
    { ...broke('one'), usage: spent(425) },
    { ...broke('another', 'logic'), usage: spent(425) },
  ],
  h: [
    { ...broke('one'), usage: spent(425) },
    { ...broke('another', 'logic'), usage: spent(425) },
  ],
  // Nor for this at all.
  i: [{ usages: [spent(600), spent(600)] }],
};

const developer: Act = (files, { assignment: { phase, attempt } }) => {
  const answer = ATTEMPTS[phase]?.[attempt - 1];
  for (const path of [`${phase}.txt`, 'must.txt', 'may.txt']) files.set(path, `${phase} ${attempt}`);
  return answer ?? { usage: spent(10) };
};

const ADVICE: Readonly<Record<string, object>> = {
  b: { action: 'retry_with_fix', confidence: 0.9, diagnosis: 'a typing error', hint: 'Mind the letters.' },
  d: { action: 'execute_fix', confidence: 0.9, diagnosis: 'nothing is installed', command: FIX },
  e: { action: 'retry_with_fix', confidence: 0.9, diagnosis: 'it is hard', hint: 'Think.' },
};

/** Of a it has no opinion. */
const doctor: Act = (_, { assignment: { phase } }) => ({
  answer: ADVICE[phase] ?? 'no idea',
  usage: spent(10),
});

/** Its first description of a gives up what is to exist. */
const replanner: Act = (_, { assignment: { phase, asked = 0 } }) => {
  const answer =
    phase !== 'a'
      ? { reason: 'too much', dropped: [{ what: 'may.txt', reason: 'nobody needs it' }] }
      : asked === 0
        ? { reason: 'easier', deliverables: [] }
        : { reason: 'step by step', subtasks: [{ title: 'First this' }, { title: 'Then that' }] };
  return { answer, usage: spent(10) };
};

/** It cannot be asked at first. */
function reviewer(): Act {
  let asked = 0;
  return (): Answer => {
    asked += 1;
    return asked === 1
      ? broke('too many at once', 'infra.overload')
      : { answer: { approved: true }, usage: spent(10) };
  };
}

/** A run that is on every rung of the ladder, with budgets, resting providers, and people who are told. */
export async function recoveredJournal(): Promise<readonly Entry[]> {
  const made = await world({ ...OPTIONS, developer, reviewer: reviewer(), doctor, replanner });
  await made.go();
  await made.ask({ type: 'edit', phase: 'f', plan: { ...PLAN.phases[5]!, title: 'Paint it red' } });
  await made.go();
  await made.ask({ type: 'approve', phase: 'g' });
  await made.go();
  await made.ask({ type: 'reject', phase: 'h', message: 'All of it, or nothing.' });
  await made.go();
  return made.journal();
}
