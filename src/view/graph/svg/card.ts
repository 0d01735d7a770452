import type { EstimateUnit } from '../../../plan/model.ts';
import { xml } from '../escape.ts';
import type { Node, Shape } from '../shape.ts';
import { caption, clean } from '../text.ts';
import type { Point, Size } from './layout.ts';
import { cut, textWidth, wrapText } from './measure.ts';
import { px } from './path.ts';

/** A phase's card before it has a place: its texts, fitted, and the size they need. */
export interface Card extends Size {
  readonly badge: string;
  readonly badgeWidth: number;
  readonly title: readonly string[];
  readonly meta: string;
  readonly compact: boolean;
}

/** Badge, title in up to three lines, and what there is to know below. */
export function fullCard({ phase }: Node, unit: EstimateUnit | null): Card {
  const inner = CARD_WIDTH - 2 * PAD;
  const badge = fitted(phase.id, inner - 70, BADGE_FONT);
  const title = wrapText(clean(phase.title), inner, TITLE_FONT, MAX_TITLE_LINES);
  const meta = [
    phase.subtasks.length > 0 ? count(phase.subtasks.length, 'subtask') : '',
    estimate(phase.estimate, unit),
    phase.optional ? 'optional' : '',
    phase.gated ? 'gated' : '',
  ];
  const text = fitted(meta.filter(part => part !== '').join(' · '), inner, META_FONT);
  const titleHeight = title.length === 0 ? 0 : title.length * TITLE_LINE + 7;
  return {
    width: CARD_WIDTH,
    height: PAD + BADGE_HEIGHT + titleHeight + (text === '' ? 0 : META_LINE) + PAD - 1,
    badge,
    badgeWidth: textWidth(badge, BADGE_FONT) + 15,
    title,
    meta: text,
    compact: false,
  };
}

/** All on one line, with room for marks at the right, for pictures of very many. */
export function compactCard({ phase, group }: Node): Card {
  const badge = fitted(phase.id, COMPACT_SIZE.width / 2, BADGE_FONT);
  const badgeWidth = textWidth(badge, BADGE_FONT) + 15;
  const marks = (phase.done ? CHECK_COLUMN : 0) + (group === null ? 0 : markerWidth(group + 1));
  const room = COMPACT_SIZE.width - 2 * COMPACT_PAD - badgeWidth - marks - 14;
  const title = fitted(clean(phase.title), room, META_FONT);
  return { ...COMPACT_SIZE, badge, badgeWidth, title: [title], meta: '', compact: true };
}

export const COMPACT_SIZE: Size = { width: 264, height: 36 };

/** `marker` numbers the parallel group of a card that no region shows. */
export function drawCard(node: Node, card: Card, at: Point, marker: number | null, shape: Shape): string {
  const { phase } = node;
  const states = [
    phase.done ? ' pw-done' : '',
    node.critical ? ' pw-critical' : '',
    phase.optional ? ' pw-optional' : '',
  ];
  const badgeY = card.compact ? (card.height - BADGE_HEIGHT) / 2 : PAD;
  const left = card.compact ? COMPACT_PAD : PAD;
  const right = card.width - left;
  const markerRight = right - (phase.done ? CHECK_COLUMN : 0);
  return [
    `<g class="pw-card${states.join('')}" transform="translate(${px(at.x)} ${px(at.y)})">`,
    `<title>${tooltip(node, shape)}</title>`,
    `<rect class="pw-box" width="${card.width}" height="${card.height}" rx="10"/>`,
    `<rect class="pw-badge" x="${left}" y="${badgeY}" width="${px(card.badgeWidth)}" height="${BADGE_HEIGHT}" rx="6"/>`,
    `<text class="pw-id" x="${px(left + card.badgeWidth / 2)}" y="${badgeY + 14}">${xml(card.badge)}</text>`,
    ...(marker === null ? [] : [drawMarker(marker, markerRight, badgeY)]),
    ...(phase.done ? [drawCheck(right - 9, badgeY + BADGE_HEIGHT / 2)] : []),
    ...(card.compact ? compactTexts(card) : texts(card)),
    '</g>',
  ].join('');
}

const CARD_WIDTH = 232;
const PAD = 13;
const COMPACT_PAD = 8;
const CHECK_COLUMN = 24;
const BADGE_FONT = 11;
const BADGE_HEIGHT = 20;
const TITLE_FONT = 13.5;
const TITLE_LINE = 18;
const MAX_TITLE_LINES = 3;
const META_FONT = 11;
const META_LINE = 19;
const MAX_TOOLTIP_NEEDS = 20;

function texts(card: Card): string[] {
  const first = PAD + BADGE_HEIGHT + 7 + 13;
  const metaY = card.height - PAD;
  return [
    ...card.title.map(
      (line, at) => `<text class="pw-title" x="${PAD}" y="${first + at * TITLE_LINE}">${xml(line)}</text>`,
    ),
    ...(card.meta === '' ? [] : [`<text class="pw-meta" x="${PAD}" y="${metaY}">${xml(card.meta)}</text>`]),
  ];
}

function compactTexts(card: Card): string[] {
  const x = px(COMPACT_PAD + card.badgeWidth + 7);
  return [`<text class="pw-small" x="${x}" y="22">${xml(card.title[0] ?? '')}</text>`];
}

function drawCheck(x: number, y: number): string {
  return `<circle class="pw-check" cx="${x}" cy="${y}" r="9"/><path class="pw-tick" d="M${x - 4} ${y}l3 3 5-6"/>`;
}

/** Two bars and the number of the group. */
function drawMarker(number: number, right: number, y: number): string {
  const width = markerWidth(number);
  const x = right - width;
  return (
    `<rect class="pw-marker" x="${px(x)}" y="${y}" width="${px(width)}" height="${BADGE_HEIGHT}" rx="6"/>` +
    `<path class="pw-bars" d="M${px(x + 8.5)} ${y + 6}v8m4-8v8"/>` +
    `<text class="pw-number" x="${px(right - 7)}" y="${y + 14}">${number}</text>`
  );
}

function markerWidth(number: number): number {
  return textWidth(String(number), BADGE_FONT) + 24;
}

function tooltip({ phase, needs }: Node, shape: Shape): string {
  const named = needs.slice(0, MAX_TOOLTIP_NEEDS).map(need => shape.nodes[need]!.phase.id);
  const more = needs.length > named.length ? ` and ${needs.length - named.length} more` : '';
  const lines = [
    caption(phase),
    ...(needs.length > 0 ? [`needs ${named.join(', ')}${more}`] : []),
    ...(phase.done ? ['done'] : []),
  ];
  return lines.map(xml).join('\n');
}

function estimate(value: number | null, unit: EstimateUnit | null): string {
  if (value === null) return '';
  const rounded = Number(value.toFixed(2));
  if (unit === null) return `estimate ${rounded}`;
  return unit === 'hours' ? `${rounded} h` : count(rounded, 'point');
}

function count(value: number, noun: string): string {
  return `${value} ${noun}${value === 1 ? '' : 's'}`;
}

function fitted(text: string, width: number, fontSize: number): string {
  return textWidth(text, fontSize) <= width ? text : cut(text, width, fontSize);
}
