import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelMessage } from 'ai';
import { z } from 'zod';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Ids become names of files, so nothing else is taken for one. */
export const isSessionId = (id: string): boolean => UUID.test(id);

/** Messages are in the AI SDK's own format, which checks them itself when they are sent. */
const sessionSchema = z.object({ messages: z.array(z.looseObject({ role: z.string() })) });

/** What was said so far in a session; null where there is none, or none that can be read. */
export function readSession(folder: string, id: string): readonly ModelMessage[] | null {
  try {
    const { data } = sessionSchema.safeParse(JSON.parse(readFileSync(fileOf(folder, id), 'utf8')));
    return (data?.messages as unknown as ModelMessage[] | undefined) ?? null;
  } catch {
    return null;
  }
}

/** Whoever reads it finds the whole of one or the other, never a part. */
export function writeSession(folder: string, id: string, messages: readonly ModelMessage[]): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = fileOf(folder, id);
  writeFileSync(`${file}.new`, JSON.stringify({ messages }), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function fileOf(folder: string, id: string): string {
  if (!isSessionId(id)) throw new Error(`"${id}" is no id of a session`);
  return join(folder, `${id}.json`);
}
