import type { Style } from '../../view/style.ts';

/** Help with its headings in bold: lines of their own that begin with a capital and end with a colon. */
export const withHeadings = (text: string, style: Style): string =>
  text.replace(/^[A-Z][^:\n]*:$/gm, heading => style.bold(heading));
