import { type Random, random } from '../fuzz/random.ts';
import { type Ground, groundFrom } from './ground.ts';
import type { Piece } from './piece.ts';
import { STEERED, UNSHARED } from './pieces/checked.ts';
import { LINKS, MODES, NAMED, SPECIAL } from './pieces/files.ts';
import { GIT_FILES } from './pieces/git-files.ts';
import { NESTED } from './pieces/nested.ts';
import { OWN_GIT, REPLACED } from './pieces/own-git.ts';
import { WALLS } from './pieces/walls.ts';

/** Groups are drawn equally often, and within a group its pieces. */
const GROUPS: readonly (readonly Piece[])[] = [
  NESTED,
  NESTED,
  GIT_FILES,
  LINKS,
  SPECIAL,
  MODES,
  NAMED,
  UNSHARED,
  STEERED,
  REPLACED,
  OWN_GIT,
  WALLS,
];

/** A piece by its name, with the number that all chance in it comes from. */
export interface Pick {
  readonly piece: string;
  readonly seed: number;
}

export interface PhaseScript {
  readonly id: string;
  /** What the agent of the first attempt does; all further attempts are honest, and the first where there is none. */
  readonly picks: readonly Pick[];
  readonly fails: boolean;
}

/**
 * How a user's own filter is set: for no file, by an absolute path, as a script of the repository, by asking git where
 * that is, with a temporary file, or as a program like Git LFS.
 */
export type Filter = 'none' | 'absolute' | 'relative' | 'toplevel' | 'temporary' | 'lfs';

const FILTERS: readonly Filter[] = ['relative', 'relative', 'absolute', 'toplevel', 'temporary', 'lfs'];
const NO_FILTERS: readonly Filter[] = FILTERS.map(() => 'none');

const aimsAt = (phases: readonly PhaseScript[], what: string): boolean =>
  phases.some(({ picks }) => picks.some(({ piece }) => piece.startsWith(what)));

export interface Scenario {
  readonly seed: number;
  readonly confined: boolean;
  readonly filter: Filter;
  /** Whether the base has a `.gitattributes` that means nothing special. */
  readonly attributes: boolean;
  readonly submodule: boolean;
  /** Whether a check mends what the next one looks at. */
  readonly mending: boolean;
  readonly review: boolean;
  readonly concurrency: 1 | 2;
  readonly ground: Ground;
  readonly phases: readonly PhaseScript[];
}

const MAX_PICKS = 4;
const MAX_SEED = 1_000_000;

/**
 * The scenario with this number, the same every time. The agent of the last phase is honest. With `only` each of the others
 * does no more than this.
 */
export function scenarioOf(seed: number, canConfine: boolean, only?: string): Scenario {
  const next = random(seed);
  const oneIn = (count: number): boolean => next.below(count) === 0;
  const confined = canConfine && isConfined(only === undefined ? {} : pieceNamed(only), oneIn(4));
  const hostile = 1 + next.below(2);
  const phases = Array.from({ length: hostile + 1 }, (_, at): PhaseScript => {
    const count = at === hostile ? 0 : only === undefined ? 1 + next.below(MAX_PICKS) : 1;
    return {
      id: `${at + 1}`,
      picks: Array.from({ length: count }, () => pickOf(next, confined, only)),
      fails: oneIn(3),
    };
  });
  return {
    seed,
    confined,
    filter: next.pick(aimsAt(phases, 'filter-') ? FILTERS : [...FILTERS, ...NO_FILTERS]),
    attributes: oneIn(2),
    submodule: oneIn(3),
    mending: oneIn(4),
    review: oneIn(3),
    concurrency: oneIn(3) ? 2 : 1,
    ground: groundFrom(next, aimsAt(phases, 'hook-'), confined && phases.every(mayBeHere)),
    phases,
  };
}

/** What takes the place of the user's own `.git` leaves nothing of theirs. */
const mayBeHere = ({ picks }: PhaseScript): boolean =>
  picks.every(({ piece }) => !REPLACED.some(({ name }) => name === piece));

const isConfined = ({ confined, unconfined }: Partial<Piece>, isFree: boolean): boolean =>
  confined ?? (!unconfined && !isFree);

function pickOf(next: Random, confined: boolean, only: string | undefined): Pick {
  for (;;) {
    const piece = only === undefined ? next.pick(next.pick(GROUPS)) : pieceNamed(only);
    const seed = next.below(MAX_SEED);
    if (only !== undefined || (confined ? !piece.unconfined : !piece.confined))
      return { piece: piece.name, seed };
  }
}

const PIECES: readonly string[] = [...new Set(GROUPS.flat().map(({ name }) => name))];

export function pieceNamed(name: string): Piece {
  const piece = GROUPS.flat().find(known => known.name === name);
  if (!piece) throw new Error(`there is no piece ${name}; there are ${PIECES.join(', ')}`);
  return piece;
}

/** Whether git can store all that the piece makes. */
export const isStorable = (name: string): boolean =>
  [NESTED, UNSHARED, MODES, WALLS].some(group => group.some(piece => piece.name === name)) || name === 'link';

export const picksOf = ({ phases }: Scenario): Pick[] => phases.flatMap(({ picks }) => picks);

/** The scenario with only those of its picks. */
export const withOnly = (scenario: Scenario, picks: readonly Pick[]): Scenario => ({
  ...scenario,
  phases: scenario.phases.map(phase => ({
    ...phase,
    picks: phase.picks.filter(pick => picks.includes(pick)),
  })),
});
