import { xml } from '../escape.ts';
import type { Shape } from '../shape.ts';
import { clean } from '../text.ts';
import { textWidth, wrapText } from './measure.ts';
import { px } from './path.ts';

/** The texts above and below the drawing, and the room they take. */
export interface Frame {
  readonly width: number;
  readonly top: number;
  readonly height: number;
  /** What a screen reader says of the picture. */
  readonly summary: string;
  readonly parts: readonly string[];
  readonly left: number;
}

export interface FrameInput {
  readonly title: string;
  readonly shape: Shape;
  readonly drawing: { readonly width: number; readonly height: number };
  readonly hasRegions: boolean;
  readonly hasMarkers: boolean;
  readonly simplified: boolean;
}

export function frameOf({ title, shape, drawing, hasRegions, hasMarkers, simplified }: FrameInput): Frame {
  const legend = legendOf(shape, hasRegions, hasMarkers);
  const legendWidth = legend.reduce((sum, item) => sum + item.width, 0);
  const width = Math.max(drawing.width, Math.min(legendWidth, 520), MIN_DRAWING) + 2 * MARGIN;
  const heading = wrapText(clean(title), width - 2 * MARGIN, HEADING_FONT, 2);
  const summary = facts(shape, simplified);
  const summaryLines = wrapText(summary, width - 2 * MARGIN, 12, 3);
  const headingBottom = MARGIN + heading.length * HEADING_LINE;
  const top = headingBottom + summaryLines.length * FACTS_LINE + 26;
  const bottom = top + drawing.height + (legend.length === 0 ? 0 : 30);
  const placed = placeLegend(legend, width - 2 * MARGIN);
  return {
    width,
    top,
    left: (width - drawing.width) / 2,
    height: bottom + placed.height + (shape.nodes.length === 0 ? 0 : MARGIN),
    summary,
    parts: [
      ...heading.map(
        (line, at) =>
          `<text class="pw-heading" x="${MARGIN}" y="${MARGIN + 14 + at * HEADING_LINE}">${xml(line)}</text>`,
      ),
      ...summaryLines.map(
        (line, at) =>
          `<text class="pw-facts" x="${MARGIN}" y="${headingBottom + 12 + at * FACTS_LINE}">${xml(line)}</text>`,
      ),
      `<g transform="translate(${MARGIN} ${px(bottom)})">${placed.drawn}</g>`,
    ],
  };
}

const MARGIN = 28;
const MIN_DRAWING = 300;
const HEADING_FONT = 18;
const HEADING_LINE = 24;
const FACTS_LINE = 17;
const LEGEND_FONT = 11;
const LEGEND_LINE = 20;

function facts({ nodes, rows }: Shape, simplified: boolean): string {
  if (nodes.length === 0) return 'no phases';
  const done = nodes.filter(node => node.phase.done).length;
  return [
    nodes.length === 1 ? '1 phase' : `${nodes.length} phases`,
    rows.length === 1 ? '1 level' : `${rows.length} levels`,
    ...(done > 0 ? [`${done} done`] : []),
    ...(simplified ? ['of what a phase needs only the latest is drawn'] : []),
  ].join(' · ');
}

interface LegendItem {
  readonly label: string;
  readonly width: number;
  readonly sample: string;
}

/** Only what occurs in the picture. */
function legendOf({ nodes }: Shape, hasRegions: boolean, hasMarkers: boolean): LegendItem[] {
  const box = (state: string): string =>
    `<g class="${state}"><rect class="pw-box" x="0.5" y="0.5" width="19" height="12" rx="4"/></g>`;
  const items: [boolean, string, string][] = [
    [nodes.some(node => node.critical), 'critical path', box('pw-critical')],
    [hasRegions, 'side by side', '<rect class="pw-region" x="0.5" y="0.5" width="19" height="12" rx="4"/>'],
    [
      hasMarkers,
      'side by side with the same number',
      '<rect class="pw-marker" width="20" height="13" rx="4"/><path class="pw-bars" d="M8 3.5v6m4-6v6"/>',
    ],
    [nodes.some(node => node.phase.done), 'done', box('pw-done')],
    [nodes.some(node => node.phase.optional), 'optional', box('pw-optional')],
  ];
  return items
    .filter(([occurs]) => occurs)
    .map(([, label, sample]) => ({ label, sample, width: textWidth(label, LEGEND_FONT) + 27 + 18 }));
}

function placeLegend(items: readonly LegendItem[], room: number): { drawn: string; height: number } {
  let x = 0;
  let line = 0;
  const drawn = items.map(({ label, sample, width }) => {
    if (x > 0 && x + width > room) {
      x = 0;
      line += 1;
    }
    const at = `translate(${px(x)} ${line * LEGEND_LINE})`;
    x += width;
    return `<g transform="${at}">${sample}<text class="pw-legend" x="27" y="10.5">${label}</text></g>`;
  });
  return { drawn: drawn.join(''), height: items.length === 0 ? 0 : (line + 1) * LEGEND_LINE - 7 };
}
