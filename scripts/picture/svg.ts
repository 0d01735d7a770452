import { WINDOW } from './palette.ts';
import { escaped, rowsOf } from './row.ts';
import { CELL, units } from './strokes.ts';

/** A screen as `tmux capture-pane -e -p` prints it, and how long it is seen. */
export interface Frame {
  readonly captured: string;
  readonly ms: number;
}

export interface PictureOptions {
  readonly columns: number;
  readonly rows: number;
  /** In the window's bar, and for those who cannot see the picture. */
  readonly title: string;
  /** The frame that is seen where nothing moves; the last one unless told. */
  readonly still?: number;
}

const BAR = 34;
const PADDING = 14;
const RADIUS = 9;
const FONT = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace";

/**
 * A window with what a terminal shows in it. Several frames are a strip of film that is moved on in jumps. Rows that are
 * alike are written once.
 */
export function picture(frames: readonly Frame[], options: PictureOptions): string {
  const screen = { width: options.columns * CELL.width, height: options.rows * CELL.height };
  const outer = { width: screen.width + 2 * PADDING, height: screen.height + BAR + 2 * PADDING };
  const { shared, strips } = film(frames, options.rows);
  const still = -(options.still ?? frames.length - 1) * screen.height;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${units(outer.width)} ${units(outer.height)}" width="${units(outer.width)}" height="${units(outer.height)}" role="img" xml:space="preserve">`,
    `<title>${escaped(options.title)}</title>`,
    `<style>${css(frames, screen.height)}</style>`,
    `<defs>${shared.map((row, at) => `\n<g id="r${at}">${row}</g>`).join('')}</defs>`,
    frame(outer, options.title),
    `<svg x="${PADDING}" y="${BAR + PADDING}" width="${units(screen.width)}" height="${units(screen.height)}">`,
    `<g${frames.length > 1 ? ' id="film"' : ''} fill="${WINDOW.text}" transform="translate(0 ${still})">`,
    ...strips,
    '</g></svg></svg>',
    '',
  ].join('\n');
}

/** Each row that any frame has, and the frames as places of rows. */
function film(frames: readonly Frame[], rows: number): { shared: string[]; strips: string[] } {
  const known = new Map<string, number>();
  const strips = frames.map(({ captured }, at) =>
    rowsOf(captured)
      .slice(0, rows)
      .map((row, index) => {
        if (row === '') return '';
        if (!known.has(row)) known.set(row, known.size);
        return `<use href="#r${known.get(row)}" y="${(at * rows + index) * CELL.height}"/>`;
      })
      .join(''),
  );
  return { shared: [...known.keys()], strips };
}

function css(frames: readonly Frame[], height: number): string {
  const rules = [
    `text{font:14px ${FONT};white-space:pre}`,
    '.b{font-weight:700}.i{font-style:italic}.u{text-decoration:underline}.s{text-decoration:line-through}',
    '.l,.h{fill:none;stroke-linecap:square}.l{stroke-width:1.3}.h{stroke-width:2.6}',
  ];
  if (frames.length < 2) return rules.join('\n');
  const total = frames.reduce((sum, { ms }) => sum + ms, 0);
  let before = 0;
  const stops = frames.map(({ ms }, at) => {
    const stop = `${units((100 * before) / total)}%{transform:translateY(-${at * height}px)}`;
    before += ms;
    return stop;
  });
  return [
    ...rules,
    `@keyframes film{${stops.join('')}100%{transform:translateY(-${(frames.length - 1) * height}px)}}`,
    `@media (prefers-reduced-motion:no-preference){#film{animation:film ${units(total / 1000)}s step-end infinite}}`,
  ].join('\n');
}

function frame({ width, height }: { width: number; height: number }, title: string): string {
  const inner = `width="${units(width - 1)}" height="${units(height - 1)}" rx="${RADIUS}"`;
  const right = units(width - 0.5);
  const bar = `M.5 ${BAR}V${RADIUS + 0.5}a${RADIUS} ${RADIUS} 0 0 1 ${RADIUS} -${RADIUS}H${units(width - 0.5 - RADIUS)}a${RADIUS} ${RADIUS} 0 0 1 ${RADIUS} ${RADIUS}V${BAR}z`;
  return [
    `<rect x=".5" y=".5" ${inner} fill="${WINDOW.background}"/>`,
    `<path d="${bar}" fill="${WINDOW.bar}"/>`,
    `<path d="M.5 ${BAR}H${right}" class="l" stroke="${WINDOW.border}"/>`,
    ...WINDOW.buttons.map(
      (colour, at) => `<circle cx="${20 + 20 * at}" cy="${BAR / 2}" r="6" fill="${colour}"/>`,
    ),
    `<text x="${units(width / 2)}" y="${BAR / 2 + 5}" text-anchor="middle" fill="${WINDOW.title}">${escaped(title)}</text>`,
    `<rect x=".5" y=".5" ${inner} fill="none" stroke="${WINDOW.border}"/>`,
  ].join('\n');
}
