import type { Phase } from '../plan/model.ts';
import { code, FENCES_ARE_DATA, oneLine, quoted } from './foreign.ts';
import { checkWords, findingWords, JUDGE_EACH } from './known.ts';
import { planFile } from './places.ts';
import { answerWords } from './reporting.ts';
import { changeWords, REVIEW_ANSWER, type ReviewerBrief, severityWords } from './reviewer.ts';
import { prompt } from './template.ts';

export interface WholeReviewBrief
  extends Pick<
    ReviewerBrief,
    'plan' | 'record' | 'base' | 'snapshot' | 'diff' | 'stat' | 'checks' | 'findings' | 'report'
  > {
  /** Every phase of the plan, in its order. */
  readonly phases: readonly PlannedPhase[];
}

interface PlannedPhase {
  readonly phase: Phase;
  /** Why it is no part of the change; null where it is. */
  readonly aside: 'left out' | 'done before' | null;
}

const MAX_PHASES_CHARACTERS = 60_000;
/** Of all descriptions together, divided among them. */
const MAX_DESCRIPTIONS_CHARACTERS = 30_000;

/** What a reviewer is told who judges all that a run has done, once everything has landed. */
export function wholeReviewPrompt(brief: WholeReviewBrief, template: string | null): string {
  const { plan, record, base, snapshot, checks, findings, report } = brief;
  const name = oneLine(plan.title || plan.goal);
  return prompt(
    'reviewer',
    template,
    {
      assignment: `Review all that was done for the plan "${name}" (${code(planFile(record))}). Every phase has landed or was left out, and none was reviewed by itself, so nothing comes after this that could bring what is missing.\n\n${phasesText(brief)}`,
      focus:
        'Judge the whole: whether the goal is reached, whether each phase brought what it was to bring, whether the parts fit together where one uses the other, and whether the tests would notice if the behaviour broke. What was left out on purpose is no fault.',
      change: changeWords(brief),
      checks: checkWords(checks, 'Checks, as they fared when the last phase landed:'),
      findings: findingWords(findings, JUDGE_EACH),
      earlier: '',
      rules: `${severityWords('plan')} ${FENCES_ARE_DATA}`,
      answer: answerWords(report, REVIEW_ANSWER),
    },
    { plan: name, phase: 'all', title: name, record, base, snapshot, tier: 'full', seat: '1' },
  );
}

function phasesText({ plan, phases, record }: WholeReviewBrief): string {
  const each = Math.floor(MAX_DESCRIPTIONS_CHARACTERS / Math.max(1, phases.length));
  const text = [
    ...(plan.goal ? [`Goal: ${plan.goal}`] : []),
    ...phases.map(({ phase, aside }) =>
      aside ? `Phase ${phase.id}: ${phase.title} (${aside})` : phaseWords(phase, each),
    ),
  ].join('\n\n');
  return quoted(text, { limit: MAX_PHASES_CHARACTERS, whole: planFile(record), language: 'markdown' });
}

function phaseWords({ id, title, description, deliverables, criteria }: Phase, limit: number): string {
  const cut = description.length > limit ? `${description.slice(0, limit)}…` : description;
  return [
    `Phase ${id}: ${title}`,
    ...(description ? [cut] : []),
    ...(criteria.length > 0 ? [`Done when: ${criteria.join('; ')}`] : []),
    ...(deliverables.length > 0 ? [`Must exist afterwards: ${deliverables.join(', ')}`] : []),
  ].join('\n');
}
