import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { printable } from '../../base/printable.ts';
import { redactor } from '../../base/secrets/redact.ts';
import { type News, openJournal } from '../../engine/journal.ts';
import { loadRun } from '../../engine/load.ts';
import { readCommand } from '../../run/command.ts';
import type { Command, RunEvent } from '../../run/event.ts';
import type { RunState } from '../../run/state.ts';
import { thisProcess } from '../../store/process.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import { driveRun } from '../run/drive-run.ts';
import { findRun } from '../run/find-run.ts';
import { type Home, withHome } from '../run/open-store.ts';
import { takeRun } from '../run/take-run.ts';
import type { Terminal } from '../terminal.ts';

/** How long a process that drives a run may take to answer a request. */
const ANSWER_MS = 30_000;
const POLL_MS = 50;

/** `cancel`, `retry`, `skip`, `edit`, `approve`, `reject`: asks something of a run, whether or not a process drives it just now. */
export function operate(
  name: string | undefined,
  commands: readonly Command[],
  terminal: Terminal,
): Promise<ExitCode> {
  return withHome(async home => {
    const { state } = await findRun(home, name);
    let code: ExitCode = EXIT.completed;
    for (const command of commands) {
      const refusal = await ask(home, state.run, command, terminal);
      if (refusal === null) continue;
      terminal.err(`${terminal.errStyle.red('refused')}: ${printable(refusal)}\n`);
      code = EXIT.failed;
    }
    if (code === EXIT.failed)
      terminal.err(
        `${terminal.errStyle.dim('hint')}: phasewright status ${state.run} tells how it stands, and what can be done.\n`,
      );
    return code;
  });
}

/** Null once the request was followed, else why it was not. */
export async function ask(
  home: Home,
  run: string,
  command: Command,
  terminal: Terminal,
): Promise<string | null> {
  const { store } = home;
  const id = randomUUID();
  if (!(await store.post(run, { id, at: Date.now(), data: JSON.stringify(command) }))) {
    throw new UsageError(`there is no run ${run}`, 'phasewright status lists the runs.');
  }
  const number = (await store.commands(run, 0)).find(posted => posted.id === id)?.seq ?? 0;
  for (let waited = 0; waited < ANSWER_MS; waited += POLL_MS) {
    if (!(await store.holder(run))) return followed(home, run, number, command, terminal);
    const answer = answerIn((await loadRun(store, run))?.entries.map(({ event }) => event) ?? [], number);
    if (answer !== undefined) {
      if (answer === null) terminal.out(`${words(command)}\n`);
      return answer;
    }
    await delay(POLL_MS);
  }
  return 'the process that drives the run does not answer';
}

/** Undefined before the request was dealt with. */
function answerIn(events: readonly RunEvent[], number: number): string | null | undefined {
  if (!events.some(event => event.type === 'command_taken' && event.number === number)) return undefined;
  for (const event of events) {
    if (event.type === 'command_refused' && event.number === number) return event.reason;
  }
  return null;
}

/** Nobody drives the run: this process writes the request down, and sees a cancellation through. */
async function followed(
  home: Home,
  run: string,
  number: number,
  command: Command,
  terminal: Terminal,
): Promise<string | null> {
  const owner = thisProcess();
  const { state, seq } = await takeRun(home, run);
  try {
    const earlier = await home.store.commands(run, state.commands);
    const due = earlier.filter(({ seq: posted }) => posted < number);
    const events: RunEvent[] = [];
    const journal = openJournal(
      { state, seq },
      home.store,
      owner,
      Date.now,
      ({ event }) => events.push(event),
      redactor(process.env),
    );
    const requests = due.map(({ seq: posted, data }) => requestOf(posted, readCommand(data)));
    await journal.take([...requests, requestOf(number, command)]);
    const refusal = answerIn(events, number);
    if (typeof refusal === 'string') return refusal;
    if (command.type === 'cancel') {
      await driveRun(home, { state: journal.state(), seq: journal.seq(), first: [], json: false }, terminal);
    } else {
      terminal.out(`${words(command)}\n${next(journal.state())}`);
    }
    return null;
  } finally {
    await home.store.release(run, owner).catch(() => {});
  }
}

const requestOf = (number: number, command: Command): News => ({ type: 'request', number, command });

const next = ({ run, status }: RunState): string =>
  status === 'completed' ? '' : `go on: phasewright resume ${run}\n`;

const subject = (phase: string | null): string => (phase === null ? 'the plan' : `phase ${printable(phase)}`);

function words(command: Command): string {
  switch (command.type) {
    case 'cancel':
      return 'the run is being cancelled';
    case 'pause':
      return 'the run is being paused';
    case 'retry':
      return `phase ${printable(command.phase)} may be tried again`;
    case 'edit':
      return `phase ${printable(command.phase)} is changed`;
    case 'skip':
      return `phase ${printable(command.phase)} is left out`;
    case 'approve':
      return `${subject(command.phase)} is approved`;
    case 'reject':
      return `${subject(command.phase)} is sent back`;
    case 'unknown':
      return 'nothing is done';
  }
}
