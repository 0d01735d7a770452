import { printable, printableJson } from '../../base/printable.ts';
import {
  attemptRange,
  commitRange,
  type OnOutput,
  type Range,
  rangeDiff,
  rangeFiles,
} from '../../git/records.ts';
import { openRepository, type Repository } from '../../git/repository.ts';
import { piecesOf } from '../../run/kept-lanes.ts';
import { phaseAt, planAt } from '../../run/queries.ts';
import type { RunState, Work } from '../../run/state.ts';
import { laneWords } from '../../run/verdict.ts';
import { diffColoured, statText } from '../../view/run/diff.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import { lookOf } from '../look.ts';
import { paged } from '../pager.ts';
import { findRun } from '../run/find-run.ts';
import { withHome } from '../run/open-store.ts';
import type { Terminal } from '../terminal.ts';
import { assertAttempt, phaseNamed } from './show.ts';

export interface DiffOptions {
  readonly attempt?: number;
  /** The files with their lines instead of the patch. */
  readonly stat?: boolean;
  readonly json?: boolean;
  /** False with `--no-pager`. */
  readonly pager?: boolean;
}

/** `phasewright diff`: what a run changed, or one of its phases, or one of its attempts. */
export function diff(
  name: string | undefined,
  phase: string | undefined,
  options: DiffOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  return withHome(async home => {
    const { state } = await findRun(home, name);
    const position = phase === undefined ? null : phaseNamed(state, phase);
    const wanted = attemptWanted(state, position, options.attempt);
    const found = await openRepository(state.origin.repository);
    if (!found.ok) throw new UsageError(found.failure.message, found.failure.hint);
    const pieces = piecesShown(found.repository, state, position, wanted);
    if (options.json) await printJson(state.run, pieces, options, terminal);
    else if (options.stat) await printStat(pieces, terminal);
    else if (terminal.outIsScreen) await show(pieces, options, terminal);
    else await hand(pieces, terminal);
    return EXIT.completed;
  });
}

/** The attempt that is to be seen; null for what has landed. */
export function attemptWanted(
  state: RunState,
  position: number | null,
  asked: number | undefined,
): number | null {
  const { run, head, origin } = state;
  if (position === null) {
    if (asked !== undefined)
      throw new UsageError('--attempt is of a phase', `Name it: phasewright diff ${run} PHASE`);
    if (head === null || head === origin.baseCommit)
      throw new UsageError(
        `nothing of run ${run} has landed`,
        `phasewright diff ${run} PHASE shows what a phase has so far.`,
      );
    return null;
  }
  const { standing, attempt } = phaseAt(state, position);
  if (attempt === 0)
    throw new UsageError(
      `phase ${planAt(state, position).id} has not begun`,
      `phasewright status ${run} tells how far the run is.`,
    );
  if (asked !== undefined) assertAttempt(state, position, asked);
  const wanted = asked ?? (standing.status === 'completed' ? null : attempt);
  if (wanted === attempt && standing.status === 'running' && !isKept(standing.work))
    throw new UsageError(
      `attempt ${attempt} of phase ${planAt(state, position).id} is under way, and nothing of it is kept yet`,
      `phasewright logs ${run} ${planAt(state, position).id} --follow tells what is done in it.`,
    );
  return wanted;
}

/** Whether one of the sessions at least has ended, with what it changed taken down. */
const isKept = ({ lanes }: Work): boolean => lanes.some(({ at }) => at.step === 'captured');

/** Changes that can be told apart from others. */
interface Shown {
  readonly phase: string | null;
  readonly attempt: number | null;
  /** Whose part it is, where the parts of an attempt were not joined. */
  readonly subtasks: readonly string[] | null;
  /** A line of its own, which programs that apply patches skip; empty where there is nothing to tell apart. */
  readonly heading: string;
  readonly read: (onOutput?: OnOutput) => ReturnType<typeof rangeDiff>;
  readonly files: () => ReturnType<typeof rangeFiles>;
}

/**
 * What a phase changed, or all of them where `position` is null. `wanted` is null for what has landed. What was not joined
 * is shown lane by lane.
 */
export function piecesShown(
  repository: Repository,
  state: RunState,
  position: number | null,
  wanted: number | null,
): readonly Shown[] {
  const shown = (range: Range) => ({
    read: (onOutput?: OnOutput) => rangeDiff(repository, range, onOutput),
    files: () => rangeFiles(repository, range),
  });
  if (position === null) {
    const from = state.origin.baseCommit;
    const range = { from, to: state.head ?? from };
    return [{ phase: null, attempt: null, subtasks: null, heading: '', ...shown(range) }];
  }
  const { standing, attempt: last } = phaseAt(state, position);
  const { id: phase } = planAt(state, position);
  const attempt = wanted ?? last;
  const whole = { phase, attempt, subtasks: null, heading: '' };
  if (wanted === null && standing.status === 'completed')
    return [{ ...whole, ...shown(commitRange(standing.commit)) }];
  const rangeOf = (lane: number | null): Range => attemptRange(state.run, { phase, attempt, lane });
  const pieces = piecesOf(state, position, attempt);
  if (pieces.length === 0) return [{ ...whole, ...shown(rangeOf(null)) }];
  return pieces.map(piece => ({
    ...whole,
    subtasks: piece.subtasks,
    heading: `# subtasks ${printable(laneWords(piece))}\n`,
    ...shown(rangeOf(piece.lane)),
  }));
}

/** A patch for a program is left byte for byte what it is, however long. */
async function hand(pieces: readonly Shown[], { out, outBytes }: Terminal): Promise<void> {
  for (const { heading, read } of pieces) {
    out(heading);
    must(await read(outBytes));
  }
}

async function show(pieces: readonly Shown[], { pager }: DiffOptions, terminal: Terminal): Promise<void> {
  const lines: string[] = [];
  let isCut = false;
  for (const { heading, read } of pieces) {
    const { text, cut } = must(await read());
    for (const line of diffColoured(heading + text, terminal.outStyle)) lines.push(line);
    isCut ||= cut;
  }
  await paged(lines.map(line => `${line}\n`).join(''), terminal, pager);
  if (isCut) terminal.err('The rest was cut off; a pipe or a file gets all of it.\n');
}

async function printStat(pieces: readonly Shown[], terminal: Terminal): Promise<void> {
  for (const { heading, files } of pieces)
    terminal.out(heading + statText(must(await files()).files, lookOf(terminal)));
}

async function printJson(
  run: string,
  pieces: readonly Shown[],
  { stat }: DiffOptions,
  { out }: Terminal,
): Promise<void> {
  for (const { phase, attempt, subtasks, files: list, read } of pieces) {
    const { commit, files } = must(await list());
    const head = { run, phase, attempt, subtasks, commit, files };
    if (stat) {
      out(`${printableJson(head)}\n`);
      continue;
    }
    const { text, cut } = must(await read());
    out(`${printableJson({ ...head, patch: text, isCut: cut })}\n`);
  }
}

type Answer<T> =
  | ({ readonly ok: true } & T)
  | { readonly ok: false; readonly failure: { readonly message: string; readonly hint: string } };

function must<T>(result: Answer<T>): T {
  if (!result.ok) throw new UsageError(result.failure.message, result.failure.hint);
  return result;
}
