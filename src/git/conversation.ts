import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { killGroup, notStarted, type Place, stopped } from './command.ts';
import { failureOf } from './failure.ts';
import type { GitFailure, GitResult } from './port.ts';
import { turns } from './turns.ts';

/** Reads one whole answer from what has arrived so far; null where more must come. */
type Reading<T> = (received: Buffer) => T | null;

/**
 * One git process that answers many questions, one after the other. It is started by the first of them and again after
 * it died, does not keep our process alive between questions, and ends when its input does, hence also when we are killed.
 */
export interface Conversation {
  ask<T>(question: string, reading: Reading<T>): Promise<GitResult<{ readonly answer: T }>>;
  end(): Promise<void>;
}

/** Who hears what the process says; nobody between questions. */
interface Listener {
  heard(chunk: Buffer): void;
  died(failure: GitFailure): void;
}

interface Partner {
  readonly child: ChildProcess;
  readonly closed: Promise<void>;
  alive: boolean;
  listener: Listener | null;
}

const MAX_STDERR_CHARACTERS = 16 * 1024;

export function conversation(place: Place, words: readonly string[]): Conversation {
  let partner: Partner | null = null;
  const inTurn = turns();
  return {
    ask: (question, reading) =>
      inTurn(() => {
        if (place.stop?.aborted) return Promise.resolve(stopped(words));
        if (!partner?.alive) partner = start(place, words);
        return exchange(partner, question, reading);
      }),
    end: () =>
      inTurn(async () => {
        if (!partner?.alive) return;
        keepAlive(partner.child, true);
        partner.child.stdin!.end();
        await partner.closed;
      }),
  };
}

function start(place: Place, words: readonly string[]): Partner {
  const child: ChildProcess = spawn('git', words, {
    cwd: place.cwd,
    env: place.environment,
    detached: true,
  });
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const partner: Partner = { child, closed, alive: true, listener: null };
  let stderr = '';
  const kill = (): void => killGroup(child);
  place.stop?.addEventListener('abort', kill);
  const die = (failure: GitFailure) => {
    place.stop?.removeEventListener('abort', kill);
    partner.alive = false;
    partner.listener?.died(failure);
    resolve();
  };
  child.stdout?.on('data', (chunk: Buffer) => partner.listener?.heard(chunk));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (stderr.length < MAX_STDERR_CHARACTERS) stderr += text;
  });
  child.stdin?.on('error', () => {});
  child.on('error', error => die(notStarted(error, place)));
  child.on('close', code => die(failureOf(words[0] ?? '', stderr || `it ended with exit code ${code}`)));
  return partner;
}

function exchange<T>(
  partner: Partner,
  question: string,
  reading: Reading<T>,
): Promise<GitResult<{ readonly answer: T }>> {
  keepAlive(partner.child, true);
  return new Promise(resolve => {
    let received: Buffer = Buffer.alloc(0);
    const finish = (result: GitResult<{ readonly answer: T }>) => {
      partner.listener = null;
      keepAlive(partner.child, false);
      resolve(result);
    };
    partner.listener = {
      heard: chunk => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        const answer = reading(received);
        if (answer !== null) finish({ ok: true, answer });
      },
      died: failure => finish({ ok: false, failure }),
    };
    partner.child.stdin?.write(question);
  });
}

/** Between questions a process does not keep ours alive. One that could not be started may have no streams. */
export function keepAlive(child: ChildProcess, alive: boolean): void {
  const handles = [child, child.stdin, child.stdout, child.stderr] as unknown as readonly (
    | Socket
    | undefined
  )[];
  for (const handle of handles) {
    if (alive) handle?.ref();
    else handle?.unref();
  }
}
