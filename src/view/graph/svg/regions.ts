import type { Shape } from '../shape.ts';
import type { Layout, Point, Size } from './layout.ts';

/** A background behind the cards of one parallel group. */
export interface Region extends Point, Size {
  readonly group: number;
}

/** Regions for the groups whose cards stand together, with nothing between them that belongs elsewhere. */
export function regionsOf(shape: Shape, layout: Layout, sizes: readonly Size[]): Region[] {
  const regions: Region[] = [];
  const boxes = shape.nodes.map(node => ({ ...layout.cards[node.index]!, ...sizes[node.index]! }));
  for (const [group, members] of shape.groups.entries()) {
    const region = { group, ...around(members.map(member => boxes[member.index]!)) };
    const intruder = shape.nodes.some(node => node.group !== group && overlaps(region, boxes[node.index]!));
    if (!intruder && !regions.some(other => overlaps(region, other))) regions.push(region);
  }
  return regions;
}

const PAD = 12;

type Box = Point & Size;

function around(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map(box => box.x)) - PAD;
  const y = Math.min(...boxes.map(box => box.y)) - PAD;
  const right = Math.max(...boxes.map(box => box.x + box.width)) + PAD;
  const bottom = Math.max(...boxes.map(box => box.y + box.height)) + PAD;
  return { x, y, width: right - x, height: bottom - y };
}

function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
