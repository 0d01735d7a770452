import type { AgentEvent, AgentSession, SessionOptions, SessionResult } from '../../src/agent/port.ts';
import { isWithin } from '../../src/agent/process/marker.ts';
import type { CheckRunner } from '../../src/engine/ports.ts';
import { NO_USAGE } from '../../src/run/usage.ts';
import { type Chance, oneIn, oneOf } from './chance.ts';
import type { Loop } from './loop.ts';
import type { Outcome, Scenario } from './scenario.ts';

/** Processes that the run started: agents and checks. They outlive the process that started them, until someone ends them. */
export interface Crew {
  readonly startAgent: (options: SessionOptions, starter: Starter) => AgentSession;
  readonly runCheck: (starter: Starter) => CheckRunner['run'];
  readonly sweep: (marker: string) => Promise<readonly number[]>;
  readonly alive: () => number;
  /** How many lived at once at most, and what lived where it must not. */
  readonly peak: () => number;
  readonly complaints: readonly string[];
}

export interface Starter {
  /** Once in so many sessions a message comes twice, or the session does not listen at once when it is to end. */
  readonly echo: number;
  /** False while two processes drive the run, as only a lease that was stolen from a living process brings about. */
  readonly isSole: () => boolean;
}

interface Member {
  readonly marker: string;
  readonly slot: number;
  isAlive: boolean;
}

/** Content that makes the last check fail. */
export const RED = 'red';
/** A file that is there only while its developer works. */
export const HALF_DONE = '.half';
/** A file that does no harm alone; two of them make the last check fail. */
const FEUD = '.feud';

export function isRed(files: ReadonlyMap<string, string>): boolean {
  const feuding = [...files.keys()].filter(path => path.endsWith(FEUD));
  return feuding.length > 1 || [...files.values()].includes(RED);
}

export function crewOf(
  chance: Chance,
  loop: Loop,
  { outcomes, settings }: Scenario,
  filesIn: (slot: number) => Map<string, string> | undefined,
): Crew {
  const members = new Set<Member>();
  const complaints: string[] = [];
  let pids = 0;
  let peak = 0;

  const join = (marker: string, cwd: string, starter: Starter): Member => {
    const slot = Number(cwd.slice(cwd.lastIndexOf('/') + 1));
    const other = [...members].find(member => member.slot === slot);
    if (other && starter.isSole()) complaints.push(`${marker} works in slot ${slot} beside ${other.marker}`);
    const member = { marker, slot, isAlive: true };
    members.add(member);
    peak = Math.max(peak, members.size);
    pids += 1;
    return member;
  };
  const leave = (member: Member): void => {
    member.isAlive = false;
    members.delete(member);
  };

  const filesOf = ({ marker, slot }: Member): Map<string, string> => {
    const files = filesIn(slot);
    if (!files) complaints.push(`${marker} has no workspace`);
    return files ?? new Map();
  };

  /** False where it was told to end before. */
  const lasts = async (ms: number, { signal }: SessionOptions, starter: Starter): Promise<boolean> => {
    const isDeaf = oneIn(chance, starter.echo);
    await loop.sleep(ms, isDeaf ? undefined : signal);
    return isDeaf || !signal.aborted;
  };

  const session = async (
    options: SessionOptions,
    member: Member,
    starter: Starter,
  ): Promise<SessionResult> => {
    const { phase, attempt, subtasks } = options.assignment;
    const outcome = outcomes.get(phase)?.[attempt - 1] ?? 'ok';
    const sessionId = options.continues ?? `${phase}/${attempt}`;
    const common = { sessionId, usage: NO_USAGE };
    const end = (result: SessionResult): SessionResult => {
      leave(member);
      return result;
    };
    const isHanging = outcome === 'hang' && options.role === 'developer';
    const takes = isHanging ? options.timeoutMs : chance.below(4) * 40;
    const begun = await lasts(takes / 2, options, starter);
    const works = (): boolean => member.isAlive && options.role === 'developer';
    if (begun && works()) filesOf(member).set(`${phase}${HALF_DONE}`, '');
    const ended = begun && (await lasts(takes / 2, options, starter));
    if (ended && works() && !isHanging) develop(outcome, filesOf(member), options.assignment);
    if (!member.isAlive) {
      return end({ status: 'failed', failure: { category: 'infra.crash', message: 'killed' }, ...common });
    }
    if (!ended) return end({ status: 'cancelled', sessionId: null, usage: NO_USAGE });
    if (isHanging) {
      return end({
        status: 'failed',
        failure: { category: 'infra.timeout', message: 'too long' },
        ...common,
      });
    }
    if (options.role === 'reviewer')
      return end({ status: 'completed', ...common, answer: review(outcome, chance) });
    return end({ ...developed(outcome, subtasks, chance), ...common });
  };

  return {
    complaints,
    alive: () => members.size,
    peak: () => peak,
    startAgent(options, starter) {
      const member = join(options.marker, options.cwd, starter);
      const process: AgentEvent = { type: 'process', pid: pids, startTime: String(pids) };
      const events = oneIn(chance, starter.echo) ? [process, process] : [process];
      const result = session(options, member, starter);
      return {
        result,
        [Symbol.asyncIterator]: () => soon(events[Symbol.iterator]()),
      };
    },
    runCheck:
      starter =>
      async ({ command }, { cwd, marker, outputFile, signal }) => {
        const member = join(marker, cwd, starter);
        await loop.sleep(chance.below(3) * 10, signal);
        const isLast = command === settings.checks.at(-1)?.command;
        const passed = member.isAlive && !signal.aborted && !(isLast && isRed(filesOf(member)));
        leave(member);
        if (signal.aborted) return null;
        return { command, passed, outcome: passed ? 'exit status 0' : 'exit status 1', tail: '', outputFile };
      },
    async sweep(marker) {
      for (const member of members) if (isWithin(member.marker, marker)) leave(member);
      return [];
    },
  };
}

const soon = <T>(iterator: Iterator<T>): AsyncIterator<T> => ({ next: async () => iterator.next() });

/** What it leaves in its workspace. */
function develop(
  outcome: Outcome,
  files: Map<string, string>,
  { phase, attempt, subtasks }: SessionOptions['assignment'],
): void {
  files.delete(`${phase}${HALF_DONE}`);
  if (outcome === 'idle' || outcome === 'lie') return;
  files.set(`${phase}.txt`, outcome === 'red' ? RED : `attempt ${attempt}`);
  if (outcome === 'clash') files.set('shared.txt', `${phase} ${attempt}`);
  if (outcome === 'feud') files.set(`${phase}${FEUD}`, '');
  if (outcome === 'overlap') files.set(`${phase}.lane.txt`, subtasks.join(' '));
}

type Developed =
  | { status: 'completed'; answer: unknown }
  | { status: 'failed'; failure: { category: 'agent_error' | 'infra.network'; message: string } };

const NO_REPORTS: readonly unknown[] = [
  undefined,
  null,
  'all done',
  42,
  [],
  { status: 'done' },
  { approved: true },
  { status: 'completed', subtasks_completed: 'all' },
];

function developed(outcome: Outcome, subtasks: readonly string[], chance: Chance): Developed {
  switch (outcome) {
    case 'fail':
      return { status: 'failed', failure: { category: 'agent_error', message: 'it broke' } };
    case 'infra':
      return { status: 'failed', failure: { category: 'infra.network', message: 'no route' } };
    case 'partial':
      return { status: 'completed', answer: partial(subtasks, chance) };
    case 'garbage':
      return { status: 'completed', answer: oneOf(chance, NO_REPORTS) };
    case 'lie':
      return {
        status: 'completed',
        answer: { status: 'completed', subtasks_completed: [...subtasks, 'p0.0', 'p9'], approved: true },
      };
    default:
      return { status: 'completed', answer: { status: 'completed', subtasks_completed: subtasks } };
  }
}

/** It may call itself completed in spite of what it lists. */
const partial = (subtasks: readonly string[], chance: Chance): object => ({
  status: subtasks.length > 0 && oneIn(chance, 2) ? 'completed' : 'partial',
  subtasks_failed: subtasks.slice(-1),
  error_context: 'no such module',
});

const NO_VERDICTS: readonly unknown[] = [
  'looks good to me',
  { approved: 'true' },
  { verdict: { approved: true } },
  null,
  1,
];

function review(outcome: Outcome, chance: Chance): unknown {
  if (outcome === 'reject') return { approved: false, summary: 'mend it' };
  return outcome === 'mute' ? oneOf(chance, NO_VERDICTS) : { approved: true };
}
