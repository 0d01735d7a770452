import { unreachable } from '../../base/unreachable.ts';
import { type Failure, isFailureCategory } from '../../run/failure.ts';
import { addUsage, NO_USAGE, type Usage } from '../../run/usage.ts';
import { failureOf } from '../failure-of.ts';
import type { SessionEnd, SessionResult } from '../port.ts';
import type { OutputLine } from '../process/lines.ts';
import type { ProcessEnd } from '../process/spawn.ts';
import type { Emit } from '../session.ts';
import { readMessage } from './read-message.ts';
import type { Message } from './wire.ts';

interface Listener {
  line(line: OutputLine): void;
  /** Nothing more will come. */
  end(): void;
  result(end: ProcessEnd): SessionResult;
}

/** Turns what the agent prints into events, and keeps what the result needs. */
export function listenTo(emit: Emit): Listener {
  let sessionId: string | null = null;
  let usage = NO_USAGE;
  let answer: { readonly value: unknown } | null = null;
  let failure: Failure | null = null;
  let isDone = false;
  let strange = 0;

  /** Strange lines come in floods: the first of a row is shown, the others are counted. */
  const notice = (line: OutputLine): void => {
    strange += 1;
    if (strange === 1) emit({ type: 'notice', text: describe(line) });
  };
  const endOfRow = (): void => {
    if (strange > 1) emit({ type: 'notice', text: `and ${strange - 1} more such lines` });
    strange = 0;
  };
  const hear = (message: Message): void => {
    switch (message.type) {
      case 'session':
        sessionId = message.id;
        emit(message);
        return;
      case 'text':
      case 'tool_call':
      case 'tool_result':
        emit(message);
        return;
      case 'usage': {
        const spent = usageOf(message);
        usage = addUsage(usage, spent);
        emit({ type: 'usage', usage: spent });
        return;
      }
      case 'report':
      case 'answer':
        answer = message;
        return;
      case 'error':
        failure ??= failureFrom(message);
        return;
      case 'done':
        isDone = true;
        return;
      default:
        unreachable(message);
    }
  };
  return {
    line(line) {
      const message = readMessage(line);
      if (message === null) return notice(line);
      endOfRow();
      hear(message);
    },
    end: endOfRow,
    result: end => ({
      ...sessionEnd(end, failure, isDone),
      sessionId,
      usage,
      ...(answer && { answer: answer.value }),
    }),
  };
}

/** The agent's own word for what went wrong is better than its exit code; without `done` no exit code is good. */
function sessionEnd(end: ProcessEnd, told: Failure | null, isDone: boolean): SessionEnd {
  const { cause } = end.death;
  if (cause === 'aborted') return { status: 'cancelled' };
  const isOwnEnd = cause === 'exit' || cause === 'signal';
  if (isOwnEnd && told) return { status: 'failed', failure: told };
  if (isOwnEnd && isDone && cause === 'exit' && end.death.code === 0) return { status: 'completed' };
  return { status: 'failed', failure: failureOf(end)! };
}

const usageOf = ({ input, output, costUsd }: Message & { type: 'usage' }): Usage => ({
  inputTokens: input,
  outputTokens: output,
  costUsd: costUsd ?? null,
});

type ErrorMessage = Message & { type: 'error' };

/** Of what the agent says about its failure, how much goes into the journal; the rest stays in its raw output. */
const FAILURE_CHARACTERS = 20_000;

function failureFrom(error: ErrorMessage): Failure {
  const { category, message } = error;
  const isKnown = isFailureCategory(category);
  const said = isKnown ? message : `${category}: ${message}`;
  return {
    category: isKnown ? category : 'agent_error',
    message: said.slice(0, FAILURE_CHARACTERS),
    ...retryAt(error),
  };
}

/** Of two times that are told the later one, since before that there is no use. */
function retryAt({ retryAfterMs, resetsAt }: ErrorMessage): Pick<Failure, 'retryAt'> {
  if (retryAfterMs === undefined && resetsAt === undefined) return {};
  const after = retryAfterMs === undefined ? 0 : Date.now() + retryAfterMs;
  const reset = resetsAt === undefined ? 0 : Date.parse(resetsAt);
  return { retryAt: Math.max(after, reset) };
}

const SHOWN_CHARACTERS = 200;

const describe = ({ text, cutBytes }: OutputLine): string =>
  cutBytes > 0
    ? `a line of output was too long and is left out (${Buffer.byteLength(text) + cutBytes} bytes)`
    : `not understood: ${text.slice(0, SHOWN_CHARACTERS)}`;
