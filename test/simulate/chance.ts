import { random } from '../fuzz/random.ts';

/**
 * Where a simulated run takes its choices from. 0 is always the plainest choice, so a run made of few and small
 * choices is a plain one: that is what shrinking makes use of.
 */
export interface Chance {
  /** A whole number from 0 up to, but not including, `limit`. */
  readonly below: (limit: number) => number;
}

/** Choices that follow from a number. */
export const seeded = (seed: number): Chance => random(Math.imul(seed, 0x9e3779b1) ^ 0x85ebca6b);

/** Choices that were written down before; plain ones once they are used up. */
export function replayed(choices: readonly number[]): Chance {
  let at = 0;
  return {
    below(limit) {
      const choice = choices[at] ?? 0;
      at += 1;
      return Math.min(choice, limit - 1);
    },
  };
}

/** Writes down what is chosen. */
export const recorded = (chance: Chance, choices: number[]): Chance => ({
  below(limit) {
    const choice = chance.below(limit);
    choices.push(choice);
    return choice;
  },
});

/** True once in `times`; never where `times` is 0. */
export const oneIn = (chance: Chance, times: number): boolean =>
  times > 0 && chance.below(times) === times - 1;

export const oneOf = <T>(chance: Chance, list: readonly T[]): T => list[chance.below(list.length)]!;

/** Choices as a word that can be given to `--seed`: numbers in base 36, `~n` for n zeros. */
export function seedText(choices: readonly number[]): string {
  const parts: string[] = [];
  for (let at = 0; at < choices.length; ) {
    let zeros = 0;
    while (choices[at + zeros] === 0) zeros += 1;
    if (at + zeros === choices.length) break;
    if (zeros > 1) parts.push(`~${zeros.toString(36)}`);
    else parts.push(choices[at]!.toString(36));
    at += Math.max(1, zeros);
  }
  return `c:${parts.join('.')}`;
}

/** Null where the word is neither a number nor made by `seedText`. */
export function chanceOf(seed: string): Chance | null {
  if (/^\d{1,15}$/.test(seed)) return seeded(Number(seed));
  const choices = choicesIn(seed);
  return choices && replayed(choices);
}

export function choicesIn(seed: string): number[] | null {
  if (!/^c:(~?[0-9a-z]{1,6}(\.~?[0-9a-z]{1,6})*)?$/.test(seed)) return null;
  return seed
    .slice(2)
    .split('.')
    .filter(Boolean)
    .flatMap(part =>
      part.startsWith('~')
        ? Array.from({ length: Number.parseInt(part.slice(1), 36) }, () => 0)
        : [Number.parseInt(part, 36)],
    );
}
