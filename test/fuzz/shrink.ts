import type { Input } from './target.ts';

/** How often a smaller input is tried, and for how long, in milliseconds. */
const LIMITS = { tries: 400, ms: 5_000 };

/** A part of the input that fails as well, as small as can be found cheaply: pieces are left out, ever smaller ones. */
export async function shrunk<I extends Input>(
  input: I,
  fails: (smaller: I) => Promise<boolean>,
  limits = LIMITS,
): Promise<I> {
  const deadline = performance.now() + limits.ms;
  let smallest = input;
  let tries = 0;
  for (let size = Math.ceil(input.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < smallest.length; ) {
      if (tries >= limits.tries || performance.now() > deadline) return smallest;
      tries += 1;
      const candidate = without(smallest, at, size);
      if (await fails(candidate)) smallest = candidate;
      else at += size;
    }
  }
  return smallest;
}

function without<I extends Input>(input: I, at: number, size: number): I {
  const left =
    typeof input === 'string' ? input.slice(0, at) + input.slice(at + size) : input.toSpliced(at, size);
  return left as I;
}
