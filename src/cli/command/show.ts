import { elements } from '../../base/chunked.ts';
import { counted } from '../../base/counted.ts';
import { nearest } from '../../base/nearest.ts';
import { printableJson, printableLines } from '../../base/printable.ts';
import type { Entry } from '../../run/apply.ts';
import { phaseAt, planAt, positionOf } from '../../run/queries.ts';
import type { RunState } from '../../run/state.ts';
import { phaseText } from '../../view/run/phase.ts';
import { phaseJson, stateJson } from '../../view/run/state-json.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import { lookOf } from '../look.ts';
import { findRun } from '../run/find-run.ts';
import { withHome } from '../run/open-store.ts';
import type { Terminal } from '../terminal.ts';
import { statusOf, viewOf } from './status.ts';

/** `phasewright show`: all that is known about a run or one of its phases. */
export function show(
  name: string | undefined,
  phase: string | undefined,
  { json, plan }: { readonly json?: boolean; readonly plan?: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  return withHome(async home => {
    const { state, entries } = await findRun(home, name);
    if (plan) {
      const text = state.draft?.text ?? state.origin.planText;
      if (text === '') throw noPlan(state);
      terminal.out(printableLines(text.endsWith('\n') ? text : `${text}\n`));
      return EXIT.completed;
    }
    if (phase === undefined) {
      const view = await viewOf(home, { state, entries });
      terminal.out(json ? `${printableJson(stateJson(view))}\n` : statusOf(view, terminal));
      return EXIT.completed;
    }
    const position = phaseNamed(state, phase);
    terminal.out(
      json
        ? `${printableJson(phaseJson(state, phaseAt(state, position), position))}\n`
        : phaseShown(state, position, entries, terminal),
    );
    return EXIT.completed;
  });
}

function phaseShown(
  state: RunState,
  position: number,
  entries: readonly Entry[],
  terminal: Terminal,
): string {
  const { style, unicode, columns } = lookOf(terminal);
  return phaseText(state, position, entries, style, unicode, columns);
}

function noPlan({ run, status }: RunState): UsageError {
  if (status === 'running') return new UsageError(`run ${run} has no plan yet`, 'Its architect is at work.');
  const hint =
    status === 'cancelled'
      ? `phasewright logs ${run} --agents tells what its architect said.`
      : `phasewright logs ${run} --agents tells what its architect said; phasewright resume ${run} has it try again.`;
  return new UsageError(`run ${run} has no plan`, hint);
}

/** The phase that the user means. */
export function phaseNamed(state: RunState, name: string): number {
  const position = positionOf(state, name) ?? positionOf(state, name.toLowerCase().replace(/^phase\s*/, ''));
  if (position !== undefined) return position;
  const ids = elements(state.phases).map((_, index) => planAt(state, index).id);
  const meant = nearest(name, ids);
  throw new UsageError(
    `run ${state.run} has no phase ${name}`,
    meant ? `Did you mean ${meant}?` : `phasewright status ${state.run} lists its phases.`,
  );
}

/** Refuses an attempt that the phase has not had. */
export function assertAttempt(state: RunState, position: number, attempt: number): void {
  const { attempt: last } = phaseAt(state, position);
  if (attempt > last)
    throw new UsageError(
      `phase ${planAt(state, position).id} has had ${counted(last, 'attempt')}`,
      last === 0 ? `phasewright status ${state.run} tells how far the run is.` : 'Name one of them.',
    );
}
