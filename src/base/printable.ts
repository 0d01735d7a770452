/** Everything that moves a cursor, changes colours or turns text around, in any encoding that a terminal knows. */
const UNPRINTABLE = /[\0-\x1F\x7F-\x9F\u2028\u2029\u202A-\u202E\u2066-\u2069]/g;

/** Foreign text on one line, with all that could act on a terminal made visible or harmless. */
export const printable = (text: string): string =>
  text.replace(UNPRINTABLE, char =>
    char === '\t' || char === '\n' ? ' ' : `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
