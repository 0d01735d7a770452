import { counted } from '../../../base/counted.ts';
import { printable } from '../../../base/printable.ts';
import { cut, textWidth } from '../../graph/svg/measure.ts';
import { px } from '../../graph/svg/path.ts';
import { clean } from '../../graph/text.ts';
import { duration } from '../../time.ts';
import {
  type AttemptReport,
  type PhaseReport,
  type Report,
  SPAN_KINDS,
  type Span,
  type SpanKind,
} from '../model.ts';
import { attemptWords, nameOf } from '../words.ts';
import { type Axis, axisOf } from './axis.ts';
import { html, type Markup } from './markup.ts';

/** Rows of a timeline; of more phases those on the critical path are shown, then the ones that took longest. */
const MAX_ROWS = 150;
/** Spans and attempts of one row, counted from the last. */
const MAX_SPANS = 80;

const WIDTH = 1040;
const LEFT = 196;
const RIGHT = 16;
const TOP = 34;
const ROW = 26;
const BAR = 14;
/** Below this nothing is seen, in pixels. */
const MIN_WIDTH = 1.5;

/** Rows that fit on a page of paper, A4 or letter, with an axis and a heading. */
const MAX_BLOCK_ROWS = 44;

/** When each phase was worked on and with what; null where nothing has begun. */
export function timeline(report: Report): Markup | null {
  const rows = rowsOf(report);
  if (rows.length === 0) return null;
  const axis = axisOf(report, LEFT, WIDTH - RIGHT);
  const begun = report.phases.filter(({ startedAt }) => startedAt !== null).length;
  const blocks = blocksOf(rows);
  return html`<figure class="card picture timeline">${blocks.map((block, at) =>
    drawBlock(block, axis, report.endedAt, at === blocks.length - 1 ? rows : null),
  )}</figure>${
    begun > rows.length
      ? html`<p class="muted small">${begun - rows.length} more phases are left out: shown are those on the critical path and those that took longest.</p>`
      : null
  }`;
}

/** As few as fit, and about as long as each other. */
function blocksOf(rows: readonly PhaseReport[]): readonly (readonly PhaseReport[])[] {
  const size = Math.ceil(rows.length / Math.ceil(rows.length / MAX_BLOCK_ROWS));
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, at) =>
    rows.slice(at * size, (at + 1) * size),
  );
}

/** Rows below an axis of their own. Those that the legend explains stand above it, in this block and others. */
function drawBlock(
  rows: readonly PhaseReport[],
  axis: Axis,
  now: number,
  explained: readonly PhaseReport[] | null,
): Markup {
  const bottom = TOP + rows.length * ROW + 6;
  return html`<svg class="gantt" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + (explained ? LEGEND_HEIGHT : 0)}" role="img" aria-label="Timeline of ${counted(rows.length, 'phase')}">
${axis.ticks.map(
  ({ x, label }) =>
    html`<line class="grid" x1="${px(x)}" x2="${px(x)}" y1="${TOP - 6}" y2="${bottom}"/><text class="tick" x="${px(x)}" y="${TOP - 14}" text-anchor="middle">${label}</text>`,
)}
${axis.bands.map(
  ({ x, width, pause }) =>
    html`<rect class="away" x="${px(x)}" y="${TOP - 6}" width="${px(width)}" height="${bottom - TOP + 6}"><title>${pause.why} for ${duration(pause.endedAt - pause.startedAt)}</title></rect>`,
)}
${rows.map((phase, at) => drawRow(phase, TOP + at * ROW, axis, now))}
${explained ? legend(explained, axis, bottom + 12) : null}
</svg>`;
}

function rowsOf({ phases }: Report): readonly PhaseReport[] {
  const begun = phases.filter(({ startedAt }) => startedAt !== null);
  const chosen = begun
    .toSorted((a, b) => Number(b.critical) - Number(a.critical) || (b.workedMs ?? 0) - (a.workedMs ?? 0))
    .slice(0, MAX_ROWS);
  return chosen.toSorted((a, b) => a.startedAt! - b.startedAt! || a.position - b.position);
}

const TONES = { landed: 'good', failed: 'bad', dropped: '', 'under way': 'busy' } as const;

function drawRow(phase: PhaseReport, y: number, axis: Axis, now: number): Markup {
  const mark = phase.critical ? '◆ ' : '';
  const name = fitted(`${mark}${printable(clean(nameOf(phase)))}`, LEFT - 24, 12);
  const from = axis.at(phase.startedAt!);
  const to = axis.at(phase.attempts.at(-1)?.endedAt ?? now);
  const line = y + ROW - 4.5;
  return html`<g><text${phase.critical ? html` class="hot"` : null} x="12" y="${y + 15}">${name}<title>${nameOf(phase)}</title></text>${phase.attempts
    .slice(-MAX_SPANS)
    .map(attempt => drawAttempt(attempt, y + 4, axis, now))}${
    phase.critical
      ? html`<line class="hot-line" x1="${px(from)}" x2="${px(Math.max(to, from + MIN_WIDTH))}" y1="${line}" y2="${line}"/>`
      : null
  }</g>`;
}

function drawAttempt(attempt: AttemptReport, y: number, axis: Axis, now: number): Markup {
  const x = axis.at(attempt.startedAt);
  const width = Math.max(MIN_WIDTH, axis.at(attempt.endedAt ?? now) - x);
  const spans = attempt.spans.slice(-MAX_SPANS);
  const lanes = spans.reduce(
    (most, { kind, lane }) => (kind === 'session' ? Math.max(most, lane + 1) : most),
    1,
  );
  return html`<g><title>${attemptWords(attempt)}</title><rect class="frame ${TONES[attempt.outcome]}" x="${px(x)}" y="${y}" width="${px(width)}" height="${BAR}" rx="3"/>${spans.map(
    span => drawSpan(span, y + 2, BAR - 4, Math.min(lanes, MAX_LANES), axis),
  )}</g>`;
}

/** More lanes than this share the lowest stripe. */
const MAX_LANES = 5;

/** Sessions of several lanes lie on top of each other. */
function drawSpan(span: Span, top: number, height: number, lanes: number, axis: Axis): Markup {
  const { kind, lane, startedAt, endedAt, result } = span;
  const x = axis.at(startedAt);
  const width = Math.max(MIN_WIDTH, axis.at(endedAt) - x);
  const share = kind === 'session' ? height / lanes : height;
  const y = kind === 'session' ? top + share * Math.min(lane, lanes - 1) : top;
  const note = result === 'lost' ? ', cut off' : result === 'bad' ? ', failed' : '';
  return html`<rect class="k-${kind}${result === 'lost' ? ' lost' : ''}" x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(share)}"><title>${LABELS[kind]}, ${duration(endedAt - startedAt)}${note}</title></rect>`;
}

const LABELS: Readonly<Record<SpanKind, string>> = {
  session: 'session',
  checks: 'checks',
  review: 'review',
  evaluation: 'evaluation',
  recovery: 'doctor or replanner',
  person: 'waiting for a person',
  landing: 'landing',
};

const LEGEND_HEIGHT = 34;

/** Only what occurs. */
function legend(rows: readonly PhaseReport[], axis: Axis, y: number): Markup {
  const seen = new Set(
    rows.flatMap(({ attempts }) => attempts.flatMap(({ spans }) => spans.map(({ kind }) => kind))),
  );
  const items: [string, Markup][] = SPAN_KINDS.filter(kind => seen.has(kind)).map(kind => [
    LABELS[kind],
    html`<rect class="k-${kind}" width="14" height="10" rx="2"/>`,
  ]);
  if (axis.bands.length > 0)
    items.push([
      'nobody at work',
      html`<rect class="away" width="14" height="10" stroke="currentColor" stroke-opacity=".3"/>`,
    ]);
  if (rows.some(({ critical }) => critical))
    items.push(['critical path', html`<line class="hot-line" x1="0" x2="14" y1="5" y2="5"/>`]);
  let x = 12;
  return html`${items.map(([label, sample]) => {
    const at = x;
    x += 20 + textWidth(label, 11) + 18;
    return html`<g transform="translate(${px(at)} ${y})">${sample}<text class="tick" x="20" y="9">${label}</text></g>`;
  })}`;
}

const fitted = (text: string, width: number, size: number): string =>
  textWidth(text, size) <= width ? text : cut(text, width, size);
