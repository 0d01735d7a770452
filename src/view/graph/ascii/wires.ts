import type { Node } from '../shape.ts';
import type { Ink } from './ink.ts';

/** Each of `to` needs each of `from`. */
export interface Link {
  readonly from: readonly Node[];
  readonly to: readonly Node[];
}

/** The edges between two rows as links that share no phase; null where they cannot be told that way. */
export function linksBetween(above: readonly Node[], below: readonly Node[]): Link[] | null {
  const byIndex = new Map(above.map(node => [node.index, node]));
  const links = new Map<string, { from: Node[]; to: Node[] }>();
  for (const node of below) {
    const from = node.needs.map(need => byIndex.get(need)).filter(need => need !== undefined);
    if (from.length === 0) continue;
    const key = from.map(need => need.index).join();
    const link = links.get(key) ?? { from, to: [] };
    link.to.push(node);
    links.set(key, link);
  }
  const sources = [...links.values()].flatMap(link => link.from);
  return new Set(sources).size === sources.length ? [...links.values()] : null;
}

/** All of one row to all of the other. */
export function isComplete(links: readonly Link[], above: readonly Node[], below: readonly Node[]): boolean {
  const [link] = links;
  return links.length === 1 && link!.from.length === above.length && link!.to.length === below.length;
}

/** Columns that a line may enter or leave by. */
export interface Spot {
  readonly left: number;
  readonly centre: number;
  readonly right: number;
}

/** A line from the columns where it starts to those where its arrows end. */
export interface Wire {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Wires that do not touch each other, or null. */
export function route(links: readonly Link[], leave: SpotOf, enter: SpotOf): Wire[] | null {
  const wires = links.map(link => straighten(spots(link.from, leave), spots(link.to, enter)));
  const spans = wires.map(({ from, to }) => [Math.min(...from, ...to), Math.max(...from, ...to)] as const);
  spans.sort(([a], [b]) => a - b);
  const touching = spans.some(([start], at) => at > 0 && start <= spans[at - 1]![1] + 1);
  return touching ? null : wires;
}

/** The lines of text between two rows. */
export function drawWires(wires: readonly Wire[], stub: boolean, ink: Ink): string[] {
  if (wires.length === 0) return [''];
  const starts = new Set(wires.flatMap(wire => wire.from));
  const ends = new Set(wires.flatMap(wire => wire.to));
  const lines: string[] = [];
  if (stub) lines.push(paint(new Map([...starts].map(x => [x, ink.joins[3]!]))));
  if (wires.some(isBent)) lines.push(paint(bars(wires, starts, ends, ink)));
  lines.push(paint(new Map([...ends].map(x => [x, ink.head]))));
  return lines;
}

type SpotOf = (node: Node) => Spot;

function spots(nodes: readonly Node[], spotOf: SpotOf): Spot[] {
  return [...new Map(nodes.map(node => [spotOf(node).centre, spotOf(node)])).values()];
}

/** Lines run through the middle of boxes unless a step aside spares a bend. */
function straighten(from: readonly Spot[], to: readonly Spot[]): Wire {
  const reach = from.length === 1 && to.length === 1 ? Number.POSITIVE_INFINITY : MAX_STEP_COLUMNS;
  const align = (spot: Spot, x: number): number =>
    spot.left < x && x < spot.right && Math.abs(x - spot.centre) <= reach ? x : spot.centre;
  if (from.length === 1) {
    const start = from[0]!.centre;
    return { from: [start], to: to.map(spot => align(spot, start)) };
  }
  const ends = to.map(spot => spot.centre);
  return { from: from.map(spot => (to.length === 1 ? align(spot, ends[0]!) : spot.centre)), to: ends };
}

const MAX_STEP_COLUMNS = 3;

function isBent({ from, to }: Wire): boolean {
  return new Set([...from, ...to]).size > 1;
}

function bars(wires: readonly Wire[], starts: ReadonlySet<number>, ends: ReadonlySet<number>, ink: Ink) {
  const marks = new Map<number, string>();
  for (const wire of wires) {
    const first = Math.min(...wire.from, ...wire.to);
    const last = Math.max(...wire.from, ...wire.to);
    for (let x = first; x <= last; x++) {
      const sides =
        (starts.has(x) ? 1 : 0) + (ends.has(x) ? 2 : 0) + (x > first ? 4 : 0) + (x < last ? 8 : 0);
      marks.set(x, ink.joins[sides]!);
    }
  }
  return marks;
}

function paint(marks: ReadonlyMap<number, string>): string {
  const line: string[] = new Array(Math.max(...marks.keys()) + 1).fill(' ');
  for (const [x, mark] of marks) line[x] = mark;
  return line.join('');
}
