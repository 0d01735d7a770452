import { unreachable } from '../../base/unreachable.ts';
import type { Failure } from '../../run/failure.ts';
import { addUsage, MAX_MESSAGE_TOKENS, MAX_MESSAGE_USD, NO_USAGE, type Usage } from '../../run/usage.ts';
import { failureOf } from '../failure-of.ts';
import type { SessionEnd, SessionResult } from '../port.ts';
import type { OutputLine } from '../process/lines.ts';
import type { ProcessEnd } from '../process/spawn.ts';
import type { Emit } from '../session.ts';
import type { Heard, Understanding } from './heard.ts';

interface Listener {
  line(line: OutputLine): void;
  /** What came by another way than a line. */
  hear(heard: Heard): void;
  /** Nothing more will come. */
  end(): void;
  /** Whether the agent's last word was heard: that it is done, or what went wrong. */
  readonly isOver: boolean;
  result(end: ProcessEnd): SessionResult;
}

/** Turns what an agent's program prints into events, and keeps what the result needs. */
export function listenTo(emit: Emit, understand: (line: string) => Understanding): Listener {
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
  const hear = (heard: Heard): void => {
    switch (heard.type) {
      case 'session':
        if (heard.id === sessionId || !isId(heard.id)) return;
        sessionId = heard.id;
        emit(heard);
        return;
      case 'usage':
        if (isSound(heard.usage)) usage = addUsage(usage, heard.usage);
        emit(isSound(heard.usage) ? heard : IMPOSSIBLE);
        return;
      case 'answer':
        answer = heard;
        return;
      case 'failed':
        failure ??= cut(heard.failure);
        return;
      case 'done':
        isDone = true;
        return;
      case 'process':
      case 'text':
      case 'thinking':
      case 'tool_call':
      case 'tool_result':
      case 'notice':
        emit(heard);
        return;
      default:
        unreachable(heard);
    }
  };
  return {
    line(line) {
      const understood = line.cutBytes > 0 ? null : understand(line.text);
      if (understood === null) return notice(line);
      endOfRow();
      understood.forEach(hear);
    },
    hear,
    end: endOfRow,
    get isOver() {
      return isDone || failure !== null;
    },
    result: end => ({
      ...sessionEnd(end, failure, isDone),
      sessionId,
      usage,
      ...(answer && { answer: answer.value }),
    }),
  };
}

/** Ids of sessions go into the journal and onto command lines. */
const ID_CHARACTERS = 200;
const isId = (id: string): boolean => id.length > 0 && id.length <= ID_CHARACTERS && !id.startsWith('-');

const IMPOSSIBLE = { type: 'notice', text: 'impossible figures of what was spent' } as const;

const isSound = ({ inputTokens, outputTokens, costUsd }: Usage): boolean =>
  isCount(inputTokens) &&
  isCount(outputTokens) &&
  (costUsd === null || (costUsd >= 0 && costUsd <= MAX_MESSAGE_USD));

const isCount = (tokens: number): boolean =>
  Number.isInteger(tokens) && tokens >= 0 && tokens <= MAX_MESSAGE_TOKENS;

/** Of what the agent says about its failure, how much goes into the journal; the rest stays in its raw output. */
const FAILURE_CHARACTERS = 20_000;

const cut = (failure: Failure): Failure => ({
  ...failure,
  message: failure.message.slice(0, FAILURE_CHARACTERS),
});

/** The agent's own word for what went wrong is better than its exit code; without `done` no exit code is good. */
function sessionEnd(end: ProcessEnd, told: Failure | null, isDone: boolean): SessionEnd {
  const { death } = end;
  if (death.cause === 'aborted') return { status: 'cancelled' };
  const isOwnEnd = death.cause === 'exit' || death.cause === 'signal' || death.cause === 'dismissed';
  if (isOwnEnd && told) return { status: 'failed', failure: told };
  const isClean = death.cause === 'dismissed' || (death.cause === 'exit' && death.code === 0);
  if (isClean && isDone) return { status: 'completed' };
  return { status: 'failed', failure: failureOf(end)! };
}

const SHOWN_CHARACTERS = 200;

const describe = ({ text, cutBytes }: OutputLine): string =>
  cutBytes > 0
    ? `a line of output was too long and is left out (${Buffer.byteLength(text) + cutBytes} bytes)`
    : `not understood: ${text.slice(0, SHOWN_CHARACTERS)}`;
