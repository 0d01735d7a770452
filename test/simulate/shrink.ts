import { kindOf } from '../fuzz/kind.ts';
import type { Chance } from './chance.ts';
import { recorded, replayed, seedText } from './chance.ts';
import { simulate } from './simulate.ts';

/** How many runs may be spent on making a failing one plainer. */
const MAX_TRIES = 3_000;

export interface Shrunk {
  /** For `--seed`. */
  readonly seed: string;
  readonly faults: readonly string[];
}

/** A plainer run that fails in the same way: with fewer choices, and smaller ones. */
export async function shrink(
  chance: Chance,
  judge: (chance: Chance) => Promise<readonly string[]> = simulate,
): Promise<Shrunk> {
  let choices: number[] = [];
  let faults = await judge(recorded(chance, choices));
  let tries = 0;
  const kind = kindOf(faults[0] ?? '');
  const isWorse = async (candidate: readonly number[]): Promise<boolean> => {
    tries += 1;
    const used: number[] = [];
    const found = tries > MAX_TRIES ? [] : await judge(recorded(replayed(candidate), used));
    const alike = found.filter(fault => kindOf(fault) === kind);
    if (alike.length === 0) return false;
    choices = trimmed(used);
    faults = alike;
    return true;
  };
  choices = trimmed(choices);
  for (let before = ''; before !== choices.join() && tries < MAX_TRIES; ) {
    before = choices.join();
    await shorter(() => choices, isWorse);
    await smaller(() => choices, isWorse);
  }
  return { seed: seedText(choices), faults };
}

type Try = (candidate: readonly number[]) => Promise<boolean>;

/** Leaves out ever smaller stretches, and makes them plain. */
async function shorter(choices: () => readonly number[], isWorse: Try): Promise<void> {
  for (let size = choices().length >> 1; size > 0; size >>= 1) {
    for (let at = 0; at < choices().length; ) {
      const list = choices();
      const plain = list.map((choice, index) => (index >= at && index < at + size ? 0 : choice));
      const isGone = await isWorse(list.toSpliced(at, size));
      const isPlain = !isGone && plain.join() !== list.join() && (await isWorse(plain));
      if (!isGone || isPlain) at += size;
    }
  }
}

async function smaller(choices: () => readonly number[], isWorse: Try): Promise<void> {
  for (let at = 0; at < choices().length; at += 1) {
    const choice = choices()[at]!;
    for (const less of [0, choice >> 1, choice - 1]) {
      if (less < choice && less >= 0 && (await isWorse(choices().with(at, less)))) break;
    }
  }
}

function trimmed(choices: readonly number[]): number[] {
  return choices.slice(0, choices.findLastIndex(choice => choice !== 0) + 1);
}
