import type { RunState } from '../../run/state.ts';
import type { Waiting } from '../../view/run/people.ts';
import { type Desk, deskHere } from '../desk.ts';
import { type ExitCode, UsageError } from '../exit.ts';
import { messageFrom } from '../message.ts';
import type { Terminal } from '../terminal.ts';
import { meantRun, nothingDone, thoseWaiting, unnamed } from '../waiting-phases.ts';
import { operate } from './operate.ts';

/** What a command says, which may be less than has to be known. */
interface Said {
  readonly phases: readonly string[];
  readonly message: string | undefined;
}

interface Rejection {
  /** Null is the plan. */
  readonly phases: readonly (string | null)[];
  readonly message: string;
}

/** `phasewright reject`: no, and what is to be different. */
export async function reject(
  name: string | undefined,
  phases: readonly string[],
  text: string | undefined,
  terminal: Terminal,
): Promise<ExitCode> {
  const run = await meantRun(name);
  const message = text === undefined ? undefined : messageFrom(text);
  const meant =
    phases.length > 0 && message !== undefined
      ? { phases, message }
      : await completed(run, { phases, message });
  if (meant === null) return nothingDone('sent back', terminal);
  return operate(
    run,
    meant.phases.map(phase => ({ type: 'reject', phase, message: meant.message })),
    terminal,
  );
}

/** Adds what the command does not say; null where whoever is asked would rather not say it. */
async function completed(run: string, said: Said): Promise<Rejection | null> {
  const { state, waiting } = await thoseWaiting(run, ['landing', 'proposal']);
  const desk = deskHere();
  return desk ? asked(state, waiting, said, desk) : unaided(state, waiting, said);
}

async function asked(
  state: RunState,
  waiting: readonly Waiting[],
  { phases, message }: Said,
  desk: Desk,
): Promise<Rejection | null> {
  const { askForWords, chooseRejected } = await import('../choose-phases.ts');
  const isOpen = phases.length === 0 && waiting.length > 0;
  const chosen = isOpen ? await chooseRejected(state, waiting, desk) : null;
  if (isOpen && chosen === null) return null;
  const about = chosen ?? waiting.find(({ id }) => id === phases[0]) ?? null;
  const words = message ?? (await askForWords(about, desk));
  if (words === null) return null;
  const meant = chosen ? [chosen.id] : phases;
  return { phases: meant.length > 0 ? meant : [null], message: messageFrom(words) };
}

/** Without a person to ask only the plan can be meant, and the words must be there. */
function unaided(state: RunState, waiting: readonly Waiting[], { phases, message }: Said): Rejection {
  const { run } = state;
  if (message === undefined)
    throw new UsageError(
      'phasewright reject needs --message: what is to be different',
      `For example: phasewright reject ${[run, ...phases].join(' ')} --message "Keep the old endpoint."`,
    );
  if (waiting.length > 0) throw unnamed('reject', state, waiting);
  return { phases: [null], message };
}
