import { inkWidth } from '../ink.ts';

/** A part of a line, and how much it matters that it is seen. */
export interface Part {
  readonly text: string;
  readonly worth: number;
}

/** As many parts as fit into `columns`, those that matter most first; of equal ones the first. */
export function fitted(parts: readonly Part[], columns: number, between: string): string {
  const gap = inkWidth(between);
  const kept = new Set<Part>();
  let left = columns + gap;
  for (const part of parts.toSorted((a, b) => b.worth - a.worth)) {
    const width = inkWidth(part.text) + gap;
    if (part.text === '' || width > left) continue;
    kept.add(part);
    left -= width;
  }
  return parts
    .filter(part => kept.has(part))
    .map(({ text }) => text)
    .join(between);
}
