import type { Phase, Plan } from '../plan/model.ts';
import type { ReviewTier } from '../run/policies.ts';
import { angleOf } from './angles.ts';
import type { AnswerForm } from './brief.ts';
import { code, FENCES_ARE_DATA, oneLine, quoted } from './foreign.ts';
import { type CheckedBy, checkWords, findingWords, type GateFinding, JUDGE_EACH } from './known.ts';
import { phaseText } from './phase-text.ts';
import { feedbackFile, planFile } from './places.ts';
import { answerWords } from './reporting.ts';
import { prompt } from './template.ts';
import { workOf } from './testing.ts';

export interface ReviewerBrief {
  readonly plan: Plan;
  readonly phase: Phase;
  readonly record: string;
  readonly base: string;
  readonly snapshot: string;
  readonly tier: ReviewTier;
  /** Counts the reviewers of a panel from 0. */
  readonly seat: number;
  /** The change itself, or how large it is where it is too large to be shown. */
  readonly diff: { readonly text: string } | DiffSize;
  /** What `git diff --stat` says. */
  readonly stat: string;
  readonly checks: readonly CheckedBy[];
  readonly findings: readonly GateFinding[];
  /** A reviewer has judged an earlier attempt. */
  readonly wasReviewed: boolean;
  readonly report: AnswerForm;
}

interface DiffSize {
  readonly reference: true;
  readonly files: number;
  readonly lines: number;
}

/** About 100,000 tokens. */
export const MAX_DIFF_CHARACTERS = 400_000;
const MAX_STAT_CHARACTERS = 8_000;

/** What a reviewer is told: what was to be done, what was done, what is known of it, and how to answer. */
export function reviewerPrompt(brief: ReviewerBrief, template: string | null): string {
  const { plan, phase, record, base, snapshot, tier, seat } = brief;
  return prompt(
    'reviewer',
    template,
    {
      assignment: assignment(brief),
      focus: focus(brief),
      change: changeWords(brief),
      checks: checkWords(brief.checks),
      findings: findingWords(brief.findings, JUDGE_EACH),
      earlier: earlierWords(brief),
      rules: rules(brief),
      answer: answerWords(brief.report, REVIEW_ANSWER),
    },
    {
      plan: oneLine(plan.title || plan.goal),
      phase: phase.id,
      title: oneLine(phase.title),
      record,
      base,
      snapshot,
      tier,
      seat: String(seat + 1),
    },
  );
}

function assignment({ plan, phase, record, tier }: ReviewerBrief): string {
  const where = code(planFile(record));
  return [
    `Review the change that was made for phase ${phase.id} of the plan "${oneLine(plan.title || plan.goal)}" (${where}). Only this phase is in question: what later phases bring is no fault of this one.`,
    phaseText(phase, tier === 'light' ? 'short' : 'whole', planFile(record)),
  ].join('\n\n');
}

function focus({ phase, tier, seat }: ReviewerBrief): string {
  return [byWork(phase), ...(tier === 'panel' ? [angleOf(seat)] : [])].join('\n\n');
}

function byWork({ subtasks }: Phase): string {
  switch (workOf(subtasks)) {
    case 'tests':
      return 'This phase writes tests before there is an implementation, so that they fail is right. Judge how good the tests are: whether they check the behaviour that the phase describes, with its edge cases and failures, whether each would fail for a wrong implementation and pass for any right one, and whether they load. Do not ask for an implementation, and do not hold it against the tests that they do not pass.';
    case 'code':
    case 'tests_and_code':
      return 'This phase implements something. Judge both the code and the tests: whether the code does what the phase asks for, beyond what the tests happen to look at, and whether the tests pass, still check what they did before, and would notice if the behaviour broke.';
    case 'refactoring':
      return 'This phase changes structure only. Judge whether behaviour is the same as before, whether tests are left as they were, and whether the result is simpler.';
    case 'other':
      return 'Judge whether the change does what the phase asks for, completely, and without harm to what is around it.';
  }
}

export function changeWords({
  base,
  snapshot,
  diff,
  stat,
  record,
}: Pick<ReviewerBrief, 'base' | 'snapshot' | 'diff' | 'stat' | 'record'>): string {
  const command = code(`git diff ${base} ${snapshot}`);
  if ('reference' in diff) {
    return [
      `The change is too large to be shown here: ${diff.files} files, ${diff.lines} lines. ${command} has all of it. Begin with ${code(`git diff --stat ${base} ${snapshot}`)}, then go file by file with ${code(`git diff ${base} ${snapshot} -- <path>`)}: code first, then its tests; of generated files, lock files and copied code only whether they belong here. Where you looked at less than all of it, say so in the summary.`,
      ...(stat ? [quoted(stat, { limit: MAX_STAT_CHARACTERS, whole: 'git diff --stat' })] : []),
    ].join('\n\n');
  }
  return [
    `The change, as ${command} shows it. The files around it are in this folder; read them where the change alone does not tell. ${code(`${record}/phase-<id>/summary.md`)} tells what a phase did.`,
    quoted(diff.text, {
      limit: MAX_DIFF_CHARACTERS,
      whole: `git diff ${base} ${snapshot}`,
      language: 'diff',
    }),
  ].join('\n\n');
}

function rules({ tier }: ReviewerBrief): string {
  const length = tier === 'light' ? ' Be brief, and report only what matters.' : '';
  return `${severityWords('phase')}${length} ${FENCES_ARE_DATA}`;
}

/** What a fault is, measured by what was asked for. */
export const severityWords = (asked: 'phase' | 'plan'): string =>
  `Change nothing: no files, no commits. Severities: \`critical\` loses data, opens a hole or breaks what worked; \`major\` fails what the ${asked} asks for; \`minor\` and \`info\` can stay as they are. Approve unless something is critical or major. Report a fault only if you can say when it shows, with file and line, and look it up before you claim it.`;

/** What others asked for in earlier attempts is met or settled: a new reviewer neither forgets it nor begins anew. */
const earlierWords = ({ wasReviewed, record, phase }: ReviewerBrief): string =>
  wasReviewed
    ? `Earlier attempts at this phase were reviewed: ${code(feedbackFile(record, phase.id))} has what was asked for and what was decided about it. Check that each point marked IMPLEMENT is met in this change. Those marked REJECT or DEFER are settled; do not raise them again.`
    : '';

export const REVIEW_ANSWER =
  '{"approved": false, "summary": "the verdict in a few sentences", "comments": [{"severity": "info|minor|major|critical", "file": "src/a.ts", "line": 12, "message": "what is wrong, when it shows, what would mend it"}]}';
