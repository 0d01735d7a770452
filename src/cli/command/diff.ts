import { printable, printableLines } from '../../base/printable.ts';
import { attemptDiff, commitDiff } from '../../git/records.ts';
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
    for (const { heading, result } of await shown(found.repository, state, position, wanted)) {
      if (!result.ok) throw new UsageError(result.failure.message, result.failure.hint);
      const text = `${heading}${result.text}`;
      // A patch for a program is left byte for byte what it is.
      out(outIsScreen ? printableLines(text) : text);
      if (result.cut) err('The rest was cut off.\n');
    }
    return EXIT.completed;
  });
}

interface Shown {
  /** A line of its own, which programs that apply patches skip; empty where there is nothing to tell apart. */
  readonly heading: string;
  readonly result: Awaited<ReturnType<typeof commitDiff>>;
}

/** `wanted` is null for what has landed. What was not joined is shown lane by lane. */
async function shown(
  repository: Repository,
  state: RunState,
  position: number,
  wanted: number | null,
): Promise<readonly Shown[]> {
  const { standing, attempt: last } = phaseAt(state, position);
  if (wanted === null && standing.status === 'completed') {
    return [{ heading: '', result: await commitDiff(repository, standing.commit) }];
  }
  const { id: phase } = planAt(state, position);
  const attempt = wanted ?? last;
  const diffOf = (lane: number | null) => attemptDiff(repository, state.run, { phase, attempt, lane });
  const pieces = piecesOf(state, position, attempt);
  if (pieces.length === 0) return [{ heading: '', result: await diffOf(null) }];
  return Promise.all(
    pieces.map(async piece => ({
      heading: `# subtasks ${printable(laneWords(piece))}\n`,
      result: await diffOf(piece.lane),
    })),
  );
}
