import { type Change, MAX_CHANGES } from './port.ts';

/** One entry of `--raw -z`: a path whose content or kind differs between two trees. */
export interface RawChange {
  readonly status: Change['status'];
  readonly oldMode: string;
  readonly newMode: string;
  /** As bytes, for a path need not be text. */
  readonly path: Buffer;
  /** The name before, of a renamed file. */
  readonly from: Buffer | null;
}

const STATUS: Readonly<Record<string, Change['status']>> = {
  A: 'added',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  T: 'type_changed',
};

export const parseRaw = (output: Buffer): readonly RawChange[] => rawChanges(splitAtNul(output)).changes;

/** The changes at the beginning of the fields, and what stands behind them. */
export function rawChanges(fields: readonly Buffer[]): {
  readonly changes: readonly RawChange[];
  readonly rest: readonly Buffer[];
} {
  const changes: RawChange[] = [];
  let at = 0;
  while (at + 1 < fields.length && fields[at]![0] === COLON) {
    const [oldMode = '', newMode = '', , , status = ''] = fields[at]!.toString('latin1').slice(1).split(' ');
    const renamed = status.startsWith('R') || status.startsWith('C');
    const path = fields[at + (renamed ? 2 : 1)] ?? Buffer.alloc(0);
    const from = renamed ? fields[at + 1]! : null;
    changes.push({ status: STATUS[status[0] ?? ''] ?? 'modified', oldMode, newMode, path, from });
    at += renamed ? 3 : 2;
  }
  return { changes, rest: fields.slice(at) };
}

const COLON = 0x3a;

export const summarised = (changes: readonly RawChange[]) => ({
  changed: changes.length,
  changes: changes
    .slice(0, MAX_CHANGES)
    .map(({ status, path }): Change => ({ status, path: quotedPath(path) })),
});

/** Fields of `-z` output, each ended by a NUL. */
export function splitAtNul(output: Buffer): Buffer[] {
  const fields: Buffer[] = [];
  let start = 0;
  for (let end = output.indexOf(0); end !== -1; end = output.indexOf(0, start)) {
    fields.push(output.subarray(start, end));
    start = end + 1;
  }
  return fields;
}

const LETTERS: Readonly<Record<number, string>> = {
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
  34: '\\"',
  92: '\\\\',
};

/** The path as text: as it is where that is plain UTF-8, else quoted as git quotes it. */
export function quotedPath(path: Buffer): string {
  const text = utf8(path);
  if (text !== null && !/[\0-\x1F\x7F]|^"/.test(text)) return text;
  return quoted(path);
}

/** In double quotes, with backslashes, as git prints and reads paths. */
export function quoted(path: Buffer): string {
  const letters = [...path].map(
    byte => LETTERS[byte] ?? (byte < 32 || byte > 126 ? octal(byte) : char(byte)),
  );
  return `"${letters.join('')}"`;
}

const octal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`;
const char = (byte: number): string => String.fromCharCode(byte);

/** Null where the bytes are not UTF-8. */
export function utf8(bytes: Buffer): string | null {
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : null;
}
