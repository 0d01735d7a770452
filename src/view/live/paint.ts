const BEGIN = '\x1B[?2026h';
const END = '\x1B[?2026l';
const CLEAR = '\x1B[2J';
const RESET = '\x1B[0m';
const TO_END_OF_LINE = '\x1B[K';

/**
 * What turns one frame on a terminal into the next: only lines that differ are written, and the terminal is asked to show
 * them at once. With nothing to start from all is cleared and drawn.
 */
export function paint(before: readonly string[] | null, after: readonly string[]): string {
  const rows = Math.max(before?.length ?? 0, after.length);
  let changes = '';
  for (let row = 0; row < rows; row += 1) {
    const line = after[row] ?? '';
    if (line === (before?.[row] ?? '')) continue;
    // What is left of the old line is erased first: a full line leaves the cursor on its last column.
    changes += `\x1B[${row + 1};1H${RESET}${TO_END_OF_LINE}${line}${RESET}`;
  }
  if (before !== null && changes === '') return '';
  return `${BEGIN}${before === null ? CLEAR : ''}${changes}${END}`;
}
