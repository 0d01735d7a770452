import type {
  AgentEvent,
  AgentSession,
  SessionEnd,
  SessionOptions,
  SessionResult,
} from '../../src/agent/port.ts';
import { isWithin } from '../../src/agent/process/marker.ts';
import type { CheckRunner } from '../../src/engine/ports.ts';
import { toMarkdown } from '../../src/plan/convert/to-markdown.ts';
import { addUsage, NO_USAGE, type Usage } from '../../src/run/usage.ts';
import type { FakeGit } from '../engine/fake-git.ts';
import { type Answered, developed, drafted, evaluated, isBusy, reviewed } from './answers.ts';
import { type Chance, oneIn } from './chance.ts';
import { leave as leaveBehind, wrongPlace } from './check-slots.ts';
import { develop, HALF_DONE, printed, sightOf } from './files.ts';
import type { Loop } from './loop.ts';
import { doctored, replanned } from './recoverers.ts';
import { FIX, MESSAGE_TOKENS } from './recovery.ts';
import { type Outcome, type Scenario, SETUP, WHOLE } from './scenario.ts';

/** Processes that the run started: agents and checks. They outlive the process that started them, until someone ends them. */
export interface Crew {
  readonly startAgent: (options: SessionOptions, starter: Starter) => AgentSession;
  readonly runCheck: (starter: Starter) => CheckRunner['run'];
  readonly sweep: (marker: string) => Promise<readonly number[]>;
  readonly alive: () => number;
  /** How many lived at once at most, and what lived where it must not. */
  readonly peak: () => number;
  readonly complaints: readonly string[];
  readonly complain: (of: string) => void;
}

export interface Starter {
  /** Once in so many sessions a message comes twice, or the session does not listen at once when it is to end. */
  readonly echo: number;
  /** Once in so many times a workspace cannot be made ready. */
  readonly trouble: number;
  /** False while two processes drive the run, as only a lease that was stolen from a living process brings about. */
  readonly isSole: () => boolean;
}

interface Member {
  readonly marker: string;
  readonly slot: number;
  readonly starter: Starter;
  isAlive: boolean;
}

/** Messages in the second half of a session that has much to tell. */
export const TALKATIVE = 8;

/** Milliseconds that a session takes, up to three times. What is rare lasts longer, so that others meet it. */
const PACE = { usual: 40, rare: 240 };

export function crewOf(
  chance: Chance,
  loop: Loop,
  { outcomes, settings, drafts, plan, output, isMetered }: Scenario,
  git: FakeGit,
  now: () => number,
): Crew {
  const filesIn = (slot: number): Map<string, string> | undefined => git.slots.get(slot);
  const members = new Set<Member>();
  const { checks, recovery } = settings;
  const allowed = new Set([SETUP, ...checks.map(({ command }) => command), ...recovery.doctor.fixes]);
  const complaints: string[] = [];
  let pids = 0;
  let peak = 0;

  const join = (marker: string, cwd: string, starter: Starter): Member => {
    const slot = Number(cwd.slice(cwd.lastIndexOf('/') + 1));
    const other = [...members].find(member => member.slot === slot);
    if (other && starter.isSole()) complaints.push(`${marker} works in slot ${slot} beside ${other.marker}`);
    const member = { marker, slot, starter, isAlive: true };
    members.add(member);
    peak = Math.max(peak, members.size);
    pids += 1;
    return member;
  };
  const leave = (member: Member): void => {
    member.isAlive = false;
    members.delete(member);
  };

  const filesOf = ({ marker, slot, starter }: Member): Map<string, string> => {
    const files = filesIn(slot);
    if (!files && starter.isSole()) complaints.push(`${marker} has no workspace`);
    return files ?? new Map();
  };

  /** False where it was told to end before. */
  const lasts = async (ms: number, { signal }: SessionOptions, starter: Starter): Promise<boolean> => {
    const isDeaf = oneIn(chance, starter.echo);
    await loop.sleep(ms, isDeaf ? undefined : signal);
    return isDeaf || !signal.aborted;
  };

  /** What a command says about the files in its workspace. Only the last check finds anything. */
  const found = (command: string, log: string, member: Member, { trouble }: Starter): Finding => {
    if (command === SETUP || command === FIX) return { passed: !oneIn(chance, trouble), output: '' };
    if (command !== settings.checks.at(-1)?.command) return PASSED;
    const { failing, failingAgain, isBroken } = sightOf(filesOf(member));
    const names = log.includes('.again-') ? failingAgain : failing;
    if (names.length === 0 && !isBroken) return PASSED;
    return { passed: false, output: printed(names, isBroken, output) };
  };

  const outcomeOf = ({ phase, attempt }: SessionOptions['assignment']): Outcome =>
    outcomes.get(phase)?.[attempt - 1] ?? 'ok';

  const answerOf = ({ role, assignment, marker, prompt }: SessionOptions): Answered => {
    const outcome = outcomeOf(assignment);
    const at = now();
    switch (role) {
      case 'developer':
        return developed(outcome, assignment.subtasks, chance, at);
      case 'reviewer':
        if (outcome === 'busy' && timesAsked(marker) === 0) return isBusy(chance, at);
        return { status: 'completed', answer: reviewed(outcome, seatIn(marker), chance) };
      case 'evaluator':
        return { status: 'completed', answer: evaluated(outcome, chance) };
      case 'architect':
        return drafted(drafts?.[assignment.attempt - 1] ?? 'good', () => toMarkdown(plan), chance, at);
      case 'doctor':
        return doctored(chance, at);
      case 'replanner':
        return replanned(prompt, plan.phases.find(({ id }) => id === assignment.phase)!, chance, at);
    }
  };

  /** What a session spends between two of its messages. */
  const spending = (): Usage => ({
    inputTokens: chance.below(MESSAGE_TOKENS / 2),
    outputTokens: chance.below(MESSAGE_TOKENS / 2),
    costUsd: oneIn(chance, 2) ? null : chance.below(5) / 100,
  });

  /** Whoever judges work sees it. */
  const look = (member: Member, assignment: SessionOptions['assignment'], starter: Starter): void => {
    const outcome = outcomeOf(assignment);
    if (assignment.phase === WHOLE) return;
    const isThere = outcome === 'idle' || outcome === 'lie' || filesOf(member).has(`${assignment.phase}.txt`);
    if (!isThere && starter.isSole()) complaints.push(`${member.marker} does not see what it judges`);
  };

  const session = async (
    options: SessionOptions,
    member: Member,
    starter: Starter,
    tell: (event: AgentEvent) => void,
  ): Promise<SessionResult> => {
    const { phase, attempt } = options.assignment;
    const outcome = outcomeOf(options.assignment);
    const sessionId = options.continues ?? `${phase}/${attempt}`;
    let usage = NO_USAGE;
    const spend = (): void => {
      if (!isMetered) return;
      const bit = spending();
      usage = addUsage(usage, bit);
      tell({ type: 'usage', usage: bit });
    };
    const end = (result: SessionEnd & { readonly answer?: unknown }): SessionResult => {
      leave(member);
      return { sessionId, usage, ...result };
    };
    const isHanging = outcome === 'hang' && options.role === 'developer';
    const takes = isHanging
      ? options.timeoutMs
      : chance.below(4) * PACE[options.role === 'evaluator' ? 'rare' : 'usual'];
    const begun = await lasts(takes / 2, options, starter);
    const judges = options.role === 'reviewer' || options.role === 'evaluator';
    if (begun && judges && member.isAlive) look(member, options.assignment, starter);
    const works = (): boolean => member.isAlive && options.role === 'developer';
    if (begun && works()) filesOf(member).set(`${phase}${HALF_DONE}`, '');
    if (begun) spend();
    // Some talk a lot.
    const bits = isMetered && takes > 0 && works() && oneIn(chance, 2) ? TALKATIVE : 1;
    let ended = begun;
    for (let bit = 1; ended && bit <= bits; bit += 1) {
      ended = await lasts(takes / 2 / bits, options, starter);
      if (ended && bit < bits) spend();
    }
    if (ended && works() && !isHanging) develop(outcome, filesOf(member), options.assignment, plan);
    if (!member.isAlive) {
      return end({ status: 'failed', failure: { category: 'infra.crash', message: 'killed' } });
    }
    if (!ended) return end({ status: 'cancelled' });
    spend();
    if (isHanging) {
      return end({ status: 'failed', failure: { category: 'infra.timeout', message: 'too long' } });
    }
    const { said, ...answered } = { said: undefined, ...answerOf(options) };
    if (said !== undefined) tell({ type: 'text', text: said });
    // What reads a plan is loaded when it is needed.
    if (options.role === 'architect' && answered.status === 'completed') loop.hold();
    return end(answered);
  };

  return {
    complaints,
    complain: of => complaints.push(of),
    alive: () => members.size,
    peak: () => peak,
    startAgent(options, starter) {
      const member = join(options.marker, options.cwd, starter);
      const process: AgentEvent = { type: 'process', pid: pids, startTime: String(pids) };
      const events = oneIn(chance, starter.echo) ? [process, process] : [process];
      // Only an architect may give its answer in its last words; its events are not over before.
      if (options.role === 'architect' || isMetered)
        return speaking(events, tell => session(options, member, starter, tell));
      const result = session(options, member, starter, () => {});
      return { result, [Symbol.asyncIterator]: () => soon(events[Symbol.iterator]()) };
    },
    runCheck:
      starter =>
      async ({ command }, { cwd, marker, outputFile, signal }) => {
        if (signal.aborted) return null;
        const member = join(marker, cwd, starter);
        if (!allowed.has(command)) complaints.push(`nobody allowed ${command}`);
        const task = { slot: member.slot, marker, outputFile };
        const wrong = starter.isSole() ? wrongPlace(git, settings, task) : null;
        if (wrong !== null) complaints.push(`${marker} ${wrong}`);
        await loop.sleep(chance.below(3) * 10, signal);
        const { passed, output: text } = member.isAlive
          ? found(command, outputFile, member, starter)
          : KILLED;
        const isLast = command === checks.at(-1)?.command;
        if (member.isAlive && passed) leaveBehind(chance, git, filesOf(member), settings, task, isLast);
        leave(member);
        if (signal.aborted) return null;
        const exitCode = passed ? 0 : 1;
        const outcome = `exit status ${exitCode}`;
        return {
          passed,
          exitCode,
          outcome,
          tail: '',
          outputFile,
          output: async () => ({ text, isCut: false }),
        };
      },
    async sweep(marker) {
      for (const member of members) if (isWithin(member.marker, marker)) leave(member);
      return [];
    },
  };
}

const soon = <T>(iterator: Iterator<T>): AsyncIterator<T> => ({ next: async () => iterator.next() });

/** What a command comes to. */
interface Finding {
  readonly passed: boolean;
  readonly output: string;
}

const PASSED: Finding = { passed: true, output: '' };
const KILLED: Finding = { passed: false, output: '' };

/** Of a reviewer's marker the last name is its seat and how often that seat was asked before. */
const seatIn = (marker: string): number => Number.parseInt(marker.slice(marker.lastIndexOf('/') + 1), 10);

/** How often the same was asked for before: the last number in a marker. */
const timesAsked = (marker: string): number => Number(marker.slice(marker.lastIndexOf('.') + 1));

/** A session whose words come before its end. */
function speaking(
  events: AgentEvent[],
  begin: (tell: (event: AgentEvent) => void) => Promise<SessionResult>,
): AgentSession {
  let isOver = false;
  let news = Promise.withResolvers<void>();
  const result = begin(event => {
    events.push(event);
    news.resolve();
  }).finally(() => {
    isOver = true;
    news.resolve();
  });
  let at = 0;
  const next = async (): Promise<IteratorResult<AgentEvent>> => {
    while (at === events.length && !isOver) {
      await news.promise;
      news = Promise.withResolvers();
    }
    const value = events[at];
    at += 1;
    return value ? { done: false, value } : { done: true, value: undefined };
  };
  return { result, [Symbol.asyncIterator]: () => ({ next }) };
}
