import { loadKind } from '../../agent/catalogue.ts';
import { unreachable } from '../../base/unreachable.ts';
import {
  architectText,
  developerText,
  doctorText,
  evaluatorText,
  replannerText,
  reviewerText,
} from '../../engine/briefs.ts';
import type { LoadedRun } from '../../engine/load.ts';
import { MAX_DIFF_BYTES } from '../../engine/perform/review.ts';
import type { AnswerForm } from '../../prompt/brief.ts';
import { withPhase } from '../../run/apply/settle.ts';
import { lastAsked } from '../../run/asked.ts';
import { start } from '../../run/conclude.ts';
import type { Failure } from '../../run/failure.ts';
import type { Worker } from '../../run/ladder-event.ts';
import { lanesOf } from '../../run/lanes.ts';
import { lessonsOf } from '../../run/lessons.ts';
import { intentOf } from '../../run/policy/intent.ts';
import { chainOf, chooseWorker } from '../../run/policy/worker.ts';
import { phaseAt, planAt, workAt } from '../../run/queries.ts';
import type { Role } from '../../run/role.ts';
import type { RunState } from '../../run/state.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import type { PromptedRole } from '../formats.ts';
import { embeddedPorts } from '../run/embedded-ports.ts';
import { findRun } from '../run/find-run.ts';
import { type Home, withHome } from '../run/open-store.ts';
import type { Terminal } from '../terminal.ts';
import { phaseNamed } from './show.ts';

/** `phasewright prompt`: what a role would be told as the run stands now. */
export function prompt(
  role: PromptedRole,
  name: string,
  phase: string | undefined,
  { subtask }: { readonly subtask?: string },
  terminal: Terminal,
): Promise<ExitCode> {
  if (subtask !== undefined && role !== 'developer')
    throw new UsageError('only developers have subtasks in hand', 'Leave --subtask out.');
  return withHome(async home => {
    const { state, entries } = await findRun(home, name);
    if (role !== 'architect' && phase === undefined)
      throw new UsageError(`a ${role} works on a phase`, `Name one: phasewright prompt ${role} RUN PHASE`);
    const text =
      role === 'architect' || phase === undefined
        ? await architect(state)
        : await toldAbout(role, home, { state, entries }, phaseNamed(state, phase), subtask);
    terminal.out(`${text}\n`);
    return EXIT.completed;
  });
}

type Run = Pick<LoadedRun, 'state' | 'entries'>;

async function architect(state: RunState): Promise<string> {
  const { origin, draft, head } = state;
  if (origin.goal === null)
    throw new UsageError(
      `run ${state.run} began with a plan`,
      'Only runs of phasewright plan have an architect.',
    );
  const round = (draft?.round ?? 0) + 1;
  const { text = '', problems = [], unanswered = null, feedback = null } = draft ?? {};
  const base = head ?? origin.baseCommit;
  const worker = workerFor(state, 'architect', 0, null);
  return architectText(
    state,
    {
      kind: 'draft_plan',
      slot: 1,
      base,
      round,
      text,
      problems,
      unanswered,
      feedback,
      worker,
    },
    await formOf(worker),
  );
}

function toldAbout(
  role: Exclude<PromptedRole, 'architect'>,
  home: Home,
  run: Run,
  position: number,
  subtask: string | undefined,
): Promise<string> {
  const { state } = run;
  switch (role) {
    case 'developer':
      return developer(run, position, subtask);
    case 'reviewer':
      return reviewer(home, state, position);
    case 'evaluator':
      return evaluator(run, position);
    case 'doctor':
      return doctor(state, position);
    case 'replanner':
      return replanner(state, position);
    default:
      return unreachable(role);
  }
}

/** How the one who is asked gives its answer. */
const formOf = async ({ agent }: Worker): Promise<AnswerForm> =>
  (await loadKind(agent))?.abilities.answers ?? 'schema';

/** Who would be asked; the first of the role's models while none can be. */
function workerFor(state: RunState, role: Role, level: number, position: number | null): Worker {
  const phase = position === null ? null : planAt(state, position).id;
  const chosen = chooseWorker(state, role, level, phase);
  return 'worker' in chosen ? chosen.worker : chainOf(state, role, phase)[0];
}

/** What was said in the last attempt where that is under way or has landed, else what the next one is told. */
async function developer(
  { state, entries }: Run,
  position: number,
  subtask: string | undefined,
): Promise<string> {
  const plan = planAt(state, position);
  const phase = phaseAt(state, position);
  const subtasks = lanesOf(plan, state.settings).flat(2);
  if (subtask !== undefined && !subtasks.includes(subtask))
    throw new UsageError(
      `phase ${plan.id} has no subtask ${subtask}`,
      `It has ${subtasks.join(', ') || 'none'}.`,
    );
  const mine = subtask === undefined ? subtasks : [subtask];
  const { status } = phase.standing;
  const asked = lastAsked(entries, 'run_session', plan.id);
  if ((status === 'running' || status === 'completed') && asked?.effect.attempt === phase.attempt)
    return developerText(asked.state, { ...asked.effect, subtasks: mine }, await formOf(asked.effect.worker));
  const work = workAt(state, position);
  const head = state.head ?? state.origin.baseCommit;
  const next = start(state, position, phase.last?.slot ?? 1, head);
  const { base, contents, continues, hints } = work ?? { ...next, hints: phase.hints };
  const worker = workerFor(state, 'developer', phase.level, position);
  return developerText(
    state,
    {
      kind: 'run_session',
      phase: plan.id,
      attempt: work ? phase.attempt : next.attempt,
      lane: 0,
      session: 0,
      slot: next.slot,
      base,
      subtasks: mine,
      next: [],
      continues,
      contents,
      lessons: lessonsOf(phase),
      hints,
      worker,
    },
    await formOf(worker),
  );
}

async function reviewer(home: Home, state: RunState, position: number): Promise<string> {
  const { id } = planAt(state, position);
  const { base, snapshot, attempt } = lastWork(state, position);
  const { workspaces } = await embeddedPorts(home, state, null);
  const diff = await workspaces.diff({ base, snapshot, maxBytes: MAX_DIFF_BYTES });
  if (!diff.ok) throw new UsageError(diff.failure.message, diff.failure.hint);
  const { change, level } = phaseAt(state, position);
  const worker = workerFor(state, 'reviewer', level, position);
  const effect = { kind: 'review', phase: id, attempt, slot: 1, base, snapshot, worker } as const;
  const tier = change?.tier ?? 'full';
  return reviewerText(state, { ...effect, tier, seat: 0, asked: 0 }, diff, await formOf(worker));
}

/** About the last comments that were to be sorted, with the change that they are about. */
async function evaluator({ state, entries }: Run, position: number): Promise<string> {
  const { id } = planAt(state, position);
  const asked = lastAsked(entries, 'evaluate', id);
  if (!asked)
    throw new UsageError(`no evaluator was asked about phase ${id}`, 'One sorts what a reviewer asks for.');
  return evaluatorText(asked.state, asked.effect, await formOf(asked.effect.worker));
}

/** For the visit that is under way, or would be the next one. */
async function doctor(now: RunState, position: number): Promise<string> {
  const { state, ...trouble } = troubleAt(now, position, 'A doctor');
  const { consultations } = phaseAt(state, position);
  const step = workAt(state, position)?.step;
  const { call, strength } =
    step?.step === 'consulting' ? step : ({ call: consultations.length + 1, strength: 'cheap' } as const);
  const worker = workerFor(state, 'doctor', 0, position);
  const effect = { kind: 'consult', ...trouble, call, strength, asked: 0, worker } as const;
  return doctorText(state, effect, await formOf(worker));
}

/** For a smaller scope where that is what is asked for or proposed, else for another way. */
async function replanner(now: RunState, position: number): Promise<string> {
  const { state, ...trouble } = troubleAt(now, position, 'A replanner');
  const { revision, intent, level } = phaseAt(state, position);
  const step = workAt(state, position)?.step;
  const isAsked = step?.step === 'replanning';
  const worker = workerFor(state, 'replanner', level, position);
  return replannerText(
    state,
    {
      kind: 'replan',
      ...trouble,
      revision: isAsked ? revision : revision + 1,
      purpose: isAsked ? step.purpose : step?.step === 'asking' && step.proposal ? 'reduce' : 'revise',
      intent: intent ?? intentOf(planAt(state, position)),
      problems: isAsked ? step.problems : [],
      asked: isAsked ? step.asked : 0,
      worker,
    },
    await formOf(worker),
  );
}

/** The attempt that failed last, with the state of the run before it was counted among those that did. */
function troubleAt(state: RunState, position: number, who: string) {
  const { id: phase } = planAt(state, position);
  const { attempt, last, attempts } = phaseAt(state, position);
  const work = workAt(state, position);
  if (work && 'tried' in work.step) {
    return troubled(state, phase, { attempt, base: work.base, ...work.step });
  }
  if (!last)
    throw new UsageError(`no attempt at phase ${phase} has failed`, `${who} is asked about one that has.`);
  const earlier = attempts.filter(past => past.attempt < last.attempt);
  return troubled(withPhase(state, position, { attempts: earlier }), phase, last);
}

interface FailedAttempt {
  readonly attempt: number;
  readonly base: string;
  readonly snapshot: string | null;
  readonly failure: Failure;
}

const troubled = (state: RunState, phase: string, { attempt, base, snapshot, failure }: FailedAttempt) => ({
  state,
  phase,
  attempt,
  base,
  snapshot,
  failure,
  slot: 1,
});

/** What there is to look at of a phase: what landed, what is under way, or what failed last. */
function lastWork(state: RunState, position: number) {
  const { standing, base, last, attempt } = phaseAt(state, position);
  if (standing.status === 'completed' && base !== null) return { base, snapshot: standing.commit, attempt };
  if (standing.status === 'running' && 'snapshot' in standing.work.step && standing.work.step.snapshot) {
    return { base: standing.work.base, snapshot: standing.work.step.snapshot, attempt };
  }
  if (last?.snapshot) return { base: last.base, snapshot: last.snapshot, attempt: last.attempt };
  throw new UsageError(
    `phase ${planAt(state, position).id} has no work to look at yet`,
    'Its developer has not finished an attempt.',
  );
}
