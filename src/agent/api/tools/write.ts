import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { writableFile } from './files.ts';
import { done, toolOf } from './tool.ts';

/** Writes a whole file. */
export const writeTool = toolOf({
  name: 'write',
  description:
    'Writes a file of the workspace, with all of its content. Folders are made; a file that is there is replaced.',
  input: z.object({ path: z.string(), content: z.string() }),
  summary: ({ path }) => path,
  use({ path, content }, { root }) {
    const file = writableFile(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return done(`${Buffer.byteLength(content)} bytes written to ${path}`);
  },
});
