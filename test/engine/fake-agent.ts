import type { AgentEvent, AgentSession, SessionOptions, SessionResult } from '../../src/agent/port.ts';
import { addUsage, NO_USAGE, type Usage } from '../../src/run/usage.ts';

/** What a fake agent does in one session: works on the files of its slot and says how it ended. */
export type Act = (files: Map<string, string>, session: SessionOptions) => Promise<Answer> | Answer;
export type Answer = Partial<Pick<SessionResult, 'answer' | 'usage' | 'sessionId'>> & {
  readonly failure?: Extract<SessionResult, { status: 'failed' }>['failure'];
  /** What it spends, told bit by bit before it ends. */
  readonly usages?: readonly Usage[];
};

/** Rounds of the event loop that the engine has after each bit, to hear of it and to stop the session. */
const ROUNDS = 5;

let pids = 0;

/** A session of a function; it ends early where the signal says so. */
export function sessionOf(act: Act, files: Map<string, string>, session: SessionOptions): AgentSession {
  pids += 1;
  const process: AgentEvent = { type: 'process', pid: pids, startTime: '0' };
  const { phase, attempt } = session.assignment;
  const sessionId = session.continues ?? `${phase}/${attempt}`;
  const stopped = new Promise<SessionResult>(resolve =>
    session.signal.addEventListener('abort', () =>
      resolve({ status: 'cancelled', sessionId: null, usage: NO_USAGE }),
    ),
  );
  const told = Promise.withResolvers<void>();
  const answered = Promise.resolve(act(files, session));
  const acted = answered.then(async ({ failure, usages = [], ...rest }): Promise<SessionResult> => {
    if (usages.length > 0) await told.promise;
    const common = { sessionId, usage: usages.reduce(addUsage, NO_USAGE), ...rest };
    return failure ? { status: 'failed', failure, ...common } : { status: 'completed', ...common };
  });
  return {
    result: Promise.race([stopped, acted]),
    async *[Symbol.asyncIterator](): AsyncGenerator<AgentEvent> {
      yield process;
      const { usages = [] } = await Promise.race([stopped.then((): Answer => ({})), answered]);
      for (const usage of usages) {
        if (session.signal.aborted) return;
        yield { type: 'usage', usage };
        for (let round = 0; round < ROUNDS; round += 1) await new Promise(setImmediate);
      }
      told.resolve();
    },
  };
}
