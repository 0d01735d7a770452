/** The size of a cell, in the picture's own units. */
export const CELL = { width: 8.4, height: 20 } as const;

/** For each line of a box its arms: up, right, down, left; 1 is light, 2 is heavy, and after it whether it is round. */
const ARMS: Readonly<Record<string, string>> = {
  ...{ '─': '0101', '│': '1010', '┌': '0110', '┐': '0011', '└': '1100', '┘': '1001' },
  ...{ '├': '1110', '┤': '1011', '┬': '0111', '┴': '1101', '┼': '1111' },
  ...{ '╭': '0110r', '╮': '0011r', '╰': '1100r', '╯': '1001r' },
  ...{ '━': '0202', '┃': '2020', '┏': '0220', '┓': '0022', '┗': '2200', '┛': '2002' },
  ...{ '╴': '0001', '╵': '1000', '╶': '0100', '╷': '0010' },
  ...{ '╸': '0002', '╹': '2000', '╺': '0200', '╻': '0020', '╼': '0201', '╾': '0102' },
};

/** For each block the part of its cell that it fills: from x, from y, width, height; and how densely. */
const BLOCKS: Readonly<Record<string, readonly [number, number, number, number, number?]>> = {
  ...{ '█': [0, 0, 1, 1], '▀': [0, 0, 1, 0.5], '▐': [0.5, 0, 0.5, 1], '▕': [7 / 8, 0, 1 / 8, 1] },
  ...{ '░': [0, 0, 1, 1, 0.25], '▒': [0, 0, 1, 1, 0.5], '▓': [0, 0, 1, 1, 0.75] },
  ...Object.fromEntries([...'▁▂▃▄▅▆▇'].map((block, at) => [block, [0, 1 - (at + 1) / 8, 1, (at + 1) / 8]])),
  ...Object.fromEntries([...'▏▎▍▌▋▊▉'].map((block, at) => [block, [0, 0, (at + 1) / 8, 1]])),
};

export const isDrawn = (text: string): boolean => text in ARMS || text in BLOCKS;

/** A line or a block as it meets its neighbours, whatever the font: the same letters one after another, from x on. */
export function drawn(text: string, count: number, x: number, ink: string): string {
  const block = BLOCKS[text];
  if (block) {
    const [fromX, fromY, width, height, density] = block;
    const shape = (at: number, cells: number): string =>
      `<rect x="${units(x + (at + fromX) * CELL.width)}" y="${units(fromY * CELL.height)}" width="${units((cells - 1 + width) * CELL.width)}" height="${units(height * CELL.height)}" fill="${ink}"${density ? ` opacity="${density}"` : ''}/>`;
    return width === 1 ? shape(0, count) : Array.from({ length: count }, (_, at) => shape(at, 1)).join('');
  }
  const arms = ARMS[text]!;
  if (arms === '0101' || arms === '0202') {
    return stroke(`M${units(x)} ${MIDDLE.y}h${units(count * CELL.width)}`, arms[1]!, ink);
  }
  return Array.from({ length: count }, (_, at) => box(arms, x + at * CELL.width, ink)).join('');
}

const MIDDLE = { x: CELL.width / 2, y: CELL.height / 2 } as const;
const ROUND = MIDDLE.x;

function box(arms: string, x: number, ink: string): string {
  const middle = units(x + MIDDLE.x);
  const [up, right, down, left] = [...arms];
  if (arms.endsWith('r')) {
    const [vertical, turn] = up === '1' ? [0, -ROUND] : [CELL.height, ROUND];
    const side = right === '1' ? ROUND : -ROUND;
    return stroke(
      `M${middle} ${vertical}V${MIDDLE.y + turn}Q${middle} ${MIDDLE.y} ${units(x + MIDDLE.x + side)} ${MIDDLE.y}`,
      '1',
      ink,
    );
  }
  const paths: Record<string, string> = { 1: '', 2: '' };
  const add = (weight: string | undefined, path: string): void => {
    if (weight === '1' || weight === '2') paths[weight] += path;
  };
  add(up, `M${middle} 0V${MIDDLE.y}`);
  add(right, `M${middle} ${MIDDLE.y}h${MIDDLE.x}`);
  add(down, `M${middle} ${CELL.height}V${MIDDLE.y}`);
  add(left, `M${middle} ${MIDDLE.y}h-${MIDDLE.x}`);
  return Object.entries(paths)
    .map(([weight, path]) => (path ? stroke(path, weight, ink) : ''))
    .join('');
}

const stroke = (path: string, weight: string, ink: string): string =>
  `<path d="${path}" class="${weight === '2' ? 'h' : 'l'}" stroke="${ink}"/>`;

/** A length in the picture, as short as can be. */
export const units = (length: number): string => `${Math.round(length * 100) / 100}`;
