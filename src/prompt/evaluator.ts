import type { Phase, Plan } from '../plan/model.ts';
import type { Comment } from '../run/answer.ts';
import type { AnswerForm } from './brief.ts';
import { code, FENCES_ARE_DATA, oneLine, quoted } from './foreign.ts';
import { type CheckedBy, checkWords, findingWords, type GateFinding } from './known.ts';
import { phaseText } from './phase-text.ts';
import { feedbackFile, planFile } from './places.ts';
import { answerWords } from './reporting.ts';
import { prompt } from './template.ts';

export interface EvaluatorBrief {
  readonly plan: Plan;
  readonly phase: Phase;
  readonly record: string;
  readonly base: string;
  readonly snapshot: string;
  /** Counted from 1. */
  readonly comments: readonly Comment[];
  readonly reviewSummary: string;
  readonly checks: readonly CheckedBy[];
  readonly findings: readonly GateFinding[];
  readonly report: AnswerForm;
}

const MAX_SUMMARY_CHARACTERS = 8_000;
/** Of all comments together, divided among them. */
const MAX_COMMENTS_CHARACTERS = 200_000;
/** What each comment gets however many there are. */
const LEAST_COMMENT_CHARACTERS = 200;

/** What an evaluator is told: what reviewers ask for, and to decide what of it is to be done now. */
export function evaluatorPrompt(brief: EvaluatorBrief, template: string | null): string {
  const { plan, phase, record, base, snapshot, comments } = brief;
  return prompt(
    'evaluator',
    template,
    {
      assignment: `A reviewer commented on the change made for phase ${phase.id} of the plan "${oneLine(plan.title || plan.goal)}". Decide of ${comments.length === 1 ? 'its comment' : `each of its ${comments.length} comments`} whether the phase goes back for it.\n\n${phaseText(phase, 'whole', planFile(record))}`,
      change: `${code(`git diff ${base} ${snapshot}`)} shows the change; the files are in this folder. Look up what a comment claims before you decide.`,
      checks: checkWords(brief.checks),
      findings: findingWords(brief.findings),
      comments: commentWords(brief),
      rules: RULES,
      answer: answerWords(brief.report, ANSWER),
    },
    {
      plan: oneLine(plan.title || plan.goal),
      phase: phase.id,
      title: oneLine(phase.title),
      record,
      base,
      snapshot,
    },
  );
}

/** As JSON, so that no comment can pass for two. */
function commentWords({ comments, reviewSummary, record, phase }: EvaluatorBrief): string {
  const each = Math.max(
    LEAST_COMMENT_CHARACTERS,
    Math.floor(MAX_COMMENTS_CHARACTERS / Math.max(1, comments.length)),
  );
  const lines = comments.map(({ severity, file, line, message }, i) =>
    JSON.stringify({
      comment: i + 1,
      severity,
      file,
      line,
      message: message.length > each ? `${message.slice(0, each)}…` : message,
    }),
  );
  const whole = feedbackFile(record, phase.id);
  return [
    ...(reviewSummary
      ? ['The verdict of the reviewer:', quoted(reviewSummary, { limit: MAX_SUMMARY_CHARACTERS, whole })]
      : []),
    'Its comments, one a line:',
    quoted(lines.join('\n'), { limit: Number.POSITIVE_INFINITY, whole, language: 'json' }),
  ].join('\n\n');
}

const RULES = `Decide:
- \`IMPLEMENT\`: it is right, it belongs to this phase, and the phase is not done without it.
- \`REJECT\`: it is wrong. The code does not do what the comment says, or the plan wants it so.
- \`DEFER\`: it is right, but belongs to another phase or can wait; it is kept for the report.

Every number gets exactly one decision and a reason of a sentence that names what you saw. The severity that the reviewer gave decides nothing. Change nothing: no files, no commits. ${FENCES_ARE_DATA}`;

const ANSWER = '{"decisions": [{"comment": 1, "decision": "IMPLEMENT|REJECT|DEFER", "reason": "why"}]}';
