import type { Node, Shape } from '../shape.ts';
import { displayWidth } from '../text.ts';
import { type Box, drawBoxes, type Grid, gridOf, placeBoxes } from './boxes.ts';
import type { Ink } from './ink.ts';
import { fold } from './list.ts';
import { drawWires, isComplete, type Link, linksBetween, route, type Spot, type Wire } from './wires.ts';
import { needs, parallelMarks } from './words.ts';

/** Rows from top to bottom with the lines between them. */
export function picture(shape: Shape, width: number, ink: Ink): string[] {
  const page: Page = { shape, width, ink, grid: gridOf(shape.rows, width, ink) };
  const placed: Placed[] = [];
  for (const row of shape.rows) placed.push(place(row, placed.at(-1), page));
  return placed.flatMap((row, at) => {
    const above = placed[at - 1];
    const exits = new Set(placed[at + 1]?.wires.flatMap(wire => wire.from) ?? []);
    const between =
      above === undefined ? [] : drawWires(row.wires, !ink.bordered || above.boxes === null, ink);
    return [...between, ...(row.boxes === null ? row.lines : drawBoxes(row.boxes, row.note, exits, ink))];
  });
}

interface Page {
  readonly shape: Shape;
  readonly width: number;
  readonly ink: Ink;
  readonly grid: Grid;
}

/** A row with its place, and the wires that lead to it. */
interface Placed {
  readonly nodes: readonly Node[];
  readonly wires: readonly Wire[];
  /** Null where the row is folded into lines of its own. */
  readonly boxes: readonly Box[] | null;
  readonly note: string;
  readonly lines: readonly string[];
  readonly spotOf: (node: Node) => Spot;
}

/** Side by side with lines where both fit and tell the truth, else folded with the needs in words. */
function place(row: readonly Node[], above: Placed | undefined, page: Page): Placed {
  const links = above === undefined ? [] : linksBetween(above.nodes, row);
  const complete = links !== null && above !== undefined && isComplete(links, above.nodes, row);
  if (links !== null && (links.length === 0 || complete || above?.boxes)) {
    const beside = placeBeside(row, links, above, page);
    if (beside !== null) return beside;
  }
  if (complete) return placeFolded(row, links, above, page);
  return (row.length === 1 ? placeBeside(row, [], above, page) : null) ?? placeFolded(row, [], above, page);
}

function placeBeside(
  row: readonly Node[],
  links: readonly Link[],
  above: Placed | undefined,
  page: Page,
): Placed | null {
  const { shape, ink } = page;
  const drawn = drawnNeeds(links);
  const words = row.map(node => {
    const untold = needs(node, drawn(node), shape);
    return untold !== '' && row.length > 1 ? `${node.phase.id} ${untold}` : untold;
  });
  const note = [...parallelMarks(row, shape), ...words].filter(part => part !== '').join('; ');
  const aside = note === '' ? 0 : note.length + ink.aside.length + 3;
  const boxes = placeBoxes(row, aside, page.grid, page.width, ink);
  if (boxes === null) return null;
  const spots = new Map(
    boxes.map(({ node, left, width }) => [
      node,
      { left, centre: left + Math.floor(width / 2), right: left + width - 1 },
    ]),
  );
  const spotOf = (node: Node): Spot => spots.get(node)!;
  const wires = above === undefined ? [] : route(links, above.spotOf, spotOf);
  return wires === null ? null : { nodes: row, wires, boxes, note, lines: [], spotOf };
}

function placeFolded(
  row: readonly Node[],
  links: readonly Link[],
  above: Placed | undefined,
  { shape, width, ink, grid }: Page,
): Placed {
  const drawn = drawnNeeds(links);
  const lines = fold(row, node => needs(node, drawn(node), shape), shape, width, ink);
  const extent = Math.max(...lines.map(displayWidth));
  // Lines enter and leave where every box of the list is sure to reach: over the shortest id.
  const indent = row.length > 1 ? 2 : 0;
  const reach = Math.min(...row.map(node => node.phase.id.length)) + 2;
  const left = Math.max(0, Math.min(grid.axis - indent - Math.floor(reach / 2), width - extent));
  const [first, last] = [left + indent, left + indent + reach - 1];
  const spot: Spot = { left: first, centre: Math.max(first, Math.min(grid.axis, last)), right: last };
  const wires = above === undefined ? [] : (route(links, above.spotOf, () => spot) ?? []);
  const indented = lines.map(line => ' '.repeat(left) + line);
  return { nodes: row, wires, boxes: null, note: '', lines: indented, spotOf: () => spot };
}

function drawnNeeds(links: readonly Link[]): (node: Node) => ReadonlySet<number> {
  const drawn = new Map(
    links.flatMap(({ from, to }) => to.map(node => [node, new Set(from.map(f => f.index))])),
  );
  return node => drawn.get(node) ?? NOTHING;
}

const NOTHING: ReadonlySet<number> = new Set();
