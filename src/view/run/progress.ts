import { printable } from '../../base/printable.ts';
import type { Entry } from '../../run/apply.ts';
import type { Failure } from '../../run/failure.ts';
import { phaseAt, planAt, positionOf } from '../../run/queries.ts';
import type { PhaseStatus, RunState } from '../../run/state.ts';
import type { Style } from '../style.ts';
import { duration } from '../time.ts';
import { icon } from './icons.ts';

/** How much of a failure's message stands on its line, in characters; `show` has all of it. */
const MAX_MESSAGE = 200;

/** What people want to hear of an event, on one line; null for what only machines care about. */
export function progressLine(
  { event }: Entry,
  state: RunState,
  style: Style,
  unicode: boolean,
): string | null {
  const say = (status: PhaseStatus, phase: string, text: string): string => {
    const { title } = planAt(state, positionOf(state, phase)!);
    const mark = COLOURS[status](style)(icon(status, unicode));
    return `${mark} ${style.bold(printable(phase))} ${printable(title)}: ${text}`;
  };
  switch (event.type) {
    case 'run_created':
      return `${style.bold(`run ${event.run}`)}: ${event.plan.phases.length} phases on ${printable(event.origin.branch)} from ${printable(event.origin.base)} (${event.origin.baseCommit.slice(0, 7)})`;
    case 'phase_started':
      return say(
        'running',
        event.phase,
        event.attempt === 1 ? 'started' : `attempt ${event.attempt} started`,
      );
    case 'phase_landed':
      return event.foreign ? style.yellow(strangers(state.origin.branch, event.foreign)) : null;
    case 'phase_completed':
      return say(
        'completed',
        event.phase,
        `landed as ${event.commit.slice(0, 7)}${tookOf(state, event.phase)}`,
      );
    case 'phase_retry':
      return say(
        'retrying',
        event.phase,
        `attempt ${event.attempt} failed (${reason(event.failure)}); it will be tried again`,
      );
    case 'phase_failed':
      return say('failed', event.phase, `failed in attempt ${event.attempt} (${reason(event.failure)})`);
    case 'phase_blocked':
      return say('blocked', event.phase, `blocked by ${printable(event.by)}`);
    case 'phase_skipped':
      return say('skipped', event.phase, printable(event.reason));
    case 'phase_reset':
      return say('pending', event.phase, 'may be tried again');
    case 'phase_approved':
      return say('pending', event.phase, 'approved');
    case 'run_resumed':
      return 'resumed';
    case 'run_paused':
      return `paused: ${printable(event.reason)}`;
    case 'run_waiting':
      return style.yellow(`waits for approval of ${event.phases.map(printable).join(', ')}`);
    case 'command_refused':
      return style.yellow(`refused: ${printable(event.reason)}`);
    case 'operation_failed':
      return style.yellow(
        `${event.operation}: ${shortened(event.failure.message)}. ${shortened(event.hint)}`,
      );
    case 'run_ended':
      return event.leftover ? style.yellow(`left behind: ${printable(event.leftover)}`) : null;
    default:
      return null;
  }
}

/** Somebody may commit to the branch of a run. Whoever did, and were it an agent, it must not go unnoticed. */
const strangers = (branch: string, commits: readonly string[]): string =>
  `${printable(branch)} has commits that are not of this run, and were not reviewed: ${commits
    .slice(0, MAX_STRANGERS)
    .map(commit => commit.slice(0, 7))
    .join(', ')}${commits.length > MAX_STRANGERS ? ', …' : ''}`;

const MAX_STRANGERS = 5;

const COLOURS: Readonly<Record<PhaseStatus, (style: Style) => (text: string) => string>> = {
  pending: style => style.dim,
  running: style => style.blue,
  retrying: style => style.yellow,
  completed: style => style.green,
  failed: style => style.red,
  blocked: style => style.red,
  skipped: style => style.dim,
};

const reason = ({ category, message }: Failure): string => `${category}: ${shortened(message)}`;

export function shortened(text: string): string {
  const line = printable(text.trim());
  return line.length <= MAX_MESSAGE ? line : `${line.slice(0, MAX_MESSAGE - 1)}…`;
}

function tookOf(state: RunState, phase: string): string {
  const { startedAt, endedAt } = phaseAt(state, positionOf(state, phase)!);
  return startedAt === null || endedAt === null ? '' : ` after ${duration(endedAt - startedAt)}`;
}
