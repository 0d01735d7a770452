/** Sequences that act on a terminal, and those that are written down as JSON or a shell would write them. */
const ESCAPES =
  /(?:\x1B|\\{1,4}(?:u001[bB]|x1[bB]|033|e))(?:\[[0-?]{0,60}[ -/]{0,4}[@-~]|\][^\x07\x1B\\\n]{0,2000}(?:\x07|\\{1,4}(?:u0007|x07|a)|(?:\x1B|\\{1,4}(?:u001[bB]|x1[bB]|033|e))\\{1,8})|[()*+][A-Za-z0-9]|[=>78cDEHMNO])/g;
const HINT = /\x1B|\\(?:u001[bB]|x1[bB]|033|e)/;

/** A text as a terminal would show it, and where each of its characters stands in the text with the sequences. */
export interface Shown {
  readonly text: string;
  readonly placeOf: (index: number) => number;
}

/** Null where there are no sequences in the text. */
export function withoutEscapes(text: string): Shown | null {
  if (!HINT.test(text)) return null;
  const starts: number[] = [];
  const shifts: number[] = [];
  let shown = '';
  let at = 0;
  for (const { 0: sequence, index } of text.matchAll(ESCAPES)) {
    shown += text.slice(at, index);
    at = index + sequence.length;
    starts.push(shown.length);
    shifts.push(at - shown.length);
  }
  if (at === 0) return null;
  return { text: shown + text.slice(at), placeOf: index => index + (shifts[lastUpTo(starts, index)] ?? 0) };
}

/** Position of the last number that is not above the value; -1 where there is none. */
function lastUpTo(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Colours and styles, which are kept where the text that they stand in goes. */
export const STYLES = /\x1B\[[\d;:]{0,60}m/g;
