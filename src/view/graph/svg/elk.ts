import type { ElkExtendedEdge, ElkNode, ElkPort } from 'elkjs/lib/elk-api.js';
import type { Shape } from '../shape.ts';
import { trafficOf, type Wiring } from './edges.ts';
import type { Direction, Layout, Point, Route, Size } from './layout.ts';

/** Whether elk is quick enough: about three seconds at the limits, minutes or all memory beyond them. */
export function suitsElk(shape: Shape, wiring: Wiring): boolean {
  const { span, densest } = trafficOf(shape, wiring);
  return shape.nodes.length <= ELK_MAX_PHASES && span <= ELK_MAX_SPAN && densest <= ELK_MAX_DENSEST;
}

export const ELK_MAX_PHASES = 400;
const ELK_MAX_SPAN = 2_000;
const ELK_MAX_DENSEST = 400;

/** Layers as the plan's levels, crossings kept few, edges at right angles. */
export async function elkLayout(
  shape: Shape,
  wiring: Wiring,
  sizes: readonly Size[],
  direction: Direction,
): Promise<Layout> {
  const { default: elk } = await import('elkjs/lib/elk.bundled.js');
  const links = linksOf(shape, wiring);
  const down = direction === 'down';
  const graph: ElkNode = {
    id: 'plan',
    layoutOptions: {
      ...OPTIONS,
      'elk.direction': down ? 'DOWN' : 'RIGHT',
      ...care(shape, trafficOf(shape, wiring).span),
    },
    children: [
      ...shape.nodes.map(node => vertex(cardId(node.index), sizes[node.index]!, node.level, links, down)),
      ...wiring.hubs.map((hub, at) => vertex(hubId(at), HUB_SIZE, hubLevel(hub.to, shape), links, down)),
    ],
    edges: links.map(
      ({ id, source, target }): ElkExtendedEdge => ({ id, sources: [source], targets: [target] }),
    ),
  };
  const laidOut = await new elk.default().layout(graph);
  const at = new Map(laidOut.children!.map(child => [child.id, { x: child.x!, y: child.y! }]));
  const route = new Map(laidOut.edges!.map(edge => [edge.id, pointsOf(edge)]));
  return {
    width: laidOut.width!,
    height: laidOut.height!,
    cards: shape.nodes.map(node => at.get(cardId(node.index))!),
    hubs: wiring.hubs.map((_, index) => {
      const { x, y } = at.get(hubId(index))!;
      const critical = links.some(link => link.from === hubId(index) && link.critical);
      return { x: x + HUB_SIZE.width / 2, y: y + HUB_SIZE.height / 2, critical };
    }),
    routes: links.map(
      ({ id, critical, arrow }): Route => ({ points: route.get(id)!, critical, arrow, curved: false }),
    ),
  };
}

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.separateConnectedComponents': 'false',
  'elk.layered.layering.strategy': 'INTERACTIVE',
  'elk.layered.cycleBreaking.strategy': 'INTERACTIVE',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.spacing.nodeNode': '30',
  'elk.spacing.edgeNode': '22',
  'elk.spacing.edgeEdge': '12',
  'elk.layered.spacing.nodeNodeBetweenLayers': '56',
  'elk.layered.spacing.edgeNodeBetweenLayers': '26',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
};

/** Balanced, and slow where many edges pass levels by. */
const BALANCED = { 'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX' };
const BALANCED_SPAN = 300;

/** Fewer crossings, and document order where it costs none; slow for wide levels. */
const THOROUGH = {
  'elk.layered.thoroughness': '30',
  'elk.layered.considerModelOrder.crossingCounterNodeInfluence': '0.1',
};
const THOROUGH_SPAN = 150;
const THOROUGH_LEVEL_PHASES = 12;

function care({ rows }: Shape, span: number): Record<string, string> {
  const narrow = rows.every(row => row.length <= THOROUGH_LEVEL_PHASES);
  return {
    ...(span <= BALANCED_SPAN ? BALANCED : {}),
    ...(span <= THOROUGH_SPAN && narrow ? THOROUGH : {}),
  };
}

const HUB_SIZE: Size = { width: 6, height: 6 };
/** Far enough apart that elk takes each level for a layer of its own. */
const LEVEL_PIXELS = 10_000;

/** An edge, or the part of one on either side of a hub. */
interface Link {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly source: string;
  readonly target: string;
  readonly critical: boolean;
  readonly arrow: boolean;
}

function linksOf(shape: Shape, { hubs, direct }: Wiring): Link[] {
  const bare = [
    ...direct.flatMap((needs, index) =>
      needs.map(need => ({
        from: cardId(need),
        to: cardId(index),
        critical: shape.isCriticalEdge(need, index),
        arrow: true,
      })),
    ),
    ...hubs.flatMap(({ from, to }, at) => [
      ...from.map(need => ({
        from: cardId(need),
        to: hubId(at),
        critical: to.some(index => shape.isCriticalEdge(need, index)),
        arrow: false,
      })),
      ...to.map(index => ({
        from: hubId(at),
        to: cardId(index),
        critical: from.some(need => shape.isCriticalEdge(need, index)),
        arrow: true,
      })),
    ]),
  ];
  const leaving = Map.groupBy(bare, link => link.from);
  const entering = Map.groupBy(bare, link => link.to);
  // Edges may share a line only where it cannot suggest one that is not there: at a hub, or when the other end of
  // each has no further edges on that side. All others get ports of their own.
  return bare.map((link, index) => {
    const sharesSource = link.from.startsWith(HUB) || entering.get(link.to)!.length === 1;
    const sharesTarget = link.to.startsWith(HUB) || leaving.get(link.from)!.length === 1;
    return {
      ...link,
      id: `e${index}`,
      source: `${link.from}>${sharesSource ? '' : index}`,
      target: `${sharesTarget ? '' : index}>${link.to}`,
    };
  });
}

function vertex(id: string, size: Size, level: number, links: readonly Link[], down: boolean): ElkNode {
  const sides = down ? { out: 'SOUTH', in: 'NORTH' } : { out: 'EAST', in: 'WEST' };
  const out = new Set(links.filter(link => link.from === id).map(link => link.source));
  const into = new Set(links.filter(link => link.to === id).map(link => link.target));
  const port = (name: string, side: string): ElkPort => ({
    id: name,
    layoutOptions: { 'elk.port.side': side },
  });
  return {
    id,
    ...size,
    x: down ? 0 : level * LEVEL_PIXELS,
    y: down ? level * LEVEL_PIXELS : 0,
    layoutOptions: { 'elk.portConstraints': 'FIXED_SIDE' },
    ports: [...[...into].map(name => port(name, sides.in)), ...[...out].map(name => port(name, sides.out))],
  };
}

/** Just before the first of the phases it leads to. */
function hubLevel(to: readonly number[], shape: Shape): number {
  return Math.min(...to.map(index => shape.nodes[index]!.level)) - 0.5;
}

function pointsOf(edge: ElkExtendedEdge): Point[] {
  return (edge.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) => [
    startPoint,
    ...bendPoints,
    endPoint,
  ]);
}

const HUB = 'hub';

function hubId(at: number): string {
  return `${HUB}${at}`;
}

function cardId(index: number): string {
  return `card${index}`;
}
