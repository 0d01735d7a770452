import { realpathSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { readTextFile } from '../text-file.ts';
import type { PromptText } from './resolve.ts';

/** Longest prompt of a user's own, in characters. */
const MAX_PROMPT = 50_000;
/** Bytes that so many characters can have. */
const MAX_BYTES = 4 * MAX_PROMPT;

/** Reads prompts below a repository's top folder. What lies elsewhere, be it behind a link, is not read. */
export const promptReader =
  (toplevel: string | null) =>
  (path: string): PromptText => {
    if (toplevel === null) return refused('there is no repository here to read it from');
    const file = join(toplevel, path);
    if (isAbsolute(path)) return refused(`${path} is not a path from the top of the repository`);
    let inside: string;
    try {
      inside = relative(realpathSync(toplevel), realpathSync(file));
    } catch {
      return refused(`${path} cannot be found from the top of the repository`);
    }
    const [first] = inside.split(sep);
    if (first === '..' || isAbsolute(inside)) return refused(`${path} is outside of the repository`);
    if (first === '.git') return refused(`${path} is inside .git`);
    const read = readTextFile(file, MAX_BYTES);
    if (!read.ok) return refused(`${path} ${read.code === null ? TOO_LONG_OR_NO_FILE : read.problem}`);
    if (read.text.length > MAX_PROMPT) return refused(`${path} ${TOO_LONG_OR_NO_FILE}`);
    return { ok: true, text: read.text };
  };

const TOO_LONG_OR_NO_FILE = `is not a file of at most ${MAX_PROMPT} characters`;

const refused = (problem: string): PromptText => ({ ok: false, problem });
