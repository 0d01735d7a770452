/**
 * Text that acts on a terminal: sets its title, clears it, makes a link, fills the clipboard, paints with the eight-bit
 * introducer, turns letters around, hides what stands before it on the line, rings, and ends a line early.
 */
export const ACTING =
  '\x1B]0;owned\x07\x1B[2J\x1B]8;;https://evil.test\x1B\\x\x1B]52;c;cm0=\x07\x9B31m\x9D0;y\x9C\u202Egnp\u2066\x7F\x08\rover';

/** All of it, but for what begins a new line or column. */
export const ACTS = /[\0-\x08\x0B-\x1F\x7F-\x9F\u2028\u2029\u202A-\u202E\u2066-\u2069]/;

/** The same as `printf` of a shell takes it. */
export const ACTING_OCTAL = [...Buffer.from(ACTING)]
  .map(byte => `\\${byte.toString(8).padStart(3, '0')}`)
  .join('');
