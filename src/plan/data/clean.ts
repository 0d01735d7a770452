export const withPlainLineEnds = (text: string): string => text.replace(/\r\n?/g, '\n');

/** Text that has to fit on a line. */
export const oneLine = (text: string): string => text.replace(/[\t\n]+/g, ' ').trim();
