import { architectText, developerText, evaluatorText, reviewerText } from '../../engine/briefs.ts';
import { MAX_DIFF_BYTES } from '../../engine/perform/review.ts';
import { start } from '../../run/conclude.ts';
import { lanesOf } from '../../run/lanes.ts';
import { phaseAt, planAt } from '../../run/queries.ts';
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
  return withHome(async home => {
    const { state } = await findRun(home, name);
    if (role !== 'architect' && phase === undefined)
      throw new UsageError(`a ${role} works on a phase`, `Name one: phasewright prompt ${role} RUN PHASE`);
    const position = phase === undefined ? null : phaseNamed(state, phase);
    const text = position === null ? architect(state) : await toldAbout(role, home, state, position, subtask);
    terminal.out(`${text}\n`);
    return EXIT.completed;
  });
}

function architect(state: RunState): string {
  const { origin, draft, head } = state;
  if (origin.goal === null)
    throw new UsageError(
      `run ${state.run} began with a plan`,
      'Only runs of phasewright plan have an architect.',
    );
  const round = (draft?.round ?? 0) + 1;
  const { text = '', problems = [], feedback = null } = draft ?? {};
  const base = head ?? origin.baseCommit;
  return architectText(
    state,
    { kind: 'draft_plan', slot: 1, base, round, text, problems, feedback },
    'schema',
  );
}

function toldAbout(
  role: PromptedRole,
  home: Home,
  state: RunState,
  position: number,
  subtask: string | undefined,
): string | Promise<string> {
  if (role === 'developer') return developer(state, position, subtask);
  return role === 'reviewer' ? reviewer(home, state, position) : evaluator(state, position);
}

/** For the attempt that comes next, or that is under way. */
function developer(state: RunState, position: number, subtask: string | undefined): string {
  const plan = planAt(state, position);
  const { last, standing, attempt, base } = phaseAt(state, position);
  const head = state.head ?? state.origin.baseCommit;
  const next = start(state, position, last?.slot ?? 1, head);
  const isUnderWay = standing.status === 'running' || standing.status === 'completed';
  const subtasks = lanesOf(plan, state.settings).flat(2);
  if (subtask !== undefined && !subtasks.includes(subtask))
    throw new UsageError(
      `phase ${plan.id} has no subtask ${subtask}`,
      `It has ${subtasks.join(', ') || 'none'}.`,
    );
  return developerText(
    state,
    {
      kind: 'run_session',
      phase: plan.id,
      attempt: isUnderWay ? attempt : next.attempt,
      lane: 0,
      session: 0,
      slot: next.slot,
      base: isUnderWay ? (base ?? head) : next.base,
      subtasks: subtask === undefined ? subtasks : [subtask],
      next: [],
      continues: isUnderWay ? null : next.continues,
      previous: last && { attempt: last.attempt, snapshot: last.snapshot, failure: last.failure },
    },
    'schema',
  );
}

async function reviewer(home: Home, state: RunState, position: number): Promise<string> {
  const { id } = planAt(state, position);
  const { base, snapshot, attempt } = lastWork(state, position);
  const { workspaces } = await embeddedPorts(home, state);
  const diff = await workspaces.diff({ base, snapshot, maxBytes: MAX_DIFF_BYTES });
  if (!diff.ok) throw new UsageError(diff.failure.message, diff.failure.hint);
  const { change } = phaseAt(state, position);
  const effect = { kind: 'review', phase: id, attempt, slot: 1, base, snapshot } as const;
  const tier = change?.tier ?? 'full';
  return reviewerText(state, { ...effect, tier, seat: 0, asked: 0, reopen: false }, diff, 'schema');
}

function evaluator(state: RunState, position: number): string {
  const { id } = planAt(state, position);
  const { base, snapshot, attempt } = lastWork(state, position);
  const { review, attempts } = phaseAt(state, position);
  const reviews = [review, ...attempts.map(past => past.review).reverse()];
  const { summary, comments } = reviews.find(one => one && one.comments.length > 0) ?? NO_REVIEW;
  if (comments.length === 0)
    throw new UsageError(`no reviewer has commented on phase ${id}`, 'An evaluator sorts comments.');
  const effect = {
    kind: 'evaluate',
    phase: id,
    attempt,
    slot: 1,
    base,
    snapshot,
    summary,
    comments,
  } as const;
  return evaluatorText(state, { ...effect, asked: 0, reopen: false }, 'schema');
}

const NO_REVIEW = { summary: '', comments: [] };

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
