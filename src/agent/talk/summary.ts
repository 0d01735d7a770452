/** Of what a tool is called with and what it says, how much is told; in characters. */
const CALL_CHARACTERS = 2000;
const RESULT_CHARACTERS = 4000;

/** What tells best what a call does, in this order. */
const TELLING = [
  'command',
  'cmd',
  'file_path',
  'filePath',
  'path',
  'absolute_path',
  'pattern',
  'query',
  'url',
];

/** What a tool is called with, in short: the command or the path where there is one, else all of it. */
export function callSummary(input: unknown): string {
  const fields = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {};
  const told = TELLING.map(name => fields[name]).find(value => typeof value === 'string' && value !== '');
  return (typeof told === 'string' ? told : jsonOf(input)).slice(0, CALL_CHARACTERS);
}

export const resultSummary = (text: string): string => text.slice(0, RESULT_CHARACTERS);

const jsonOf = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));
