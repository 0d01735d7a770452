import { counted, grouped } from '../../base/counted.ts';
import { duration, moment } from '../time.ts';
import { graph } from './html/graph.ts';
import { html, lines, type Markup, trusted } from './html/markup.ts';
import { bullets, phaseTone, quotation, runTone } from './html/parts.ts';
import { phaseCard } from './html/phase.ts';
import { stylesheet } from './html/style.ts';
import { timeline } from './html/timeline.ts';
import { trailList } from './html/trail.ts';
import { cutText, first, type Limits, limitsFor } from './limits.ts';
import type { Report } from './model.ts';
import { costFigure, isLeast } from './spent.ts';
import {
  commentWords,
  efficiencyRows,
  efficiencyWords,
  factsOf,
  roundWords,
  settingWords,
  sharedItems,
  short,
  titleOf,
} from './words.ts';

/** Nothing is fetched and nothing runs, whatever a plan or an agent managed to write into the page. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** The report as one file that needs nothing else. */
export async function reportHtml(report: Report): Promise<string> {
  const limits = limitsFor(report);
  const picture = await graph(report);
  const page = html`<html lang="en"><head><meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/><meta http-equiv="Content-Security-Policy" content="${POLICY}"/><meta name="color-scheme" content="light dark"/><meta name="referrer" content="no-referrer"/><title>${cutText(titleOf(report), 200)}: report of run ${report.run}</title><style>${trusted(stylesheet())}</style></head><body><main>
${header(report, limits)}
${section('What is left to do', steps(report))}
${section('Planning', planning(report, limits))}
${section('Order', picture)}
${section('Timeline', timeline(report))}
${section('Tokens', tokens(report, limits))}
${section('Deferred', deferred(report, limits))}
${section('Phases', phases(report, limits))}
${section('Changed by several phases of a batch', shared(report, limits))}
${section('Commits by others', foreign(report))}
${section('Decisions', carded(trailList(report, limits)))}
${section('Settings', settings(report, limits))}
</main></body></html>`;
  return `<!doctype html>\n${page.markup}\n`;
}

const section = (title: string, content: Markup | null): Markup | null =>
  content && html`<section><h2>${title}</h2>${content}</section>`;

const carded = (content: Markup | null): Markup | null =>
  content && html`<div class="card long">${content}</div>`;

function header(report: Report, limits: Limits): Markup {
  const tracker = report.trackerId === null ? '' : ` · ${report.trackerId}`;
  return html`<header><div class="eyebrow">Report of run ${report.run}${tracker}</div><h1>${cutText(titleOf(report), 300)}</h1><span class="badge ${runTone(report.status)}">${report.status}</span>
${report.goal.trim() === '' ? null : html`<p class="goal">${lines(cutText(report.goal.trim(), limits.text))}</p>`}
<div class="tiles">${tilesOf(report).map(([figure, label]) => html`<div class="card tile"><b>${figure}</b><span>${label}</span></div>`)}</div>
${share(report)}
<dl class="facts card">${factsOf(report).map(([label, text]) => html`<dt>${label}</dt><dd>${cutText(text, limits.text)}</dd>`)}</dl></header>`;
}

function tilesOf({
  totals,
  phases: all,
  elapsedMs,
  workedMs,
}: Report): readonly (readonly [string, string])[] {
  const { spent } = totals;
  const paused = elapsedMs - workedMs >= 1_000;
  const known = spent.inputTokens + spent.outputTokens;
  const tokens = `${isLeast(spent) ? '≥ ' : ''}${compact(known)}`;
  return [
    [`${grouped(totals.phases.completed)} of ${grouped(all.length)}`, 'phases landed'],
    [duration(workedMs), paused ? `at work, of ${duration(elapsedMs)}` : 'from start to end'],
    [grouped(totals.attempts), `attempts in ${counted(spent.sessions, 'session')}`],
    [spent.sessions === 0 ? 'none' : known === 0 ? 'unknown' : tokens, 'tokens in and out'],
    costFigure(spent),
    [`+${grouped(totals.added)} −${grouped(totals.deleted)}`, `lines in ${counted(totals.changed, 'file')}`],
  ];
}

/** `1.2 M` rather than all its digits. */
function compact(value: number): string {
  if (value < 10_000) return grouped(value);
  return value < 1_000_000 ? `${grouped(value / 1_000)} k` : `${(value / 1_000_000).toFixed(1)} M`;
}

/** How the phases stand, as parts of a bar. */
function share({ totals, phases: all }: Report): Markup | null {
  if (all.length === 0) return null;
  const order = ['completed', 'running', 'retrying', 'failed', 'blocked', 'skipped'] as const;
  return html`<div class="share">${order
    .filter(status => totals.phases[status] > 0)
    .map(
      status =>
        html`<i class="${phaseTone(status)}" style="width:${((100 * totals.phases[status]) / all.length).toFixed(2)}%" title="${totals.phases[status]} ${status}"></i>`,
    )}</div>`;
}

const steps = ({ next }: Report): Markup | null =>
  next.length === 0
    ? null
    : html`<ul class="steps card">${next.map(
        ({ text, command }) =>
          html`<li>${text}${command === null ? null : html`: <code>${command}</code>`}</li>`,
      )}</ul>`;

const settings = (report: Report, limits: Limits): Markup =>
  html`<dl class="facts card">${settingWords(report).map(([name, text]) => html`<dt>${name}</dt><dd>${cutText(text, limits.text)}</dd>`)}</dl>`;

const planning = (report: Report, limits: Limits): Markup | null =>
  report.planning.length === 0
    ? null
    : html`<ol class="rows card">${report.planning.map(round => {
        const { text, words } = roundWords(round);
        return html`<li><span class="muted small">${moment(round.at)}</span> ${text}${quotation(words, limits)}</li>`;
      })}</ol>`;

/** Rows of who was asked. */
const MAX_ASKED = 40;

function tokens(report: Report, limits: Limits): Markup | null {
  const { shown, more } = first(efficiencyRows(report), MAX_ASKED);
  if (shown.length === 0) return null;
  const words = efficiencyWords(report);
  return html`<div class="card"><table class="files tokens"><thead><tr><th>Asked</th><th class="n">Sessions</th><th class="n">Tokens</th><th class="n">Cost</th></tr></thead><tbody>${shown.map(
    ([who = '', sessions = '', amount = '', cost = '']) =>
      html`<tr><td>${cutText(who, 200)}</td><td class="n">${sessions}</td><td class="n">${amount}</td><td class="n">${cost}</td></tr>`,
  )}</tbody></table>${more > 0 ? html`<p class="muted">${more} more are left out</p>` : null}${
    words === '' ? null : html`<p class="muted small">${cutText(words, limits.text)}</p>`
  }</div>`;
}

const MAX_DEFERRED = 500;

function deferred(report: Report, limits: Limits): Markup | null {
  if (report.deferred.length === 0) return null;
  const positions = new Map(report.phases.map(({ plan, position }) => [plan.id, position]));
  const { shown, more } = first(report.deferred, MAX_DEFERRED);
  return html`<ul class="rows card">${shown.map(
    ({ phase, attempt, comment, reason }) =>
      html`<li>${
        phase === null
          ? html`<b>the whole</b>`
          : html`<a href="#p${positions.get(phase) ?? 0}">${phase}</a> <span class="muted small">attempt ${attempt}</span>`
      } ${lines(cutText(commentWords(comment), limits.text))}${quotation(reason, limits)}</li>`,
  )}${more > 0 ? html`<li class="muted">and ${more} more</li>` : null}</ul>`;
}

/** Up to so many phases are all unfolded; of more only those that did not go well. */
const MAX_OPEN = 6;

function phases(report: Report, limits: Limits): Markup | null {
  if (report.phases.length === 0) return null;
  const few = report.phases.length <= MAX_OPEN;
  let unfolded = 0;
  return html`${report.phases.map(phase => {
    const open = few || (phase.status === 'failed' && unfolded < MAX_OPEN);
    if (open) unfolded += 1;
    return phaseCard(phase, open, limits);
  })}`;
}

const shared = (report: Report, limits: Limits): Markup | null =>
  report.shared.length === 0 ? null : carded(bullets(sharedItems(report), limits));

const MAX_COMMITS = 50;

function foreign(report: Report): Markup | null {
  if (report.foreign.length === 0) return null;
  const items = report.foreign.map(({ at, phase, commits }) => {
    const { shown, more } = first(commits, MAX_COMMITS);
    return `${moment(at)} below ${phase}: ${shown.map(short).join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
  });
  return carded(bullets(items, { ...limitsFor(report), items: MAX_COMMITS }));
}
