const FNV_PRIME = 0x01000193;
const SEEDS = [0x811c9dc5, 0x9e3779b9] as const;

/** 32 bits that hang on every character. Not for secrets. */
export function hash(text: string, seed: number = SEEDS[0]): number {
  let bits = seed;
  for (let index = 0; index < text.length; index += 1) {
    bits = Math.imul(bits ^ text.charCodeAt(index), FNV_PRIME);
  }
  // The last characters alone would hardly change the high bits.
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** A short name for a long text. */
export const digest = (text: string): string =>
  SEEDS.map(seed => hash(text, seed).toString(16).padStart(8, '0')).join('');
