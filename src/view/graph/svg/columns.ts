import type { Shape } from '../shape.ts';
import type { Layout, Point, Route, Size } from './layout.ts';

/**
 * A column for each level, without care for crossings, in linear time: for more phases than elk can place. Each phase
 * shows a single edge, from the latest of what it needs, or the critical one.
 */
export function columnLayout(shape: Shape, size: Size): Layout {
  const stride = { x: size.width + GAP.x, y: size.height + GAP.y };
  const cards: Point[] = [];
  let column = 0;
  let tallest = 0;
  for (const row of shape.rows) {
    row.forEach((node, at) => {
      const x = (column + Math.floor(at / COLUMN_CARDS)) * stride.x;
      cards[node.index] = { x, y: (at % COLUMN_CARDS) * stride.y };
    });
    column += Math.ceil(row.length / COLUMN_CARDS);
    tallest = Math.max(tallest, Math.min(row.length, COLUMN_CARDS));
  }
  return {
    width: column * stride.x - GAP.x,
    height: tallest * stride.y - GAP.y,
    cards,
    hubs: [],
    routes: decisiveEdges(shape).map(({ from, to, critical }): Route => {
      const start = { x: cards[from]!.x + size.width, y: cards[from]!.y + size.height / 2 };
      const end = { x: cards[to]!.x, y: cards[to]!.y + size.height / 2 };
      return { points: [start, end], critical, arrow: true, curved: true };
    }),
  };
}

const GAP: Point = { x: 72, y: 12 };
/** A longer level goes on in the next column. */
const COLUMN_CARDS = 60;

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly critical: boolean;
}

function decisiveEdges({ nodes, isCriticalEdge }: Shape): Edge[] {
  return nodes.flatMap((node): Edge[] => {
    let from = node.needs[0];
    if (from === undefined) return [];
    for (const need of node.needs) {
      if (isCriticalEdge(need, node.index)) return [{ from: need, to: node.index, critical: true }];
      if (nodes[need]!.level > nodes[from]!.level) from = need;
    }
    return [{ from, to: node.index, critical: false }];
  });
}
