import { type GitFailure, type GitFailureReason, MAX_CHANGES } from '../../git/port.ts';
import type { Effect } from '../../run/effect.ts';
import type { RunEvent } from '../../run/event.ts';
import { testsOwedBy } from '../../run/expect.ts';
import type { FailureCategory } from '../../run/failure.ts';
import { gateSettings, judgeGates, linesIn } from '../../run/gates.ts';
import { approvedAt, ignoredBy, phaseAt, planAt, positionOf } from '../../run/queries.ts';
import { tierOf } from '../../run/review-tier.ts';
import type { Context } from '../perform.ts';
import { enterSlot } from './enter.ts';
import { runFormatters } from './format.ts';
import { recordFor } from './record.ts';

type Named<K extends Effect['kind']> = Extract<Effect, { kind: K }>;

export async function openRun({ ports }: Context): Promise<RunEvent[]> {
  const result = await ports.workspaces.openRun();
  if (!result.ok) return [operationFailed('open_run', null, 0, result.failure, true)];
  return [{ type: 'run_opened', head: result.head }];
}

export async function openWorkspace(effect: Named<'open_workspace'>, context: Context): Promise<RunEvent[]> {
  const { phase, attempt, lane, slot, base, contents, next } = effect;
  const result = await enterSlot({ slot, base, contents }, effect, context);
  if (context.signal.aborted) return [];
  if (!result.ok) return [operationFailed('open_workspace', phase, attempt, result.failure)];
  const name = { phase, attempt, lane };
  return [
    {
      type: 'workspace_opened',
      ...name,
      path: result.path,
      ...(result.setAside === undefined ? {} : { setAside: result.setAside }),
    },
    ...next.map(subtask => ({ type: 'subtask_started', ...name, subtask }) as const),
  ];
}

/** What formatters make of the work is part of it. */
export async function capture(effect: Named<'capture'>, context: Context): Promise<RunEvent[]> {
  const { phase, attempt, lane, slot, base, single } = effect;
  await runFormatters(effect, context);
  if (context.signal.aborted) return [];
  const name = { phase, attempt, lane: single ? null : lane };
  const result = await context.ports.workspaces.capture({ ...name, slot, base });
  if (!result.ok) return [operationFailed('capture', phase, attempt, result.failure)];
  const { commit, changed, changes, ignored, removed, unfiltered } = result;
  const files = changes.map(({ path }) => path);
  const left = {
    ...(ignored.length > 0 ? { ignored } : {}),
    ...(removed ? { removed } : {}),
    ...(unfiltered ? { unfiltered } : {}),
  };
  return [{ type: 'attempt_captured', phase, attempt, lane, commit, changed, files, ...left }];
}

export async function combine(
  { phase, attempt, base, commits }: Named<'combine'>,
  { ports }: Context,
): Promise<RunEvent[]> {
  const result = await ports.workspaces.combine({ phase, attempt, lane: null, base, commits });
  if (!result.ok) return [operationFailed('combine', phase, attempt, result.failure)];
  if (result.outcome === 'conflict') return [{ type: 'lanes_overlap', phase, attempt, files: result.files }];
  const { commit, changed, changes } = result;
  const files = changes.map(({ path }) => path);
  return [{ type: 'lanes_combined', phase, attempt, commit, changed, files }];
}

export async function inspect(
  { phase, attempt, slot, base, snapshot }: Named<'inspect'>,
  { ports, state }: Context,
): Promise<RunEvent[]> {
  const position = positionOf(state, phase)!;
  const plan = planAt(state, position);
  const { deliverables } = plan;
  const result = await ports.workspaces.inspect({ base, snapshot, deliverables, slot });
  if (!result.ok) return [operationFailed('inspect', phase, attempt, result.failure)];
  const { settings } = state;
  return [
    {
      type: 'attempt_inspected',
      phase,
      attempt,
      files: result.files.slice(0, MAX_CHANGES),
      changed: result.changed,
      ...linesIn(result.files),
      tier: tierOf(settings.review, result),
      findings: judgeGates(
        plan,
        state.plan,
        gateSettings(settings),
        result,
        approvedAt(state, position),
        testsOwedBy(state, position),
        {
          files: ignoredBy(state, position),
          reports: phaseAt(state, position).reports.map(({ report }) => report),
        },
      ),
    },
  ];
}

export async function land(effect: Named<'land'>, { ports }: Context): Promise<RunEvent[]> {
  const { kind: _kind, tries: _tries, phase, attempt, ...request } = effect;
  const result = await ports.workspaces.land({ phase, attempt, ...request });
  if (!result.ok) return [operationFailed('land', phase, attempt, result.failure)];
  switch (result.outcome) {
    case 'landed': {
      const { outcome: _, ok: __, ...landed } = result;
      return [{ type: 'phase_landed', phase, attempt, ...landed }];
    }
    case 'unchecked':
      return [{ type: 'landing_unchecked', phase, attempt, commit: result.commit, head: result.head }];
    case 'conflict':
      return [{ type: 'landing_conflict', phase, attempt, files: result.files, head: result.head }];
  }
}

/** Whatever tidying up leaves behind is told; it does not change how the run ended. */
export async function closeRun(
  { status, message }: Named<'close_run'>,
  context: Context,
): Promise<RunEvent[]> {
  const { ports, state } = context;
  const survivors = await ports.processes.sweep(state.origin.marker);
  const result = await ports.workspaces.closeRun({
    message: status === 'completed' ? message : null,
    record: await recordFor(status, context),
  });
  const failure = result.ok ? result.untidied : result.failure;
  const leftover = [
    ...(survivors.length > 0 ? [`processes ${survivors.join(', ')} would not end`] : []),
    ...(failure ? [`${failure.message}. ${failure.hint}`] : []),
    ...(result.ok && result.recordProblem !== null ? [`the record: ${result.recordProblem}`] : []),
    ...(result.ok && result.foreign ? [strangers(result.foreign)] : []),
  ];
  return [
    {
      type: 'run_ended',
      status,
      head: result.ok ? result.head : null,
      leftover: leftover.length > 0 ? leftover.join('; ') : null,
      record: result.ok ? result.record : null,
    },
  ];
}

/** How many commits of others are named. */
const MAX_STRANGERS = 5;

const strangers = (commits: readonly string[]): string =>
  `commits that are not of this run: ${commits.slice(0, MAX_STRANGERS).join(', ')}${commits.length > MAX_STRANGERS ? ', …' : ''}`;

/** Of these trying again is of no use before a person has acted. */
const FATAL: ReadonlySet<GitFailureReason> = new Set([
  'no_git',
  'not_a_repository',
  'bare',
  'unsafe_ownership',
  'no_such_base',
  'branch_exists',
  'branch_moved',
  'branch_gone',
  'config_changed',
  'dirty',
  'in_progress',
  'disk_full',
  'read_only',
]);

export const operationFailed = (
  operation: Effect['kind'],
  phase: string | null,
  attempt: number,
  failure: GitFailure,
  fatal = FATAL.has(failure.reason),
): RunEvent => ({
  type: 'operation_failed',
  operation,
  phase,
  attempt,
  failure: { category: categoryOf(failure), message: failure.message },
  hint: failure.hint,
  fatal,
});

/** A hook that refuses judges the work, as a check does; what git cannot store is the doing of whoever left it. */
export const categoryOf = ({ reason }: GitFailure): FailureCategory => {
  if (reason === 'disk_full') return 'infra.disk';
  if (reason === 'not_ready') return 'infra.setup';
  if (reason === 'unstorable') return 'agent_error';
  return reason === 'hook_refused' ? 'checks' : 'infra.git';
};
