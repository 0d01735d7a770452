import { type Dirent, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { Usage } from '../../run/usage.ts';
import { followFile } from '../talk/follow-file.ts';
import type { Record } from './understand.ts';

/**
 * What a session spends, by the files in which Gemini CLI keeps it: there each message of the model is noted with its
 * tokens as it comes, while the program itself tells only at its end, and nothing where it is cut off. `folder` is the
 * one that has a folder for each workspace. What stands there before a session is continued does not count.
 */
export function openRecord(folder: string, continues: string | null): Record {
  const followed = new Map<string, () => void>();
  const seen = new Set<string>();
  let spent: Usage[] = [];
  let session = continues;

  const hear = (line: string): void => {
    const note = readNote(line);
    if (note === null || seen.has(note.id)) return;
    seen.add(note.id);
    const { input, total } = note.tokens;
    spent.push({ inputTokens: input, outputTokens: Math.max(0, total - input), costUsd: null });
  };
  const take = (): readonly Usage[] => {
    if (session === null) return [];
    for (const file of filesOf(folder, session))
      if (!followed.has(file)) followed.set(file, followFile(file, hear));
    for (const follow of followed.values()) follow();
    const taken = spent;
    spent = [];
    return taken;
  };
  take();
  return {
    begin(id) {
      session = id;
    },
    take,
  };
}

/** A message is noted again with the results of its tools; its id stays the same. */
const noteSchema = z.object({
  id: z.string(),
  type: z.literal('gemini'),
  tokens: z.object({ input: z.int().min(0), total: z.int().min(0) }),
});

/** Most lines are something else, and long. */
const TELLING = '"type":"gemini"';

function readNote(line: string): z.infer<typeof noteSchema> | null {
  if (!line.includes(TELLING)) return null;
  try {
    return noteSchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

/** Names of files end in the beginning of the session's id. */
const ID_CHARACTERS = 8;

function filesOf(folder: string, session: string): readonly string[] {
  const ending = `-${session.slice(0, ID_CHARACTERS)}.jsonl`;
  const chats = foldersIn(folder)
    .flatMap(foldersIn)
    .filter(path => basename(path) === 'chats');
  return chats
    .flatMap(entriesOf)
    .filter(entry => entry.isFile() && entry.name.endsWith(ending))
    .map(pathOf);
}

/** Links are not followed: the agent could have made them. */
const foldersIn = (folder: string): readonly string[] =>
  entriesOf(folder)
    .filter(entry => entry.isDirectory())
    .map(pathOf);

const pathOf = ({ parentPath, name }: Dirent): string => join(parentPath, name);

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
