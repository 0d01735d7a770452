/** Everything that moves a cursor, changes colours or turns text around, in any encoding that a terminal knows. */
const UNPRINTABLE = /[\0-\x1F\x7F-\x9F\u2028\u2029\u202A-\u202E\u2066-\u2069]/g;
/** What JSON leaves as it is although a terminal acts on it. */
const UNPRINTABLE_IN_JSON = /[\x7F-\x9F\u2028\u2029\u202A-\u202E\u2066-\u2069]/g;

/** Foreign text on one line, with all that could act on a terminal made visible or harmless. */
export const printable = (text: string): string =>
  text.replace(UNPRINTABLE, char =>
    char === '\t' || char === '\n' ? ' ' : `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );

/** Foreign text of several lines, each made harmless; tabs stay. */
export const printableLines = (text: string): string =>
  text
    .split('\n')
    .map(line => line.split('\t').map(printable).join('\t'))
    .join('\n');

/** A value as JSON that says the same to a program, and nothing to a terminal. */
export const printableJson = (value: unknown, indent = 0): string =>
  JSON.stringify(value, null, indent).replace(
    UNPRINTABLE_IN_JSON,
    char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
