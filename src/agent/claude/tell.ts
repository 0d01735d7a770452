const CALL_CHARACTERS = 2_000;
const RESULT_CHARACTERS = 4_000;

/** Of what a tool is called with, the one thing that says most. */
const TELLING = ['command', 'file_path', 'notebook_path', 'pattern', 'path', 'url', 'query', 'description'];

/** What a tool is to do: the command or path, else everything. */
export function tellCall(input: unknown): string {
  const fields = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>;
  const telling = TELLING.map(name => fields[name]).find(value => typeof value === 'string');
  return String(telling ?? JSON.stringify(input) ?? '').slice(0, CALL_CHARACTERS);
}

/** What a tool printed: a text, or pieces of which some are texts. */
export function tellResult(content: unknown): string {
  const pieces: readonly unknown[] = Array.isArray(content) ? content : [content];
  return pieces.map(textOf).join('\n').slice(0, RESULT_CHARACTERS);
}

function textOf(piece: unknown): string {
  if (typeof piece === 'string') return piece;
  const { type, text } = (piece ?? {}) as { readonly type?: unknown; readonly text?: unknown };
  return typeof text === 'string' ? text : `[${typeof type === 'string' ? type : 'nothing'}]`;
}
