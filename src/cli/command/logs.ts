import { setTimeout as delay } from 'node:timers/promises';
import { printable } from '../../base/printable.ts';
import { type LoadedRun, since } from '../../engine/load.ts';
import { isSettled, phaseAt, planAt } from '../../run/queries.ts';
import type { RunState } from '../../run/state.ts';
import { condition } from '../../view/run/status.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import { lookOf } from '../look.ts';
import { paged } from '../pager.ts';
import { findRun } from '../run/find-run.ts';
import { agentsTeller, journalTeller, phaseTeller, type Teller } from '../run/log-tellers.ts';
import { type Looked, lookAgain } from '../run/look-again.ts';
import { type Home, withHome } from '../run/open-store.ts';
import { SCREEN_BYTES, transcriptsOf } from '../run/transcripts.ts';
import type { Terminal } from '../terminal.ts';
import { assertAttempt, phaseNamed } from './show.ts';

export interface LogsOptions {
  readonly follow?: boolean;
  /** What agents did and said instead of what happened. */
  readonly agents?: boolean;
  readonly attempt?: number;
  readonly json?: boolean;
  /** False with `--no-pager`. */
  readonly pager?: boolean;
}

const POLL_MS = 200;

/** `phasewright logs`: what happened in a run, or what the agents of a phase did and said. */
export function logs(
  name: string | undefined,
  phase: string | undefined,
  options: LogsOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  return withHome(async home => {
    const loaded = await findRun(home, name);
    const { state } = loaded;
    const position = phase === undefined ? null : phaseNamed(state, phase);
    if (options.attempt !== undefined) {
      if (position === null)
        throw new UsageError('--attempt is of a phase', `Name it: phasewright logs ${state.run} PHASE`);
      assertAttempt(state, position, options.attempt);
    }
    if (options.follow) return followed(home, loaded, position, options, terminal);
    const parts: string[] = [];
    const isPaged = terminal.outIsScreen && !options.json;
    const write = isPaged ? (text: string) => void parts.push(text) : terminal.out;
    const teller = tellerFor(home, state.run, position, options, terminal, write);
    for (const step of since(null, loaded)) teller.hear(step.entry, step.state);
    teller.look(state, true);
    await paged(parts.join(''), terminal, options.pager);
    return EXIT.completed;
  });
}

/** Tells what is there, and then what is added, until the phase is settled or nobody drives the run any more. */
async function followed(
  home: Home,
  start: LoadedRun,
  position: number | null,
  options: LogsOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { run } = start.state;
  const teller = tellerFor(home, run, position, options, terminal, terminal.out);
  let told: LoadedRun | null = null;
  for (let isFirst = true; ; isFirst = false) {
    const { loaded, driver }: Looked = await lookAgain(home, told ?? start);
    const isDriven = driver !== null;
    for (const step of since(told, loaded)) teller.hear(step.entry, step.state);
    told = loaded;
    const { state } = loaded;
    const isOver = position !== null && isSettled(phaseAt(state, position).standing);
    teller.look(state, isOver || !isDriven);
    if (isFirst && (isOver || !isDriven))
      terminal.err(`${nothingFollows(state, isOver ? position : null)}\n`);
    if (isOver || !isDriven) return EXIT.completed;
    await delay(POLL_MS);
  }
}

function nothingFollows(state: RunState, position: number | null): string {
  if (position !== null) {
    const { status } = phaseAt(state, position).standing;
    return `phase ${printable(planAt(state, position).id)} is ${status}: nothing follows`;
  }
  const how = condition({ state, driver: null });
  const isOver = how === 'completed' || how === 'cancelled';
  const words = `run ${state.run} is ${how} and nobody drives it: nothing follows`;
  return isOver ? words : `${words} until: phasewright resume ${state.run}`;
}

function tellerFor(
  home: Home,
  run: string,
  position: number | null,
  { agents, json, attempt }: LogsOptions,
  terminal: Terminal,
  write: (text: string) => void,
): Teller {
  const look = { ...lookOf(terminal), json: json === true, write };
  const lastBytes = terminal.outIsScreen && !json ? SCREEN_BYTES : Infinity;
  const read = transcriptsOf(home, run, { lastBytes });
  if (agents) return agentsTeller(read, position, attempt, look);
  return position === null ? journalTeller(look) : phaseTeller(read, position, attempt, look);
}
