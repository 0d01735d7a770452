/** The edges that a reader takes from a picture of `ascii`, as `from>to`: those drawn and those said in words. */
export function readEdges(text: string): Set<string> {
  const lines = text.split('\n').slice(3);
  const blocks = blocksOf(lines);
  const edges = new Set(blocks.flatMap(saidEdges));
  for (const above of blocks) {
    for (const end of traced(lines, above)) {
      const below = blocks.filter(b => b.top === end.y + 1 && b.left <= end.x && end.x <= b.right);
      if (below.length !== 1) throw new Error(`an arrow at ${end.x},${end.y} leads to ${below.length} boxes`);
      for (const from of above.ids) for (const to of below[0]!.ids) edges.add(`${from}>${to}`);
    }
  }
  return edges;
}

/** A box, or a bracket of boxes one below the other. */
interface Block {
  readonly ids: string[];
  readonly top: number;
  bottom: number;
  readonly left: number;
  right: number;
  /** The words beside, by the phase they stand next to. */
  readonly notes: [id: string | null, words: string][];
}

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  for (const [y, line] of lines.entries()) {
    const bracket = /^ *([/|\\]) +(?:\[|<-|\w)/.exec(line)?.[1];
    const boxes = [...line.matchAll(/\[(\w+)[^\]]*\]/g)];
    const words = line.split('<- ')[1] ?? '';
    const last = blocks.at(-1);
    if (boxes.length === 0) {
      if (last === undefined || !/[a-uw-z]/.test(line)) continue;
      last.bottom = y;
      last.notes.at(-1)![1] += ` ${words || line.replace(/^ *[/|\\]?/, '').trim()}`;
    } else if (bracket !== undefined && bracket !== '/') {
      last!.ids.push(boxes[0]![1]!);
      last!.bottom = y;
      last!.right = Math.max(last!.right, line.length);
      last!.notes.push([boxes[0]![1]!, words]);
    } else {
      for (const box of boxes) {
        const left = bracket === undefined ? box.index : 0;
        const note: Block['notes'][number] = [
          boxes.length === 1 ? box[1]! : null,
          box === boxes[0] ? words : '',
        ];
        blocks.push({
          ids: [box[1]!],
          top: y,
          bottom: y,
          left,
          right: box.index + box[0].length - 1,
          notes: [note],
        });
      }
    }
  }
  return blocks;
}

function saidEdges({ notes }: Block): string[] {
  return notes.flatMap(([beside, words]) =>
    words.split(';').flatMap(part => {
      const said = /^(?:(\w+) )?(?:also )?needs (.+)$/.exec(part.trim());
      const subject = said?.[1] === 'also' ? beside : (said?.[1] ?? beside);
      return (said?.[2] ?? '')
        .split(/, ?/)
        .flatMap(need => (need === '' ? [] : [`${need.trim()}>${subject}`]));
    }),
  );
}

/** Where the arrows end that start below the block. */
function traced(lines: readonly string[], block: Block): { x: number; y: number }[] {
  const at = (x: number, y: number): string => lines[y]?.[x] ?? ' ';
  const isWire = /^[ |+v-]*$/.test(lines[block.bottom + 1] ?? '');
  const seen = new Set<string>();
  const ends: { x: number; y: number }[] = [];
  const visit = (x: number, y: number): void => {
    const mark = at(x, y);
    if (mark === ' ' || seen.has(`${x},${y}`)) return;
    seen.add(`${x},${y}`);
    if (mark === 'v') ends.push({ x, y });
    if (mark === '|' || (mark === '+' && '|v'.includes(at(x, y + 1)))) visit(x, y + 1);
    if (mark !== '+' && mark !== '-') return;
    for (const side of [x - 1, x + 1]) if ('+-'.includes(at(side, y))) visit(side, y);
  };
  for (let x = block.left; isWire && x <= block.right; x++)
    if (at(x, block.bottom + 1) === '|') visit(x, block.bottom + 1);
  return ends;
}
