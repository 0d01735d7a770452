import type { Point, Route } from './layout.ts';

/** A route as a line and, unless it only leads to a hub, an arrow head. */
export function drawRoute(route: Route): string {
  const points = route.points.filter((point, at) => at === 0 || !same(point, route.points[at - 1]!));
  if (points.length < 2) return '';
  const end = points.at(-1)!;
  const ahead = route.curved ? { x: 1, y: 0 } : direction(points.at(-2)!, end);
  const neck = route.arrow ? { x: end.x - ahead.x * HEAD, y: end.y - ahead.y * HEAD } : end;
  const line = [...points.slice(0, -1), neck];
  const accent = route.critical ? ' pw-hot' : '';
  const head = route.arrow ? `<path class="pw-head${accent}" d="${arrowHead(end, ahead)}"/>` : '';
  return `<path class="pw-edge${accent}" d="${route.curved ? curve(line) : rounded(line)}"/>${head}`;
}

/** Coordinates to a tenth of a pixel. */
export function px(value: number): string {
  return String(Math.round(value * 10) / 10);
}

const HEAD = 7;
const HEAD_HALF = 4;
const CORNER = 9;

/** Straight pieces joined by round corners. */
function rounded(points: readonly Point[]): string {
  const parts = [`M${pair(points[0]!)}`];
  for (let at = 1; at < points.length - 1; at++) {
    const corner = points[at]!;
    const before = points[at - 1]!;
    const after = points[at + 1]!;
    const radius = Math.min(CORNER, distance(before, corner) / 2, distance(corner, after) / 2);
    parts.push(
      `L${pair(toward(corner, before, radius))}Q${pair(corner)} ${pair(toward(corner, after, radius))}`,
    );
  }
  parts.push(`L${pair(points.at(-1)!)}`);
  return parts.join('');
}

function curve(points: readonly Point[]): string {
  const [start, end] = [points[0]!, points.at(-1)!];
  const reach = Math.max(24, Math.abs(end.x - start.x) / 2);
  const [out, into] = [
    { x: start.x + reach, y: start.y },
    { x: end.x - reach, y: end.y },
  ];
  return `M${pair(start)}C${pair(out)} ${pair(into)} ${pair(end)}`;
}

function arrowHead(tip: Point, ahead: Point): string {
  const back = { x: tip.x - ahead.x * HEAD, y: tip.y - ahead.y * HEAD };
  const one = { x: back.x - ahead.y * HEAD_HALF, y: back.y + ahead.x * HEAD_HALF };
  const two = { x: back.x + ahead.y * HEAD_HALF, y: back.y - ahead.x * HEAD_HALF };
  return `M${pair(tip)}L${pair(one)}L${pair(two)}Z`;
}

function direction(from: Point, to: Point): Point {
  const length = distance(from, to);
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
}

function toward(from: Point, to: Point, by: number): Point {
  const way = direction(from, to);
  return { x: from.x + way.x * by, y: from.y + way.y * by };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function same(a: Point, b: Point): boolean {
  return distance(a, b) < 0.05;
}

function pair(point: Point): string {
  return `${px(point.x)} ${px(point.y)}`;
}
