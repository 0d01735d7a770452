import type { PhaseStatus, RunStatus } from '../../../run/state.ts';
import { cutText, first, type Limits } from '../limits.ts';
import { html, lines, type Markup } from './markup.ts';

/** Which of the page's colours a status has. */
export type Tone = 'good' | 'bad' | 'busy' | 'warn' | 'idle';

export const phaseTone = (status: PhaseStatus): Tone => PHASES[status];
export const runTone = (status: RunStatus): Tone => RUNS[status];

const PHASES: Readonly<Record<PhaseStatus, Tone>> = {
  completed: 'good',
  failed: 'bad',
  blocked: 'warn',
  running: 'busy',
  retrying: 'busy',
  skipped: 'idle',
  pending: 'idle',
};

const RUNS: Readonly<Record<RunStatus, Tone>> = {
  completed: 'good',
  failed: 'bad',
  halted: 'bad',
  cancelled: 'idle',
  running: 'busy',
  waiting: 'warn',
  paused: 'warn',
};

/** A list of foreign texts, each with its lines. */
export function bullets(items: readonly string[], limits: Limits): Markup | null {
  if (items.length === 0) return null;
  const { shown, more } = first(items, limits.items);
  return html`<ul>${shown.map(item => html`<li>${lines(cutText(item, limits.text))}</li>`)}${
    more > 0 ? html`<li class="muted">and ${more} more</li>` : null
  }</ul>`;
}

export const quotation = (text: string, limits: Limits): Markup | null =>
  text.trim() === '' ? null : html`<blockquote>${lines(cutText(text.trim(), limits.text))}</blockquote>`;

/** Lines and characters of an output that a page is not broken in. */
const SHORT_LINES = 20;
const SHORT_CHARACTERS = 1_500;

/** What a program printed. */
export function output(text: string): Markup | null {
  if (text.trim() === '') return null;
  const isShort = text.length <= SHORT_CHARACTERS && text.trim().split('\n').length <= SHORT_LINES;
  return html`<pre${isShort ? html` class="short"` : null}>${lines(text)}</pre>`;
}
