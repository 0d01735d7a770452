import { counted } from '../../../base/counted.ts';
import type { FileChange } from '../../../run/gates.ts';
import { icon } from '../../run/icons.ts';
import { duration } from '../../time.ts';
import { cutText, ends, first, type Limits } from '../limits.ts';
import type { PhaseReport } from '../model.ts';
import { costWords } from '../spent.ts';
import { changeWords, commentWords, decisionWords, nameOf, phaseFacts, withReason } from '../words.ts';
import { attemptCard } from './attempt.ts';
import { html, lines, type Markup } from './markup.ts';
import { bullets, phaseTone } from './parts.ts';

/** A phase that folds away, with its attempts. */
export function phaseCard(phase: PhaseReport, open: boolean, limits: Limits): Markup {
  const { status, attempts, elapsedMs, spent, change, position, critical } = phase;
  const figures = [
    ...(attempts.length > 1 ? [counted(attempts.length, 'attempt')] : []),
    ...(elapsedMs === null ? [] : [duration(elapsedMs)]),
    ...(change === null ? [] : [changeWords(change)]),
    ...(spent.sessions === 0 ? [] : [`cost ${costWords(spent)}`]),
  ];
  return html`<details class="card phase" id="p${position}"${open ? html` open=""` : null}><summary><span class="badge ${phaseTone(status)}">${icon(status, true)} ${status}</span><span class="name">${nameOf(phase)}${critical ? html` <span class="critical" title="on the critical path">◆</span>` : null}</span><span class="figures">${figures.join(' · ')}</span></summary><div class="inside">${inside(phase, limits)}</div></details>
`;
}

function inside(phase: PhaseReport, limits: Limits): Markup {
  const { reason, plan, subtasks, commit, change, deferred, decisions } = phase;
  const attempts = ends(phase.attempts, limits.items);
  return html`${reason === '' ? null : html`<blockquote>${lines(cutText(reason, limits.text))}</blockquote>`}
${plan.dependsOn.length === 0 ? null : html`<p class="muted small">depends on ${plan.dependsOn.join(', ')}</p>`}
${phase.startedAt === null ? null : html`<p class="muted small">${phaseFacts(phase).join(' · ')}</p>`}
${
  subtasks.length === 0
    ? null
    : html`<h4>Subtasks</h4>${bullets(
        subtasks.map(({ id, title, status, error }) => withReason(`${id} ${title}: ${status}`, error ?? '')),
        limits,
      )}`
}
${commit === null ? null : html`<h4>Commit</h4><p><code>git show ${commit}</code></p>`}
${change !== null && commit !== null ? fileTable(change.files, change.changed, limits) : null}
${attempts.head.map(attempt => attemptCard(attempt, limits))}
${attempts.more > 0 ? html`<p class="muted">${counted(attempts.more, 'attempt')} left out</p>` : null}
${attempts.tail.map(attempt => attemptCard(attempt, limits))}
${
  decisions.length === 0
    ? null
    : html`<h4>What was done about it</h4>${bullets(decisions.map(decisionWords), limits)}`
}
${
  deferred.length === 0
    ? null
    : html`<h4>Deferred</h4>${bullets(
        deferred.map(({ comment, reason: why }) => withReason(commentWords(comment), why)),
        limits,
      )}`
}`;
}

function fileTable(files: readonly FileChange[], changed: number, limits: Limits): Markup {
  const { shown } = first(files, limits.items);
  const more = changed - shown.length;
  return html`<table class="files"><tbody>${shown.map(fileRow)}${
    more > 0 ? html`<tr><td class="muted">and ${more} more</td><td></td><td class="n"></td></tr>` : null
  }</tbody></table>`;
}

function fileRow({ path, from, status, added, deleted, binary }: FileChange): Markup {
  const figures = binary
    ? html`binary`
    : html`<span class="plus">+${added}</span> <span class="minus">−${deleted}</span>`;
  return html`<tr><td>${from === null ? null : `${from} → `}${path}</td><td class="muted">${status.replace('_', ' ')}</td><td class="n">${figures}</td></tr>`;
}
