import type { EstimateUnit } from '../../plan/model.ts';
import { xml } from './escape.ts';
import type { GraphView } from './input.ts';
import { type Shape, shapeOf } from './shape.ts';
import { type Card, COMPACT_SIZE, compactCard, drawCard, fullCard } from './svg/card.ts';
import { columnLayout } from './svg/columns.ts';
import { bundle, withoutImplied } from './svg/edges.ts';
import { ELK_MAX_PHASES, elkLayout, suitsElk } from './svg/elk.ts';
import { frameOf } from './svg/frame.ts';
import type { Direction, Layout } from './svg/layout.ts';
import { drawRoute, px } from './svg/path.ts';
import { type Region, regionsOf } from './svg/regions.ts';
import { stylesheet } from './svg/theme.ts';

export interface SvgOptions {
  /** Where the order leads; by default whichever gives the picture the handier shape. */
  readonly direction?: Direction;
  /** The unit of the plan's estimates, for the words on the cards. */
  readonly estimateUnit?: EstimateUnit;
}

/** The order as a picture of its own: nothing is fetched, and equal views give equal text. */
export async function svg(view: GraphView, options: SvgOptions = {}): Promise<string> {
  // A critical path of all phases singles out none.
  const accented = view.criticalPath.length < view.phases.length;
  const shape = shapeOf(accented ? view : { ...view, criticalPath: [] });
  return draw(view.title, shape, await layOut(shape, options));
}

interface Picture {
  readonly layout: Layout;
  readonly cards: readonly Card[];
  readonly regions: readonly Region[];
  readonly implied: number;
  readonly simplified: boolean;
}

async function layOut(shape: Shape, options: SvgOptions): Promise<Picture> {
  if (shape.nodes.length <= ELK_MAX_PHASES) {
    const { needs, implied } = withoutImplied(shape);
    const wiring = bundle(needs);
    if (suitsElk(shape, wiring)) {
      const direction = options.direction ?? handierDirection(shape);
      const natural = shape.nodes.map(node => fullCard(node, options.estimateUnit ?? null));
      const cards = direction === 'down' ? levelHeights(shape, natural) : natural;
      const layout = await elkLayout(shape, wiring, cards, direction);
      return { layout, cards, regions: regionsOf(shape, layout, cards), implied, simplified: false };
    }
  }
  const layout = columnLayout(shape, COMPACT_SIZE);
  return { layout, cards: shape.nodes.map(compactCard), regions: [], implied: 0, simplified: true };
}

/** Cards that stand in a row are equally high. */
function levelHeights({ nodes, rows }: Shape, cards: readonly Card[]): Card[] {
  const heights = rows.map(row => Math.max(...row.map(node => cards[node.index]!.height)));
  return cards.map((card, index) => ({ ...card, height: heights[nodes[index]!.level]! }));
}

/** Compares rough sizes: the one nearer to a screen's proportions wins. */
function handierDirection({ rows }: Shape): Direction {
  const widest = Math.max(1, ...rows.map(row => row.length));
  const right = (rows.length * 290) / (widest * 130);
  const down = (widest * 246) / (rows.length * 160);
  const strangeness = (ratio: number): number => Math.abs(Math.log(ratio / 1.6));
  return strangeness(right) <= strangeness(down) ? 'right' : 'down';
}

function draw(title: string, shape: Shape, { layout, cards, regions, implied, simplified }: Picture): string {
  const inRegion = new Set(regions.map(region => region.group));
  const marker = (group: number | null): number | null =>
    group === null || inRegion.has(group) ? null : group + 1;
  const frame = frameOf({
    title,
    shape,
    drawing: layout,
    hasRegions: regions.length > 0,
    hasMarkers: shape.groups.length > regions.length,
    simplified,
  });
  const [plain, hot] = [false, true].map(critical =>
    layout.routes.filter(route => route.critical === critical),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="pw-graph" width="${px(frame.width)}" height="${px(frame.height)}" viewBox="0 0 ${px(frame.width)} ${px(frame.height)}" role="img" aria-label="${xml(`${title}: ${frame.summary}`)}">`,
    `<desc>${describe(implied, simplified)}</desc>`,
    `<style>\n${stylesheet()}\n</style>`,
    '<rect class="pw-canvas" width="100%" height="100%" rx="12"/>',
    ...frame.parts,
    `<g transform="translate(${px(frame.left)} ${px(frame.top)})">`,
    ...regions.map(drawRegion),
    ...plain!.map(drawRoute),
    ...hot!.map(drawRoute),
    ...layout.hubs.map(drawHub),
    ...shape.nodes.map(node =>
      drawCard(node, cards[node.index]!, layout.cards[node.index]!, marker(node.group), shape),
    ),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function describe(implied: number, simplified: boolean): string {
  const parts = ['Arrows lead from a phase to those that need it.'];
  if (implied > 0) parts.push(`Left out for legibility: ${implied} that follow from those shown.`);
  if (simplified)
    parts.push('For each phase only the latest of what it needs is shown; the tooltips name more.');
  return parts.join(' ');
}

function drawHub({ x, y, critical }: Layout['hubs'][number]): string {
  return `<circle class="pw-hub${critical ? ' pw-hot' : ''}" cx="${px(x)}" cy="${px(y)}" r="3.5"/>`;
}

function drawRegion({ x, y, width, height }: Region): string {
  return `<rect class="pw-region" x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}" rx="18"/>`;
}
