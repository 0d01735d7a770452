import { counted } from '../../base/counted.ts';
import type { Entry } from '../../run/apply.ts';
import { resultWords } from '../../run/check-verdict.ts';
import type { RunEvent, TakenCommand } from '../../run/event.ts';
import type { Failure } from '../../run/failure.ts';
import type { RunState } from '../../run/state.ts';
import { trespassWords } from '../run/trespass.ts';
import { moment } from '../time.ts';
import { because } from '../why/because.ts';
import { type Context, LADDER_SENTENCES, type SentencesOf } from '../why/sentences.ts';
import {
  consent,
  good,
  news,
  objection,
  person,
  rule,
  ruledOut,
  type Told,
  told,
  trouble,
} from '../why/told.ts';
import type { Decided } from './model.ts';
import { CHARGES, commentWords } from './words.ts';

/** What was decided in a run, in the order of time, with the words of whoever decided it. */
export function trailOf(entries: readonly Entry[], state: RunState): readonly Decided[] {
  return entries.flatMap(({ at, event }, index) => {
    const said = sentence(event, { at, state });
    if (!said) return [];
    const asked = entries[index - 1]?.event.type === 'command_taken' && said.by === 'rule';
    const why = 'why' in event ? because(event.why, state.settings) : '';
    const trespass = trespassWords(event);
    return [
      {
        at,
        phase: phaseOf(event),
        words: '',
        because: why,
        ...said,
        ...(trespass === '' ? {} : { text: `${said.text}; ${trespass}`, tone: 'bad' }),
        ...(asked ? { by: 'person' } : {}),
      },
    ];
  });
}

/** What an event tells; null where nothing was decided. */
export const sentence = (event: RunEvent, context: Context): Told | null =>
  (SENTENCES[event.type] as ((event: RunEvent, context: Context) => Told | null) | null)?.(event, context) ??
  null;

const phaseOf = (event: RunEvent): string | null => ('phase' in event ? event.phase : null);

const failed = ({ category, message }: Failure): readonly [string, string] => [category, message];

const SENTENCES: SentencesOf<RunEvent['type']> = {
  ...LADDER_SENTENCES,
  run_created: ({ plan, origin }) =>
    rule(`the run was written down: ${counted(plan.phases.length, 'phase')} with agent ${origin.agent}`),
  run_opened: ({ head }) => rule(`the branch was begun at ${short(head)}`),
  run_resumed: () => person('the run was taken on again'),
  run_paused: ({ reason }) => person('the run was paused', reason),
  run_waiting: ({ phases }) =>
    rule(
      phases.length === 0
        ? 'the run waits for a person: the plan'
        : `the run waits for a person: ${phases.join(', ')}`,
    ),
  run_ending: ({ status, reason }) =>
    (status === 'completed' ? good : ruledOut)(`the run is ${status}`, reason),
  run_ended: ({ leftover }) => (leftover === null ? null : trouble('something was left behind', leftover)),
  run_reviewed: ({ review }) =>
    told('agent', review.approved ? 'good' : 'bad')(
      `a reviewer ${review.approved ? 'approved' : 'rejected'} the whole${review.comments.length > 0 ? ` with ${counted(review.comments.length, 'comment')}` : ''}`,
      [review.summary, ...review.comments.map(commentWords)].filter(Boolean).join('\n'),
    ),
  run_review_failed: ({ failure }) =>
    trouble(`a reviewer gave no verdict on the whole (${failure.category})`, failure.message),
  baseline_ended: ({ commit, results }) => {
    const failing = results.filter(({ passed }) => !passed);
    return told('check', failing.length > 0 ? 'bad' : 'note')(
      `${short(commit)}, on which a phase was built: ${failing.length} of ${counted(results.length, 'check')} failed there, too`,
      failing
        .map(({ command, noResult, failing: tests }) =>
          [noResult ? `${command}: ${noResult}` : command, ...(tests ?? [])].join('\n  '),
        )
        .join('\n'),
    );
  },
  plan_drafted: ({ round, plan, problems }) =>
    told('agent', problems.length > 0 ? 'bad' : 'note')(
      `the architect's draft ${round} ${draftWords(plan?.phases.length ?? null, problems.length)}`,
      problems.join('\n'),
    ),
  draft_failed: ({ round, failure }) => {
    const [category, message] = failed(failure);
    return trouble(`the architect gave no draft ${round} (${category})`, message);
  },
  plan_rejected: ({ message }) => objection('the plan was sent back', message),
  plan_approved: ({ plan }) => good(`the plan was approved with ${counted(plan.phases.length, 'phase')}`),
  phase_started: ({ attempt, base, continues }) =>
    rule(`attempt ${attempt} ${continues === null ? 'began' : 'went on with its session'} at ${short(base)}`),
  lane_started: null,
  phase_retry: ({ attempt, failure, spends, notBefore }) =>
    ruledOut(
      `attempt ${attempt} failed (${failure.category}), which counts as ${CHARGES[spends]}; another follows${notBefore === null ? '' : `, not before ${moment(notBefore)}`}`,
      failure.message,
    ),
  phase_completed: ({ attempt, commit }) => good(`attempt ${attempt} landed as ${short(commit)}`),
  phase_failed: ({ attempt, failure }) =>
    ruledOut(`failed for good in attempt ${attempt} (${failure.category})`, failure.message),
  phase_blocked: ({ by }) => ruledOut(`blocked by ${by}, which failed`),
  phase_skipped: ({ reason }) => (isOwnDecision(reason) ? rule : person)('left out', reason),
  phase_reset: ({ message }) => person('given a new allowance of attempts', message),
  phase_approved: () => consent('approved: it may start'),
  approval_asked: ({ attempt, reasons }) =>
    rule(`attempt ${attempt} waits for a person before it lands`, reasons.join('\n')),
  attempt_approved: ({ attempt }) => consent(`attempt ${attempt} was approved: it may land`),
  attempt_refused: ({ attempt, message }) => objection(`attempt ${attempt} was sent back`, message),
  workspace_opened: ({ attempt, setAside }) =>
    setAside === undefined
      ? null
      : trouble(`attempt ${attempt} has a new workspace: the one before was set aside`, setAside),
  session_started: null,
  subtask_started: null,
  subtask_completed: null,
  subtask_failed: null,
  session_ended: ({ attempt, failure }) =>
    failure &&
    told('agent', 'bad')(`a session of attempt ${attempt} failed (${failure.category})`, failure.message),
  attempt_captured: null,
  lanes_combined: null,
  lanes_overlap: ({ attempt, files }) =>
    trouble(`subtasks of attempt ${attempt} changed the same places`, files.join('\n')),
  attempt_inspected: ({ attempt, findings }) =>
    findings.length === 0
      ? null
      : told('check', findings.some(({ severity }) => severity === 'reject') ? 'bad' : 'note')(
          `the gates found ${counted(findings.length, 'thing')} in attempt ${attempt}`,
          findings.map(({ gate, severity, message }) => `${gate} (${severity}): ${message}`).join('\n'),
        ),
  checks_ended: event => checksTold(event),
  review_ended: ({ attempt, review }) =>
    told('agent', review.approved ? 'good' : 'bad')(
      `a reviewer ${review.approved ? 'approved' : 'rejected'} attempt ${attempt}${review.comments.length > 0 ? ` with ${counted(review.comments.length, 'comment')}` : ''}`,
      review.summary,
    ),
  review_failed: ({ attempt, failure }) =>
    trouble(`a reviewer gave no verdict on attempt ${attempt} (${failure.category})`, failure.message),
  evaluation_ended: ({ attempt, decisions }) => {
    const of = (wanted: string): number => decisions.filter(({ decision }) => decision === wanted).length;
    return told(
      'agent',
      'note',
    )(
      `the evaluator sorted what was asked of attempt ${attempt}: ${of('IMPLEMENT')} to do, ${of('DEFER')} put off, ${of('REJECT')} refused`,
    );
  },
  evaluation_failed: ({ attempt, failure }) =>
    trouble(`the evaluator gave no decisions on attempt ${attempt} (${failure.category})`, failure.message),
  landing_unchecked: ({ attempt, head }) =>
    rule(`attempt ${attempt} is checked together with what landed meanwhile (${short(head)})`),
  landing_conflict: ({ attempt, files }) =>
    trouble(`attempt ${attempt} does not fit on the branch any more`, files.join('\n')),
  phase_landed: ({ foreign }) =>
    foreign && foreign.length > 0
      ? trouble('the branch has commits that are not of this run', foreign.map(short).join('\n'))
      : null,
  operation_failed: ({ operation, failure, hint, fatal }) =>
    trouble(
      `${operation} failed (${failure.category})${fatal ? '; the run stops' : ''}`,
      `${failure.message}\n${hint}`,
    ),
  time_passed: () => news('a wait was over'),
  command_taken: ({ command }) =>
    person(`asked to ${request(command)}`, 'message' in command ? command.message : ''),
  command_refused: ({ reason }) => ruledOut('that could not be followed', reason),
  cancel_requested: () => person('the run is to be cancelled'),
};

function draftWords(phases: number | null, problems: number): string {
  const wrong = problems > 0 ? counted(problems, 'problem') : '';
  if (phases === null) return `cannot be carried out${wrong === '' ? '' : ` (${wrong})`}`;
  return `has ${counted(phases, 'phase')}${wrong === '' ? '' : ` and ${wrong}`}`;
}

/** Checks that all passed at once decide nothing. */
function checksTold({
  attempt,
  on,
  results,
  findings = [],
}: Extract<RunEvent, { type: 'checks_ended' }>): Told | null {
  const remarkable = results.filter(({ verdict, note }) => verdict !== 'passed' || note !== '');
  if (remarkable.length + findings.length === 0) return null;
  const bad = results.some(({ passed }) => !passed);
  return told('check', bad ? 'bad' : 'note')(
    `checks on attempt ${attempt}${on === 'landing' ? ', together with what landed meanwhile,' : ''} ${bad ? 'failed' : 'passed with remarks'}`,
    [
      ...remarkable.map(result => `${result.command}: ${result.verdict} (${resultWords(result)})`),
      ...findings.map(({ message }) => message),
    ].join('\n'),
  );
}

/** A person's wish is the only other reason. */
const isOwnDecision = (reason: string): boolean => reason.startsWith('the doctor left it out');

function request(command: TakenCommand): string {
  const { type } = command;
  if (type === 'unknown') return 'do something that this version does not know';
  if (type === 'cancel' || type === 'pause') return `${type} the run`;
  return `${type} ${command.phase ?? 'the plan'}`;
}

const short = (commit: string): string => commit.slice(0, 7);
