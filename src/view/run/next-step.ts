import { printable } from '../../base/printable.ts';
import { unreachable } from '../../base/unreachable.ts';
import type { RunState } from '../../run/state.ts';
import { shellWord } from '../report/shell.ts';
import { isPlanReady, type Waiting, waitingPhases } from './people.ts';

/** A run, and which process drives it. */
interface Driven {
  readonly state: RunState;
  readonly driver: number | null;
}

/** What a run wants of a person, on a line; null where it wants nothing. */
export function wantedOf({ state, driver }: Driven): string | null {
  const { run } = state;
  const after = driver === null ? `, then phasewright resume ${run}` : '';
  if (isPlanReady(state))
    return `the plan waits for you: phasewright show ${run} --plan, then phasewright approve ${run}${after}`;
  const [first, ...others] = waitingPhases(state);
  if (!first) return null;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${printable(first.id)} ${WAITS[first.for]}${more}: ${commandsFor(run, first)}${after}`;
}

/** What can be done next about a run, on a line; null where there is nothing to do. */
export function nextStep({ state, driver }: Driven): string | null {
  const { run, status } = state;
  const wanted = wantedOf({ state, driver });
  if (wanted !== null) return wanted;
  switch (status) {
    case 'running':
    case 'waiting':
    case 'paused':
      return driver === null
        ? `go on: phasewright resume ${run}`
        : `look on: phasewright watch ${run}; be with it: phasewright attach ${run}`;
    case 'halted':
    case 'failed':
      return `what went wrong: phasewright why ${run}; go on: phasewright resume ${run}`;
    case 'completed':
    case 'cancelled':
      return null;
    default:
      return unreachable(status);
  }
}

const WAITS: Readonly<Record<Waiting['for'], string>> = {
  start: 'waits for you to let it begin',
  landing: 'waits for you to let it land',
  proposal: 'waits for your word on a smaller scope',
  help: 'needs you',
};

function commandsFor(run: string, { id, for: what }: Waiting): string {
  const name = `${run} ${printable(shellWord(id))}`;
  switch (what) {
    case 'start':
      return `phasewright approve ${name}`;
    case 'landing':
      return `phasewright diff ${name}, then phasewright approve ${name}`;
    case 'proposal':
      return `phasewright show ${name}, then phasewright approve ${name}`;
    case 'help':
      return `phasewright retry ${name} --message TEXT`;
  }
}
