import type { AgentEvent, AgentSession, SessionOptions, SessionResult } from '../../src/agent/port.ts';
import { NO_USAGE } from '../../src/run/usage.ts';

/** What a fake agent does in one session: works on the files of its slot and says how it ended. */
export type Act = (files: Map<string, string>, session: SessionOptions) => Promise<Answer> | Answer;
export type Answer = Partial<Pick<SessionResult, 'answer' | 'usage' | 'sessionId'>> & {
  readonly failure?: Extract<SessionResult, { status: 'failed' }>['failure'];
};

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
  const acted = Promise.resolve(act(files, session)).then(({ failure, ...rest }): SessionResult => {
    const common = { sessionId, usage: NO_USAGE, ...rest };
    return failure ? { status: 'failed', failure, ...common } : { status: 'completed', ...common };
  });
  return {
    result: Promise.race([stopped, acted]),
    async *[Symbol.asyncIterator](): AsyncGenerator<AgentEvent> {
      yield process;
    },
  };
}
