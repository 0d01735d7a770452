/** Longer words are no slips of the pen, and comparing them costs the product of their lengths. */
const MAX_CHARACTERS = 64;

/** The candidate that the word was probably meant to be, or null where none is close. The first of equals wins. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  if (word.length > MAX_CHARACTERS) return null;
  const plain = simplified(word);
  let best: string | null = null;
  let least = tolerance(word.length) + 1;
  for (const candidate of candidates) {
    if (candidate.length > MAX_CHARACTERS) continue;
    const distance = editDistance(plain, simplified(candidate));
    if (distance < least) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

/** A third of the letters may be wrong, but a word of three or fewer must be nearly right. */
const tolerance = (length: number): number => (length <= 3 ? 1 : Math.floor(length / 3));

/** Case and word separators are the most frequent difference and count for nothing. */
const simplified = (word: string): string => word.toLowerCase().replace(/[-_ ]/g, '');

/** Letters to insert, delete, replace or swap with their neighbour. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      }
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
