import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { textOf, writableFile } from './files.ts';
import { done, refused, toolOf } from './tool.ts';

/** Replaces one place of a file. */
export const editTool = toolOf({
  name: 'edit',
  description:
    'Replaces one place in a file of the workspace. old_text must stand in the file exactly so, and only once: take in lines around it until it does.',
  input: z.object({ path: z.string(), old_text: z.string().min(1), new_text: z.string() }),
  summary: ({ path }) => path,
  use({ path, old_text, new_text }, { root }) {
    const file = writableFile(root, path);
    const text = textOf(root, path);
    const at = text.indexOf(old_text);
    if (at < 0) return refused(`old_text does not stand in ${path}; read it again`);
    if (text.includes(old_text, at + 1)) return refused(`old_text stands in ${path} more than once`);
    writeFileSync(file, text.slice(0, at) + new_text + text.slice(at + old_text.length));
    return done(`${path} changed`);
  },
});
