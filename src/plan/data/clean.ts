/** As in `guardText`, which cannot see what an escape in JSON or YAML stands for. Half a surrogate pair is no text either. */
const CONTROLS = /[\0-\x08\x0B-\x1F\x7F-\x9F\u202A-\u202E\u2066-\u2069\uFEFF]|\p{Surrogate}/gu;

export const withPlainLineEnds = (text: string): string => text.replace(/\r\n?/g, '\n');

/** The text with a mark in the place of each character that must not reach a screen. */
export const withoutControls = (text: string): string => text.replace(CONTROLS, '\uFFFD');

/** Text that has to fit on a line. */
export const oneLine = (text: string): string => text.replace(/[\t\n]+/g, ' ').trim();
