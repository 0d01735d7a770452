import type { Format } from '../model.ts';

const DATA_KEYS =
  /^(?:phases|subtasks|tasks|goal|title|plan|phasewright|schema|\$schema|version|meta|metadata|name|description)\s*:/m;

/** Whether the text is JSON or YAML rather than markdown. */
export function looksLikeData(text: string, from: Format | undefined): boolean {
  if (from === 'json' || from === 'yaml' || from === 'taskmaster') return true;
  if (from !== undefined && from !== 'subtasks') return false;
  const start = text.trimStart();
  if (start.startsWith('{') || /^\[\s*(?:\{|\])/.test(start)) return true;
  if (/^---\s*\n/.test(start)) return isWholeYaml(start);
  return (
    /^(?:#[^\n]*\n|[^\S\n]*\n)*[A-Za-z_$][\w$]*\s*:/.test(start) &&
    DATA_KEYS.test(start) &&
    /^(?:phases|subtasks|tasks)\s*:/m.test(start)
  );
}

/** Front matter ends with a second `---`; a YAML document that merely starts with one goes on. */
const isWholeYaml = (text: string): boolean =>
  !/\n---\s*(?:\n|$)/.test(text.slice(3)) && /^(?:phases|subtasks|tasks)\s*:/m.test(text);

/** Whether the text is the document that `convert` writes: its front matter says `phasewright: 1`. */
export const isCanonical = (text: string): boolean =>
  /^phasewright[ \t]*:/m.test(text.slice(0, frontMatterEnd(text)));

/** Where the front matter ends, just before the line that closes it; 0 where there is none. */
export function frontMatterEnd(text: string): number {
  if (!/^---[ \t]*\n/.test(text)) return 0;
  const close = /\n---[ \t]*(?=\n|$)/g;
  close.lastIndex = 3;
  return close.exec(text)?.index ?? 0;
}
