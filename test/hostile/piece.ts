import type { Random } from '../fuzz/random.ts';
import type { Places } from './places.ts';

/** What a piece knows when its commands are made. */
export interface PieceContext {
  /** A name of its own, for files and folders of this piece. */
  readonly name: string;
  readonly phase: string;
  readonly places: Places;
  readonly random: Random;
  /** Whether the base has a submodule `lib`, without files. */
  readonly submodule: boolean;
}

/** Something that a hostile agent does in its workspace, as commands of `/bin/sh`. */
export interface Piece {
  readonly name: string;
  /** Needs to write into git's own folder of the workspace, which the sandbox does not let it. */
  readonly unconfined?: true;
  /** Is a fault in the sandbox only: without one, checks are run as the user, with what agents wrote. */
  readonly confined?: true;
  /** Changes the configuration that the user's git goes by, which halts a run by intent. */
  readonly mayHalt?: true;
  readonly shell: (context: PieceContext) => string;
}

/** A command that leaves a canary of this name, unless it is the agent's own git that runs it. */
export const canary = ({ places, name }: PieceContext, what: string): string =>
  `${places.canaryProgram} ${name}-${what.replaceAll(/[^\w.-]/g, '_')}`;

/** Writes a program that leaves a canary. */
export const canaryScript = (context: PieceContext, what: string, path: string): string =>
  `printf '#!/bin/sh\\n%s\\ncat\\n' '${canary(context, what)}' > ${path}; chmod +x ${path}`;

export const work = ({ name }: PieceContext, more = ''): string => `work of ${name}${more}`;

/** A repository with one commit in a folder, which becomes the current one. */
export const repositoryIn = (context: PieceContext, folder: string, words = ''): string =>
  [
    // Else what follows would be done to the repository around it.
    `rm -rf ${folder}; mkdir -p ${folder} && cd ${folder} && git init -q ${words} . || exit 1`,
    'git config user.name a; git config user.email a@example.test',
    `echo '${work(context)}' > f.txt; mkdir -p deep/er; echo '${work(context, ' below')}' > deep/er/g.txt`,
    `git add -A && git commit -q -m one && echo '${work(context, ' committed')}' > f.txt`,
    'git commit -q -a -m two',
  ].join('\n');

/** Any `count` of the values, in random order. */
export function some<T>(random: Random, values: readonly T[], count: number): T[] {
  const left = [...values];
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(random.below(left.length), 1)[0]!,
  );
}
