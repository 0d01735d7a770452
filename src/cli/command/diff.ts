import { printableLines } from '../../base/printable.ts';
import { attemptDiff, commitDiff } from '../../git/records.ts';
import { openRepository } from '../../git/repository.ts';
import { phaseAt, planAt } from '../../run/queries.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import { findRun } from '../run/find-run.ts';
import { withHome } from '../run/open-store.ts';
import type { Terminal } from '../terminal.ts';
import { phaseNamed } from './show.ts';

/** `phasewright diff`: what a phase changed, or what one of its attempts did. */
export function diff(
  name: string,
  phase: string,
  options: { readonly attempt?: number },
  { out, err, outIsScreen }: Terminal,
): Promise<ExitCode> {
  return withHome(async home => {
    const { state } = await findRun(home, name);
    const position = phaseNamed(state, phase);
    const { standing, attempt } = phaseAt(state, position);
    const { id } = planAt(state, position);
    const found = await openRepository(state.origin.repository);
    if (!found.ok) throw new UsageError(found.failure.message, found.failure.hint);
    if (attempt === 0)
      throw new UsageError(
        `phase ${id} has not begun`,
        `phasewright status ${state.run} tells how far the run is.`,
      );
    const wanted = options.attempt ?? (standing.status === 'completed' ? null : attempt);
    if (wanted !== null && wanted > attempt) {
      throw new UsageError(`phase ${id} has had ${attempt} attempts`, 'Name one of them.');
    }
    const result =
      wanted === null && standing.status === 'completed'
        ? await commitDiff(found.repository, standing.commit)
        : await attemptDiff(found.repository, state.run, {
            phase: id,
            attempt: wanted ?? attempt,
            lane: null,
          });
    if (!result.ok) throw new UsageError(result.failure.message, result.failure.hint);
    // A patch for a program is left byte for byte what it is.
    out(outIsScreen ? printableLines(result.text) : result.text);
    if (result.cut) err('The rest was cut off.\n');
    return EXIT.completed;
  });
}
