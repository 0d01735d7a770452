import { counted } from '../../base/counted.ts';
import { printable } from '../../base/printable.ts';
import type { Entry } from '../../run/apply.ts';
import { resultWords } from '../../run/check-verdict.ts';
import type { RunEvent } from '../../run/event.ts';
import { phaseAt, planAt } from '../../run/queries.ts';
import type { PhaseState, RunState } from '../../run/state.ts';
import { type Look, typed } from '../look.ts';
import type { Style } from '../style.ts';
import { moment } from '../time.ts';
import { because } from '../why/because.ts';
import type { Context } from '../why/sentences.ts';
import { fitted, hung } from '../wrapped.ts';
import { COLOURS, icon } from './icons.ts';
import { ladderTold } from './ladder-line.ts';
import { sorted } from './progress.ts';
import { trespassWords } from './trespass.ts';

/** A phase and the story of its attempts, a block each. */
export function phaseText(
  state: RunState,
  position: number,
  entries: readonly Entry[],
  style: Style,
  unicode = true,
  columns = Infinity,
): string {
  const plan = planAt(state, position);
  const phase = phaseAt(state, position);
  const { status } = phase.standing;
  const title = `${style.bold(printable(plan.id))} ${printable(plan.title)}`;
  const lines = [
    `${title}: ${COLOURS[status](style)(status)}`,
    ...(plan.dependsOn.length > 0 ? [`depends on ${plan.dependsOn.map(printable).join(', ')}`] : []),
    ...phase.subtasks.map((subtask, index) =>
      subtaskLine(subtask, plan.subtasks[index]?.title ?? '', style, unicode),
    ),
  ];
  const failed = phase.last && status !== 'completed' ? ['', indented(phase.last.failure.message)] : [];
  return [
    ...lines.map(line => fitted(line, columns)),
    ...storyLines(state, plan.id, entries, { style, unicode, columns }),
    ...failed.map(text => fitted(text, columns)),
    '',
  ].join('\n');
}

function subtaskLine(
  { id, status, error }: PhaseState['subtasks'][number],
  title: string,
  style: Style,
  unicode: boolean,
): string {
  const mark = COLOURS[status](style)(icon(status, unicode));
  const words = title === '' || title === id ? printable(id) : `${printable(id)} ${printable(title)}`;
  return `  ${mark} ${words} (${status})${error ? `: ${printable(error)}` : ''}`;
}

/** What happened, by the clock; the day stands where an attempt begins, and wherever it is another one. */
function storyLines(
  state: RunState,
  phase: string,
  entries: readonly Entry[],
  { style, unicode, columns }: Look,
): string[] {
  let today = '';
  return entries.flatMap(({ at, event }) => {
    if (!('phase' in event) || event.phase !== phase) return [];
    const words = [sentence(event) ?? decided(event, { at, state }), trespassWords(event)]
      .filter(Boolean)
      .join('; ');
    if (words === '') return [];
    const before = today;
    const [day = '', time = ''] = moment(at).split(' ');
    today = day;
    if (event.type === 'phase_started') return ['', `${style.bold(words)}  ${style.dim(`${day} ${time}`)}`];
    const date = day === before ? [] : [...(before === '' ? [''] : []), style.dim(day)];
    return [...date, ...hung(`  ${style.dim(time)}  `, typed(words, unicode), columns)];
  });
}

/** With the words that came with it, where there were any. */
const said = (text: string, words: string): string =>
  words.trim() === '' ? text : `${text}: ${printable(words)}`;

const indented = (text: string): string =>
  text
    .split('\n')
    .map(line => `  ${printable(line)}`)
    .join('\n');

function sentence(event: RunEvent): string | null {
  switch (event.type) {
    case 'phase_started':
      return `attempt ${event.attempt} began at ${event.base.slice(0, 7)}`;
    case 'session_ended':
      return event.failure ? `session failed: ${printable(event.failure.message)}` : 'session ended';
    case 'attempt_captured':
      return `${counted(event.changed, 'file')} changed, kept as ${event.commit.slice(0, 7)}`;
    case 'lanes_combined':
      return `joined as ${event.commit.slice(0, 7)}`;
    case 'lanes_overlap':
      return `subtasks overlap in ${event.files.map(printable).join(', ')}`;
    case 'attempt_inspected':
      return inspected(event);
    case 'checks_ended':
      return checked(event);
    case 'review_ended':
      return said(`review ${event.review.approved ? 'approved' : 'rejected'}`, event.review.summary);
    case 'review_failed':
    case 'evaluation_failed':
      return `no verdict: ${printable(event.failure.message)}`;
    case 'evaluation_ended':
      return `evaluator: ${sorted(event.decisions)}`;
    case 'approval_asked':
      return `waits for a person: ${event.reasons.map(printable).join('; ')}`;
    case 'attempt_approved':
      return 'a person let it land';
    case 'attempt_refused':
      return `a person sent it back: ${printable(event.message)}`;
    case 'landing_conflict':
      return `does not fit on the branch: ${event.files.map(printable).join(', ')}`;
    case 'phase_retry':
      return `attempt ${event.attempt} failed (${event.failure.category}); another follows`;
    case 'phase_failed':
      return `failed (${event.failure.category})`;
    case 'phase_completed':
      return `landed as ${event.commit.slice(0, 7)}`;
    case 'phase_blocked':
      return `blocked by ${printable(event.by)}`;
    case 'phase_skipped':
      return printable(event.reason);
    case 'phase_reset':
      return `given a new allowance${event.message ? `: ${printable(event.message)}` : ''}`;
    case 'phase_approved':
      return 'approved';
    case 'operation_failed':
      return `${event.operation} failed: ${printable(event.failure.message)}`;
    default:
      return null;
  }
}

/** What was done about a failure, and why. */
function decided(event: RunEvent, context: Context): string | null {
  const told = ladderTold(event, context);
  if (!told) return null;
  const why = 'why' in event ? ` (${printable(because(event.why, context.state.settings))})` : '';
  return `${printable(told.text)}${told.words ? `: ${printable(told.words)}` : ''}${why}`;
}

function inspected({ added, deleted, findings }: Extract<RunEvent, { type: 'attempt_inspected' }>): string {
  const told = findings.map(({ severity, message }) => `; ${severity}: ${printable(message)}`);
  return `${counted(added, 'line')} added, ${deleted} deleted${told.join('')}`;
}

function checked({ results, on, findings = [] }: Extract<RunEvent, { type: 'checks_ended' }>): string {
  const told = results.flatMap(result =>
    result.verdict === 'passed' && result.note === ''
      ? []
      : [`; ${result.verdict}: \`${printable(result.command)}\`: ${printable(resultWords(result))}`],
  );
  const odd = findings.map(({ severity, message }) => `; ${severity}: ${printable(message)}`);
  const word = results.every(({ passed }) => passed) ? 'passed' : 'failed';
  const where = on === 'landing' ? ' together with what landed meanwhile' : '';
  return `checks ${word}${where}${[...told, ...odd].join('')}`;
}
