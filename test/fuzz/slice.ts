import { kindOf } from './kind.ts';
import { shrunk } from './shrink.ts';
import { type Input, type Target, verdictOn } from './target.ts';

/** The inputs of one target with the numbers from `from` up to, but not including, `to`. */
export interface Slice {
  readonly target: string;
  readonly from: number;
  readonly to: number;
  /** When to stop, in milliseconds of `Date.now`. */
  readonly until: number;
}

/** Tried so far: all below `next`. */
export interface Progress {
  readonly next: number;
  readonly failure?: string;
}

/** A target with more failures than this is known to be broken. */
export const MAX_FAILURES = 20;

/** Tries the inputs of a slice one after the other, and tells how far it is, every `tellMs`, and what failed. */
export async function tryAll(
  slice: Slice,
  target: Target,
  tell: (progress: Progress) => void,
  tellMs: number,
): Promise<void> {
  let failures = 0;
  let toldAt = 0;
  for (let seed = slice.from; seed < slice.to && failures < MAX_FAILURES; seed += 1) {
    const now = Date.now();
    if (now >= slice.until) return tell({ next: seed });
    if (now - toldAt >= tellMs) {
      tell({ next: seed });
      toldAt = now;
    }
    const failure = await tryOne(slice.target, target, seed);
    if (failure !== null) failures += 1;
    if (failure !== null || seed + 1 === slice.to)
      tell({ next: seed + 1, ...(failure !== null && { failure }) });
  }
}

/** What is wrong with the input of this number, with the smallest one that fails as well and the way to repeat it. */
export async function tryOne(name: string, target: Target, seed: number): Promise<string | null> {
  const input = target.make(seed);
  const wrong = await verdictOn(target, input);
  if (wrong === null) return null;
  const kind = kindOf(wrong);
  const smallest = await shrunk(input, async smaller => {
    const also = await verdictOn(target, smaller);
    return also !== null && kindOf(also) === kind;
  });
  return `${name}: ${wrong}\n  input: ${shown(smallest)}\n  again: ${again(name, seed)}`;
}

export const again = (target: string, seed: number): string =>
  `npm run fuzz -- --target ${target} --runs 1 --seed ${seed}`;

const SHOWN_CHARACTERS = 2_000;

function shown(input: Input): string {
  const plain =
    typeof input === 'string'
      ? input
      : input.map(part => (Buffer.isBuffer(part) ? part.toString('latin1') : part));
  const text = JSON.stringify(plain);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
