import { z } from 'zod';
import { counted } from '../../../base/counted.ts';
import { textOf } from './files.ts';
import { done, toolOf } from './tool.ts';

const MAX_LINES = 2_000;
const MAX_CHARACTERS = 60_000;
/** Of one line. */
const LINE_CHARACTERS = 2_000;

/** Reads a file, or a part of it. */
export const readTool = toolOf({
  name: 'read',
  description: `Reads a text file of the workspace. Each line comes with its number and a tab, which are not part of the file. At most ${MAX_LINES} lines at a time; give first_line for those that follow.`,
  input: z.object({
    path: z.string(),
    first_line: z.number().int().min(1).optional(),
    lines: z.number().int().min(1).max(MAX_LINES).optional(),
  }),
  summary: ({ path, first_line }) => (first_line === undefined ? path : `${path} from line ${first_line}`),
  use({ path, first_line = 1, lines = MAX_LINES }, { root }) {
    const all = linesOf(textOf(root, path));
    if (all.length === 0) return done(`${path} is empty`);
    if (first_line > all.length) return done(`${path} has only ${counted(all.length, 'line')}`);
    let shown = '';
    let next = first_line;
    for (const line of all.slice(first_line - 1, first_line - 1 + lines)) {
      const cut = line.length > LINE_CHARACTERS ? `${line.slice(0, LINE_CHARACTERS)}…` : line;
      if (shown.length + cut.length > MAX_CHARACTERS) break;
      shown += `${next}\t${cut}\n`;
      next += 1;
    }
    return done(next > all.length ? shown : `${shown}[the file has ${all.length} lines]\n`);
  },
});

/** What stands after the last line end is a line only if something does. */
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
