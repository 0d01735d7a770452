import { counted } from '../../../base/counted.ts';
import type { CheckResult, CheckVerdict } from '../../../run/event.ts';
import { cutText, first, type Limits, lastOf } from '../limits.ts';
import type { Approval, AttemptReport, CheckRound, Evaluation, Verdict } from '../model.ts';
import { costWords, tokenWords } from '../spent.ts';
import {
  approvalWords,
  attemptWords,
  checkWords,
  commentWords,
  findingWords,
  verdictWords,
  withReason,
} from '../words.ts';
import { html, type Markup } from './markup.ts';
import { bullets, output, quotation, type Tone } from './parts.ts';

const TONES = { landed: 'good', failed: 'bad', dropped: 'idle', 'under way': 'busy' } as const;

/** An attempt from its session to its end. */
export function attemptCard(attempt: AttemptReport, limits: Limits): Markup {
  const { failure, reports, change, checks, reviews, evaluations, approvals, troubles, spent } = attempt;
  const panel = reviews.some(({ seat }) => seat > 0);
  const on = (place: CheckRound['on']): Markup[] =>
    checks.filter(round => round.on === place).map(round => checkList(round, failure === null, limits));
  return html`<section class="attempt ${TONES[attempt.outcome]}"><h3>${attemptWords(attempt)}</h3>
<p class="muted small">${counted(spent.sessions, 'session')}, tokens ${tokenWords(spent)}, cost ${costWords(spent)}${change === null || reviews.length === 0 ? null : `, ${change.tier} review`}</p>
${failure === null ? null : output(cutText(failure.message, limits.text))}
${troubles.map(({ what, message }) => html`<h4>${what}</h4>${output(cutText(message, limits.text))}`)}
${reports.map(report => words(report.summary, report.error, limits))}
${change === null || change.findings.length === 0 ? null : html`<h4>Gates</h4>${bullets(change.findings.map(findingWords), limits)}`}
${on('attempt')}
${reviews.map(verdict => reviewed(verdict, panel, limits))}
${evaluations.map(evaluation => evaluated(evaluation, limits))}
${approvals.map(approval => approved(approval, limits))}
${on('landing')}</section>
`;
}

const words = (summary: string, error: string | null, limits: Limits): Markup =>
  html`${summary === '' ? null : html`<h4>The developer’s words</h4>${quotation(summary, limits)}`}${
    error ? html`<h4>A problem that the developer names</h4>${quotation(error, limits)}` : null
  }`;

const VERDICTS: Readonly<Record<CheckVerdict, Tone>> = {
  passed: 'good',
  red: 'good',
  flaky: 'warn',
  known: 'warn',
  failed: 'bad',
  premature: 'bad',
  broken: 'bad',
};

/** What failed checks printed stands in the failure already, where there is one. */
function checkList({ on, results }: CheckRound, isTold: boolean, limits: Limits): Markup {
  const { shown, more } = first(results, limits.items);
  return html`<h4>${on === 'attempt' ? 'Checks' : 'Checks together with what landed meanwhile'}</h4><ul>${shown.map(
    result => checkItem(result, isTold, limits),
  )}${more > 0 ? html`<li class="muted">and ${more} more</li>` : null}</ul>`;
}

function checkItem(result: CheckResult, isTold: boolean, limits: Limits): Markup {
  const { command, verdict, tail } = result;
  const rest = checkWords(result).slice(verdict.length).replace(/^: /, '');
  const printed = isTold && verdict !== 'passed' ? output(lastOf(tail, limits.text)) : null;
  return html`<li><span class="badge ${VERDICTS[verdict]}">${verdict}</span> <code>${cutText(command, 300)}</code> ${cutText(rest, limits.text)}${printed}</li>`;
}

function reviewed(verdict: Verdict, panel: boolean, limits: Limits): Markup {
  const { review, failure } = verdict;
  return html`<h4>${verdictWords(verdict, panel)}</h4>${quotation(review?.summary ?? failure?.message ?? '', limits)}${bullets(
    (review?.comments ?? []).map(commentWords),
    limits,
  )}`;
}

function evaluated({ decisions, failure }: Evaluation, limits: Limits): Markup {
  if (failure)
    return html`<h4>Evaluator: no decisions (${failure.category})</h4>${quotation(failure.message, limits)}`;
  return html`<h4>Evaluator</h4>${bullets(
    decisions.map(({ decision, reason, comment }) =>
      withReason(`${decision}: ${commentWords(comment)}`, reason),
    ),
    limits,
  )}`;
}

const approved = (approval: Approval, limits: Limits): Markup =>
  html`<h4>${approvalWords(approval)}</h4>${bullets(approval.reasons, limits)}${quotation(approval.message, limits)}`;
