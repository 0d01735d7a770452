import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elements } from '../../src/base/chunked.ts';
import { EMPTY_PHASE, EMPTY_PLAN, type Phase, type Plan } from '../../src/plan/model.ts';
import type { Command } from '../../src/run/event.ts';
import { FAILURE_POLICIES, REJECT_POLICIES, SCHEDULES, SESSION_POLICIES } from '../../src/run/policies.ts';
import type { Overrides } from '../../src/run/settings.ts';
import type { RunState } from '../../src/run/state.ts';
import { fold } from '../run/fold.ts';
import { subtasks } from '../run/plans.ts';
import { survives } from './crash.ts';
import { violations } from './invariants.ts';
import {
  budgets,
  chains,
  doctors,
  failures,
  recoveries,
  replanners,
  spendings,
  timelessFailures,
} from './recovery/arbitrary.ts';
import { undecided } from './recovery/decisions.ts';
import { actors, type Outcome, type Script } from './script.ts';
import { landed, standings, tree } from './tell.ts';
import { type Act, CHECKS, type WorldOptions, world } from './world.ts';

/** Any plan, settings, agents and people, and a process that may die: what must always hold, holds. */

/** How many runs to try; more than the usual to look for something. */
const RUNS = Number(process.env.PHASEWRIGHT_TEST_RUNS ?? 200);
/** The share of them that is killed and compared. */
const COMPARED = 0.35;
const MAX_PHASES = 7;

const rarely = fc.integer({ min: 0, max: 7 }).map(number => number === 0);

/** Phases that depend on some of those before them. */
const plans: fc.Arbitrary<Plan> = fc
  .array(
    fc.record({
      waitsFor: fc.array(fc.nat(MAX_PHASES), { maxLength: 3 }),
      beside: fc.array(fc.nat(MAX_PHASES), { maxLength: 2 }),
      steps: fc.nat(3),
      gated: rarely,
      done: rarely,
      optional: rarely,
      criteria: fc.constantFrom([], ['it is fast', 'it is pretty']),
      estimate: fc.option(fc.nat(5)),
    }),
    { minLength: 1, maxLength: MAX_PHASES },
  )
  .map(drafts => ({
    ...EMPTY_PLAN,
    phases: drafts.map(
      ({ waitsFor, beside, steps, ...rest }, index): Phase => ({
        ...EMPTY_PHASE,
        ...rest,
        id: `p${index}`,
        dependsOn: [...new Set(waitsFor)].filter(other => other < index).map(other => `p${other}`),
        parallelWith: [...new Set(beside)].filter(other => other < drafts.length).map(other => `p${other}`),
        subtasks: subtasks(...Array.from({ length: steps }, (_, step) => `p${index}.${step}`)),
      }),
    ),
  }));

const settings: fc.Arbitrary<Overrides> = fc.record({
  schedule: fc.constantFrom(...SCHEDULES),
  concurrency: fc.integer({ min: 1, max: 4 }),
  session: fc.constantFrom(...SESSION_POLICIES),
  onReject: fc.constantFrom(...REJECT_POLICIES),
  maxAttempts: fc.integer({ min: 1, max: 3 }),
  onFailure: fc.constantFrom(...FAILURE_POLICIES),
  review: fc.record({ when: fc.constantFrom('phase', 'never') }),
  evaluate: fc.boolean(),
  approve: fc.constantFrom('plan', 'plan', 'plan', 'phase', 'landing'),
  checks: fc.boolean().map(has => (has ? CHECKS : [])),
  limits: fc.record({
    landingRetries: fc.nat(2),
    infraRetries: fc.nat(2),
    quotaWaits: fc.nat(2),
    backoffMs: fc.constantFrom(0, 10),
  }),
  recovery: recoveries,
  models: chains,
});

const OUTCOMES: readonly Outcome[] = ['idle', 'fail', 'infra', 'red', 'reject', 'mute', 'clash'];
const outcomes = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Outcome>('ok') },
  { weight: 3, arbitrary: fc.constantFrom(...OUTCOMES) },
  { weight: 4, arbitrary: failures },
);
const ids = Array.from({ length: MAX_PHASES }, (_, index) => `p${index}`);
const ofPhases = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> =>
  fc
    .tuple(...ids.map(() => values))
    .map(list => Object.fromEntries(list.map((value, at) => [ids[at]!, value])));
const scripts: fc.Arbitrary<Script> = ofPhases(fc.array(outcomes, { minLength: 1, maxLength: 4 }));

const commands: fc.Arbitrary<Command> = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom<Command>({ type: 'cancel' }, { type: 'pause' }) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom('retry', 'skip', 'approve'), fc.constantFrom(...ids))
      .map(([type, phase]): Command => ({ type, phase })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...ids).map((phase): Command => ({ type: 'reject', phase, message: 'no' })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...ids)
      .map((phase): Command => ({ type: 'edit', phase, plan: { ...EMPTY_PHASE, title: 'Another' } })),
  },
);

/** What happens to the processes that drive the run, one after the other. */
const lives = fc.array(
  fc.record({
    dies: fc.option(
      fc.record({ write: fc.integer({ min: 2, max: 12 }), when: fc.constantFrom('before', 'after') }),
    ),
    says: fc.array(fc.tuple(fc.nat(30), commands), { maxLength: 2 }),
  }),
  { minLength: 1, maxLength: 4 },
);

/** Whatever the order of events, these lead to the same end. */
const timeless = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom<Outcome>('ok', 'ok', 'ok', 'idle', 'fail', 'infra', 'red', 'reject', 'mute'),
  },
  timelessFailures,
);

/** The developer of a script, who spends something in each session. */
const paying =
  (script: Script, usage: Awaited<ReturnType<Act>>): Act =>
  async (files, session) => ({ ...(await actors(script).developer(files, session)), ...usage });

/** Of two failed phases the one that failed first is named as the one that blocks, which is a matter of time. */
const anonymous = (text: string): string => text.replaceAll(/ by \w+/g, '');

const countersOf = ({ used, phases }: RunState) => [used, ...elements(phases).map(({ spent }) => spent)];

/** Attempts at phases beyond what all rungs together allow, where nobody gave them more. */
const attemptsBeyond = ({ phases, settings: { maxAttempts } }: RunState): readonly number[] =>
  elements(phases).flatMap(({ spent, consultations }) => {
    const visits = new Set(consultations.map(({ attempt }) => attempt)).size;
    const allowed = maxAttempts * (1 + spent.revisions + spent.escalations) + visits;
    return spent.attempts > allowed ? [spent.attempts - allowed] : [];
  });

const RESTS: readonly string[] = ['waiting', 'paused', 'completed', 'halted', 'failed', 'cancelled'];

describe('any run', () => {
  it('keeps all invariants after every event, and ends or waits [001-03] [003-06]', async () => {
    await fc.assert(
      fc.asyncProperty(
        plans,
        settings,
        budgets,
        scripts,
        fc.record({ doctor: doctors, replanner: replanners, usage: spendings, takes: ofPhases(fc.nat(20)) }),
        lives,
        async (plan, chosen, limits, script, { doctor, replanner, usage, takes }, processes) => {
          const made = await world({
            plan,
            settings: { ...chosen, budgets: limits },
            script,
            developer: paying(script, usage),
            doctor,
            replanner,
            takes,
          });
          for (const [index, { dies, says }] of processes.entries()) {
            for (const [after, command] of says) void made.clock.sleep(after).then(() => made.ask(command));
            const drive = made.go({ resume: index > 0, ...(dies && { crash: dies }) });
            await survives(drive);
          }
          const last = await made.go({ resume: true });
          expect(RESTS).toContain(last.status);
          expect(made.peak()).toBeLessThanOrEqual(last.shape.slots);
          const entries = await made.journal();
          expect(violations(entries, made.git.isAncestor)).toEqual([]);
          expect(undecided(entries)).toEqual([]);
          const phases = landed(made.git).split(' ');
          expect(new Set(phases).size).toBe(phases.length);
        },
      ),
      { numRuns: RUNS * (1 - COMPARED) },
    );
  });

  it('that is killed time and again comes to the same end as one that is not', async () => {
    await fc.assert(
      fc.asyncProperty(
        plans,
        settings,
        ofPhases(fc.array(timeless, { minLength: 1, maxLength: 4 })),
        fc.record({ doctor: doctors, replanner: replanners }),
        fc.array(fc.integer({ min: 4, max: 9 }), { maxLength: 12 }),
        async (plan, chosen, script, advisers, deaths) => {
          const ungated = { ...plan, phases: plan.phases.map(phase => ({ ...phase, gated: false })) };
          const options = {
            plan: ungated,
            // What phases have of the same limits depends on which of them comes first.
            settings: {
              ...chosen,
              onFailure: 'continue',
              ...(chosen.recovery?.enabled ? { schedule: 'serial' } : {}),
            },
            script,
            ...advisers,
          } satisfies WorldOptions;
          const sound = await world(options);
          const expected = await sound.go();
          const made = await world(options);
          let isOver = false;
          for (const [index, write] of deaths.entries()) {
            isOver ||= await survives(made.go({ resume: index > 0, crash: { write, when: 'before' } }));
          }
          const state = isOver ? fold(await made.journal())! : await made.go({ resume: deaths.length > 0 });
          expect(state.status).toBe(expected.status);
          expect(anonymous(standings(state))).toBe(anonymous(standings(expected)));
          expect(tree(made.git)).toEqual(tree(sound.git));
          expect(countersOf(state)).toEqual(countersOf(expected));
          expect(attemptsBeyond(state)).toEqual([]);
        },
      ),
      { numRuns: RUNS * COMPARED },
    );
  });
});
