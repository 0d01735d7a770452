import { elements } from '../../base/chunked.ts';
import { counted } from '../../base/counted.ts';
import { planAt } from '../../run/queries.ts';
import type { RunState } from '../../run/state.ts';
import { shortened } from './shortened.ts';

/** A check that failed in phases that landed, as it did before each of them. */
export interface KnownFailure {
  readonly command: string;
  readonly phases: readonly string[];
}

/** What stands on the branch although a check fails there, in the order in which checks are run. */
export function knownFailures(state: RunState): readonly KnownFailure[] {
  const landed = elements(state.phases).flatMap(({ standing, checks }, position) =>
    standing.status === 'completed' ? [{ id: planAt(state, position).id, checks }] : [],
  );
  return state.settings.checks.flatMap(({ command }) => {
    const phases = landed.flatMap(({ id, checks }) =>
      checks.some(check => check.command === command && check.verdict === 'known') ? [id] : [],
    );
    return phases.length === 0 ? [] : [{ command, phases }];
  });
}

export const knownWords = ({ command, phases }: KnownFailure): string =>
  `\`${shortened(command)}\` failed in ${counted(phases.length, 'phase')} that landed, as it did before`;
