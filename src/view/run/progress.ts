import { counted } from '../../base/counted.ts';
import { printable } from '../../base/printable.ts';
import { type Decision, DISPOSITIONS } from '../../run/answer.ts';
import type { Entry } from '../../run/apply.ts';
import { resultWords } from '../../run/check-verdict.ts';
import type { RunEvent } from '../../run/event.ts';
import type { Failure } from '../../run/failure.ts';
import { phaseAt, planAt, positionOf } from '../../run/queries.ts';
import type { PhaseStatus, RunState } from '../../run/state.ts';
import type { Style } from '../style.ts';
import { clock, duration } from '../time.ts';
import { COLOURS, icon } from './icons.ts';
import { ladderLine } from './ladder-line.ts';
import { needsOf } from './needs.ts';
import { shortened } from './shortened.ts';
import { trespassWords } from './trespass.ts';

/** What people want to hear of an event, on one line; null for what only machines care about. */
export function progressLine(
  { event, at }: Entry,
  state: RunState,
  style: Style,
  unicode: boolean,
): string | null {
  const told = phaseWords(event, at, state, style);
  if (told === null || !('phase' in event) || event.phase === null) return runWords(event, at, state, style);
  const { title } = planAt(state, positionOf(state, event.phase)!);
  const mark = COLOURS[told.status](style)(icon(told.status, unicode));
  const trespass = trespassWords(event);
  const text = trespass === '' ? told.text : `${told.text}; ${style.yellow(trespass)}`;
  return `${mark} ${style.bold(printable(event.phase))} ${printable(title)}: ${text}`;
}

/** What happened to the run as a whole. */
function runWords(event: RunEvent, at: number, state: RunState, style: Style): string | null {
  switch (event.type) {
    case 'run_created':
      return `${style.bold(`run ${event.run}`)}: ${beginning(event)} on ${printable(event.origin.branch)} from ${printable(event.origin.base)} (${event.origin.baseCommit.slice(0, 7)})`;
    case 'plan_drafted':
      return drafted(event, style);
    case 'draft_failed':
      return style.yellow(`no plan in round ${event.round}: ${reason(event.failure)}`);
    case 'plan_rejected':
      return style.yellow(`the plan was sent back: ${shortened(event.message)}`);
    case 'plan_approved':
      return `the plan is approved: ${counted(event.plan.phases.length, 'phase')}`;
    case 'run_reviewed': {
      const { approved, summary } = event.review;
      return said(`the whole is ${approved ? 'approved' : 'rejected'} by the reviewer`, summary);
    }
    case 'run_review_failed':
      return style.yellow(`no verdict on the whole: ${reason(event.failure)}`);
    case 'phase_landed':
      return event.foreign ? style.yellow(strangers(state.origin.branch, event.foreign)) : null;
    case 'run_resumed':
      return state.ending ? `resumed, only to tidy up: the run had ended (${state.ending})` : 'resumed';
    case 'run_paused':
      return `paused: ${printable(event.reason)}`;
    case 'run_waiting':
      // What is needed was told before, and is told in full by `status`.
      return style.yellow(needsOf(state).length > 0 ? shortened(state.reason) : printable(state.reason));
    case 'command_refused':
      return style.yellow(`refused: ${printable(event.reason)}`);
    case 'operation_failed':
      return style.yellow(
        `${event.operation}: ${shortened(event.failure.message)}. ${shortened(event.hint)}`,
      );
    case 'run_ended':
      return event.leftover ? style.yellow(`left behind: ${printable(event.leftover)}`) : null;
    default:
      return ladderLine(event, { at, state }, style);
  }
}

interface Told {
  readonly status: PhaseStatus;
  readonly text: string;
}

/** What happened to a phase. */
function phaseWords(event: RunEvent, at: number, state: RunState, style: Style): Told | null {
  switch (event.type) {
    case 'phase_started':
      return {
        status: 'running',
        text: event.attempt === 1 ? 'started' : `attempt ${event.attempt} started`,
      };
    case 'phase_completed': {
      const text = `landed as ${event.commit.slice(0, 7)}${tookOf(state, event.phase)}`;
      return { status: 'completed', text };
    }
    case 'phase_retry': {
      const when = isLater(event.notBefore, at) ? ` at ${clock(event.notBefore!, at)}` : '';
      const text = `attempt ${event.attempt} failed (${reason(event.failure)}); it will be tried again${when}`;
      return { status: 'retrying', text };
    }
    case 'phase_failed':
      return { status: 'failed', text: `failed in attempt ${event.attempt} (${reason(event.failure)})` };
    case 'phase_blocked':
      return { status: 'blocked', text: `blocked by ${printable(event.by)}` };
    case 'phase_skipped':
      return { status: 'skipped', text: shortened(event.reason) };
    case 'phase_reset':
      return { status: 'pending', text: 'may be tried again' };
    case 'phase_approved':
      return { status: 'pending', text: 'approved' };
    default: {
      const text = attemptWords(event, style) ?? ladderLine(event, { at, state }, style);
      return text === null ? null : { status: 'running', text };
    }
  }
}

/** Waits that are shorter are not worth the word, in milliseconds. */
const SHORT_WAIT_MS = 30_000;

const isLater = (notBefore: number | null, at: number): boolean =>
  notBefore !== null && notBefore - at >= SHORT_WAIT_MS;

const removedWords = (paths: readonly string[]): string =>
  `pipes, sockets or devices cannot be kept and were removed: ${shortened(paths.join(', '))}`;

const unfilteredWords = (filters: readonly string[]): string =>
  `filters of git failed, so files are kept as they were written: ${shortened(filters.join(', '))}`;

/** What was found about the work of an attempt. */
function attemptWords(event: RunEvent, style: Style): string | null {
  switch (event.type) {
    case 'workspace_opened':
      return event.setAside === undefined
        ? null
        : style.yellow(`in a new workspace, the one before was set aside: ${shortened(event.setAside)}`);
    case 'attempt_captured': {
      const { removed, unfiltered } = event;
      const told = [
        ...(removed ? [removedWords(removed)] : []),
        ...(unfiltered ? [unfilteredWords(unfiltered)] : []),
      ];
      return told.length === 0 ? null : style.yellow(told.join('; '));
    }
    case 'attempt_inspected': {
      const told = event.findings.filter(({ severity }) => severity !== 'reject');
      return told.length === 0
        ? null
        : style.yellow(told.map(({ message }) => shortened(message)).join('; '));
    }
    case 'checks_ended': {
      const told = event.results.filter(
        ({ verdict, note }) => verdict !== 'failed' && (verdict !== 'passed' || note !== ''),
      );
      const words = told.map(
        result => `\`${shortened(result.command)}\` ${result.verdict}: ${shortened(resultWords(result))}`,
      );
      const odd = (event.findings ?? []).map(({ message }) => style.yellow(shortened(message)));
      return words.length + odd.length === 0 ? null : [...words, ...odd].join('; ');
    }
    case 'review_ended':
      return verdictWords(event);
    case 'review_failed':
    case 'evaluation_failed':
      return style.yellow(`no verdict: ${reason(event.failure)}`);
    case 'evaluation_ended':
      return `evaluator: ${sorted(event.decisions)}`;
    case 'approval_asked':
      return style.yellow(`waits for a person: ${event.reasons.map(shortened).join('; ')}`);
    case 'attempt_approved':
      return 'approved to land';
    case 'attempt_refused':
      return `sent back by a person: ${shortened(event.message)}`;
    default:
      return null;
  }
}

const beginning = ({ plan, origin }: Extract<RunEvent, { type: 'run_created' }>): string =>
  origin.goal === null ? counted(plan.phases.length, 'phase') : `a plan for "${shortened(origin.goal)}"`;

function drafted(
  { plan, problems, round }: Extract<RunEvent, { type: 'plan_drafted' }>,
  style: Style,
): string {
  if (plan && problems.length === 0) return `the architect planned ${counted(plan.phases.length, 'phase')}`;
  const first = problems[0] ?? 'no phase was recognised';
  return style.yellow(
    `the plan of round ${round} has ${counted(Math.max(problems.length, 1), 'mistake')}: ${shortened(first)}`,
  );
}

function verdictWords({ review, seat }: Extract<RunEvent, { type: 'review_ended' }>): string {
  const who = seat === 0 ? 'reviewer' : `reviewer ${seat + 1}`;
  const comments = review.comments.length === 0 ? '' : ` with ${counted(review.comments.length, 'comment')}`;
  return said(`${who} ${review.approved ? 'approved' : 'rejected'}${comments}`, review.summary);
}

/** With the words that came with it, where there were any. */
const said = (text: string, words: string): string =>
  words.trim() === '' ? text : `${text}: ${shortened(words)}`;

/** How many comments the evaluator wants done, put off or dropped. */
export const sorted = (decisions: readonly Decision[]): string =>
  DISPOSITIONS.flatMap(word => {
    const number = decisions.filter(({ decision }) => decision === word).length;
    return number === 0 ? [] : [`${number} ${word}`];
  }).join(', ') || 'nothing to decide about';

/** Somebody may commit to the branch of a run. Whoever did, and were it an agent, it must not go unnoticed. */
const strangers = (branch: string, commits: readonly string[]): string =>
  `${printable(branch)} has commits that are not of this run, and were not reviewed: ${commits
    .slice(0, MAX_STRANGERS)
    .map(commit => commit.slice(0, 7))
    .join(', ')}${commits.length > MAX_STRANGERS ? ', …' : ''}`;

const MAX_STRANGERS = 5;

const reason = ({ category, message }: Failure): string => `${category}: ${shortened(message)}`;

function tookOf(state: RunState, phase: string): string {
  const { startedAt, endedAt } = phaseAt(state, positionOf(state, phase)!);
  return startedAt === null || endedAt === null ? '' : ` after ${duration(endedAt - startedAt)}`;
}
