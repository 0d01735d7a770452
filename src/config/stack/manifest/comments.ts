/**
 * The text without its comments. A quote opens a string up to the same quote or the line's end, so that a
 * stray apostrophe hides no more than its own line.
 */
export function withoutComments(text: string, line: string, blockStart = '', blockEnd = ''): string {
  const kept: string[] = [];
  let from = 0;
  let i = 0;
  while (i < text.length) {
    const char = text[i];
    if (char === '"' || char === "'") {
      i = stringEnd(text, i);
    } else if (blockStart !== '' && text.startsWith(blockStart, i)) {
      kept.push(text.slice(from, i), ' ');
      from = i = after(text, blockEnd, i + blockStart.length);
    } else if (text.startsWith(line, i)) {
      kept.push(text.slice(from, i));
      from = i = lineEnd(text, i);
    } else {
      i += 1;
    }
  }
  kept.push(text.slice(from));
  return kept.join('');
}

function stringEnd(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i += 1) {
    if (text[i] === '\\') i += 1;
    else if (text[i] === text[start]) return i + 1;
    else if (text[i] === '\n') return i;
  }
  return text.length;
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end === -1 ? text.length : end;
}

function after(text: string, marker: string, start: number): number {
  const found = text.indexOf(marker, start);
  return found === -1 ? text.length : found + marker.length;
}
