import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentEvent, Assignment, Driver, SessionOptions, SessionResult } from '../../src/agent/port.ts';
import { scratch } from '../cli/phasewright.ts';
import { ownMarker } from './marked.ts';

export interface Conversation {
  readonly events: readonly AgentEvent[];
  readonly result: SessionResult;
  readonly cwd: string;
  readonly marker: string;
  readonly raw: string;
}

export type Given = Partial<SessionOptions> & {
  /** Cancels the session at the first event for which this holds. */
  readonly cancelAt?: (event: AgentEvent) => boolean;
};

export const ASSIGNMENT: Assignment = { run: 'run1', phase: '2a', attempt: 1, subtasks: ['2a.1', '2a.2'] };

/** Built from scratch, with a home of its own. */
export const ENVIRONMENT = (): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: scratch(),
  LANG: 'C.UTF-8',
});

/** Holds one session from its start to its end. */
export async function converse(driver: Driver, given: Given = {}): Promise<Conversation> {
  const cwd = given.cwd ?? scratch();
  const marker = given.marker ?? ownMarker();
  const rawOutput = join(scratch(), 'raw');
  const abort = new AbortController();
  const { cancelAt, ...options } = given;
  const session = driver.start({
    role: 'developer',
    assignment: ASSIGNMENT,
    prompt: 'Build it.',
    model: null,
    permissions: 'workspace-write',
    continues: null,
    answerSchema: null,
    environment: ENVIRONMENT(),
    timeoutMs: 60_000,
    signal: abort.signal,
    ...options,
    cwd,
    marker,
    rawOutput,
  });
  const events: AgentEvent[] = [];
  for await (const event of session) {
    events.push(event);
    if (cancelAt?.(event)) abort.abort();
  }
  const result = await session.result;
  return { events, result, cwd, marker, raw: textOf(rawOutput) };
}

export const texts = ({ events }: Conversation): string[] =>
  events.flatMap(event => (event.type === 'text' ? [event.text] : []));

/** Results of the tools: whether they succeeded, and what they said. */
export const toolResults = ({ events }: Conversation): (readonly [boolean, string])[] =>
  events.flatMap(event => (event.type === 'tool_result' ? [[event.ok, event.summary] as const] : []));

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
