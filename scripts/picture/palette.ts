import type { Colour, Look } from './cells.ts';

/** A dark window that stands well on a light page and on a dark one. */
export const WINDOW = {
  background: '#12161f',
  bar: '#1b212d',
  border: '#303849',
  title: '#8b95a7',
  text: '#d3dae6',
  buttons: ['#ff6b62', '#f5bd4f', '#5fc454'],
} as const;

const SIXTEEN = [
  ...['#3b4354', '#ff7a80', '#7ed491', '#e8c268', '#74a9ff', '#cf9af3', '#62d0d6', '#c7cfdb'],
  ...['#6b7589', '#ff9da1', '#a2e5b0', '#f3d690', '#9cc3ff', '#e0bbf8', '#93e3e7', '#ffffff'],
] as const;

/** How much of itself a dim text keeps; the rest is what lies behind it. */
const DIM = 0.58;

/** The colours that a cell is drawn in, as `#rrggbb`; no background where it is the window's. */
export function paint(look: Look): { readonly ink: string; readonly behind: string | null } {
  const foreground = look.foreground === null ? WINDOW.text : hex(look.foreground);
  const background = look.background === null ? WINDOW.background : hex(look.background);
  const [ink, behind] = look.inverse ? [background, foreground] : [foreground, background];
  return {
    ink: look.dim ? mixed(ink, behind, DIM) : ink,
    behind: behind === WINDOW.background ? null : behind,
  };
}

function hex(colour: Colour): string {
  if (typeof colour !== 'number') return toHex(colour);
  if (colour < 16) return SIXTEEN[colour]!;
  if (colour < 232) return toHex([36, 6, 1].map(place => cubeLevel(Math.floor((colour - 16) / place) % 6)));
  const grey = 8 + 10 * (colour - 232);
  return toHex([grey, grey, grey]);
}

const cubeLevel = (step: number): number => (step === 0 ? 0 : 55 + 40 * step);

function mixed(one: string, other: string, share: number): string {
  const [a, b] = [parts(one), parts(other)];
  return toHex(a.map((value, at) => Math.round(value * share + b[at]! * (1 - share))));
}

const parts = (colour: string): number[] =>
  [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16));
const toHex = (values: readonly number[]): string =>
  `#${values.map(value => Math.min(value, 255).toString(16).padStart(2, '0')).join('')}`;
