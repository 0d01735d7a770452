import { printable, printableLines } from '../../base/printable.ts';
import { attemptDiff, commitDiff, type OnOutput } from '../../git/records.ts';
import { openRepository, type Repository } from '../../git/repository.ts';
import { piecesOf } from '../../run/kept-lanes.ts';
import { phaseAt, planAt } from '../../run/queries.ts';
import type { RunState } from '../../run/state.ts';
import { laneWords } from '../../run/verdict.ts';
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
  { out, outBytes, err, outIsScreen }: Terminal,
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
    // A patch for a program is left byte for byte what it is, however long.
    const onOutput = outIsScreen ? undefined : outBytes;
    for (const { heading, read } of piecesShown(found.repository, state, position, wanted)) {
      out(heading);
      const result = await read(onOutput);
      if (!result.ok) throw new UsageError(result.failure.message, result.failure.hint);
      out(printableLines(result.text));
      if (result.cut) err('The rest was cut off; a pipe or a file gets all of it.\n');
    }
    return EXIT.completed;
  });
}

interface Shown {
  /** A line of its own, which programs that apply patches skip; empty where there is nothing to tell apart. */
  readonly heading: string;
  readonly read: (onOutput?: OnOutput) => ReturnType<typeof commitDiff>;
}

/** `wanted` is null for what has landed. What was not joined is shown lane by lane. */
function piecesShown(
  repository: Repository,
  state: RunState,
  position: number,
  wanted: number | null,
): readonly Shown[] {
  const { standing, attempt: last } = phaseAt(state, position);
  if (wanted === null && standing.status === 'completed') {
    const { commit } = standing;
    return [{ heading: '', read: onOutput => commitDiff(repository, commit, onOutput) }];
  }
  const { id: phase } = planAt(state, position);
  const attempt = wanted ?? last;
  const readLane =
    (lane: number | null): Shown['read'] =>
    onOutput =>
      attemptDiff(repository, state.run, { phase, attempt, lane }, onOutput);
  const pieces = piecesOf(state, position, attempt);
  if (pieces.length === 0) return [{ heading: '', read: readLane(null) }];
  return pieces.map(piece => ({
    heading: `# subtasks ${printable(laneWords(piece))}\n`,
    read: readLane(piece.lane),
  }));
}
