import { type Automaton, automata } from './automaton.ts';

/**
 * How the time of a failed match grows with the text, at worst: not faster than the text, with a power of it, or
 * exponentially. Conditions are taken as if they could always fail, so an expression may be better than it is called.
 */
export type Growth = 'linear' | 'polynomial' | 'exponential';

/** By the ambiguity of the automaton: in how many ways it can take the same text and then fail. */
export function growthOf(source: string, flags: string): Growth {
  const all = automata(source, flags);
  if (all.some(isExponential)) return 'exponential';
  return all.some(isPolynomial) ? 'polynomial' : 'linear';
}

/** Two ways around from a position back to it with the same text. */
function isExponential(automaton: Automaton): boolean {
  const isInLoop = ([from, to]: readonly [number, number]): boolean =>
    from === to || reach(automaton, [[to]]).some(([found]) => found === from);
  if (automaton.doubled.some(way => !automaton.final.has(way[1]) && isInLoop(way))) return true;
  return loops(automaton).some(start => {
    const apart = reach(automaton, [[start, start]]).filter(([a, b]) => a !== b);
    return reach(automaton, apart).some(([a, b]) => a === start && b === start);
  });
}

/** A text that leads from one loop back to it, from it to another loop, and from that one back to itself. */
function isPolynomial(automaton: Automaton): boolean {
  const starts = loops(automaton);
  return starts.some(p =>
    starts.some(
      q => q !== p && reach(automaton, [[p, p, q]]).some(([a, b, c]) => a === p && b === q && c === q),
    ),
  );
}

/** Positions that can be come back to, before the expression has matched. */
const loops = (automaton: Automaton): number[] =>
  automaton.takes
    .map((_, position) => position)
    .filter(position => !automaton.final.has(position))
    .filter(position => reach(automaton, [[position]]).some(([found]) => found === position));

/** All combinations of positions that equal texts can lead to from those given, in one step or more. */
function reach(automaton: Automaton, from: readonly (readonly number[])[]): (readonly number[])[] {
  const seen = new Map<string, readonly number[]>();
  let frontier = from;
  while (frontier.length > 0) {
    const found: (readonly number[])[] = [];
    for (const places of frontier) {
      for (const step of steps(automaton, places)) {
        if (seen.has(step.join())) continue;
        seen.set(step.join(), step);
        found.push(step);
      }
    }
    frontier = found;
  }
  return [...seen.values()];
}

function steps({ takes, next, final }: Automaton, places: readonly number[]): number[][] {
  let combined: { readonly places: number[]; readonly characters: ReadonlySet<number> | null }[] = [
    { places: [], characters: null },
  ];
  for (const place of places) {
    combined = combined.flatMap(({ places: before, characters }) =>
      [...next[place]!].flatMap(to => {
        if (final.has(to)) return [];
        const shared = characters === null ? takes[to]! : intersection(characters, takes[to]!);
        return shared.size === 0 ? [] : [{ places: [...before, to], characters: shared }];
      }),
    );
  }
  return combined.map(({ places: found }) => found);
}

const intersection = (a: ReadonlySet<number>, b: ReadonlySet<number>): ReadonlySet<number> =>
  new Set([...a].filter(value => b.has(value)));
