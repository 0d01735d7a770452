import { isDeepStrictEqual } from 'node:util';
import { understandClaude } from '../../../src/agent/claude/understand.ts';
import { understanding as codex } from '../../../src/agent/codex/understand.ts';
import { listening as gemini } from '../../../src/agent/gemini/understand.ts';
import { understanding as pi } from '../../../src/agent/pi/understand.ts';
import type { AgentEvent, AgentSession, SessionResult } from '../../../src/agent/port.ts';
import { type OutputLine, splitLines } from '../../../src/agent/process/lines.ts';
import type { Death, ProcessEnd } from '../../../src/agent/process/spawn.ts';
import { type Emit, openSession } from '../../../src/agent/session.ts';
import { listenTo } from '../../../src/agent/talk/listen.ts';
import { understand as scripted } from '../../../src/agent/wire/understand.ts';
import { isFailureCategory } from '../../../src/run/failure.ts';
import type { Usage } from '../../../src/run/usage.ts';
import { random } from '../random.ts';
import type { Target } from '../target.ts';
import { survives } from '../value.ts';
import { bytesOf, cut } from './stream-bytes.ts';

/** The half of a driver that reads what an agent prints. */
interface Listener {
  line(line: OutputLine): void;
  end(): void;
  result(end: ProcessEnd): SessionResult;
}

const nobody = (): void => {};

/** Every driver that reads an agent's standard output. */
const DRIVERS: Readonly<Record<string, (emit: Emit) => Listener>> = {
  scripted: emit => listenTo(emit, scripted),
  claude: emit =>
    listenTo(emit, understandClaude({ isContinued: false, refusal: () => null, write: () => {} })),
  codex: emit =>
    listenTo(emit, codex({ begin: () => {}, take: () => [], total: () => {} }, { type: 'object' })),
  pi: emit => listenTo(emit, pi(nobody)),
  gemini: emit => listenTo(emit, gemini({ begin: nobody, take: () => [] }).understand),
};
const NAMES = Object.keys(DRIVERS);

/** Small, so that lines that are too long are cheap to make. */
const LINE_BYTES = 2_000;

/** Standard output of agents, in pieces of any size, through the splitter of lines and the readers of the drivers. */
export const stream: Target<readonly Buffer[]> = {
  make(seed) {
    const r = random(seed);
    return cut(bytesOf(r), r);
  },
  async judge(chunks) {
    const bytes = Buffer.concat(chunks);
    // Each input is for one of them.
    const name = NAMES[bytes.length % NAMES.length]!;
    const whole = await heard(DRIVERS[name]!, [bytes]);
    const pieces = await heard(DRIVERS[name]!, chunks);
    const wrong = judge(pieces);
    if (wrong !== null) return `${name}: ${wrong}`;
    return isDeepStrictEqual(pieces, whole) ? null : `${name}: where the output is cut makes a difference`;
  },
};

const DEATHS: readonly Death[] = [
  { cause: 'exit', code: 0 },
  { cause: 'exit', code: 3 },
  { cause: 'signal', signal: 'SIGSEGV' },
  { cause: 'timeout', ms: 5 },
  { cause: 'output_limit', bytes: 5 },
  { cause: 'aborted' },
];

interface Heard {
  readonly events: readonly AgentEvent[];
  readonly results: readonly SessionResult[];
  readonly longest: number;
}

/** All that a session tells, and how it ends for each way in which the process can. */
async function heard(listen: (emit: Emit) => Listener, chunks: readonly Buffer[]): Promise<Heard> {
  const results: SessionResult[] = [];
  let longest = 0;
  const session: AgentSession = openSession(async emit => {
    const listener = listen(emit);
    const lines = splitLines(LINE_BYTES, line => {
      longest = Math.max(longest, line.text.length);
      listener.line(line);
    });
    for (const chunk of chunks) lines.push(chunk);
    lines.end();
    listener.end();
    for (const death of DEATHS)
      results.push(listener.result({ death, errorTail: '', rawProblem: null, left: [], survivors: [] }));
    return results[0]!;
  });
  const events: AgentEvent[] = [];
  for await (const event of session) events.push(event);
  if ((await session.result) !== results[0]) throw new Error(JSON.stringify(await session.result));
  return { events, results, longest };
}

function judge({ events, results, longest }: Heard): string | null {
  if (longest > LINE_BYTES) return `a line of ${longest} characters`;
  for (const event of events) {
    if (!isEvent(event)) return `no event: ${JSON.stringify(event)}`;
    if (!survives(event)) return 'an event cannot be written down';
  }
  const said = events.reduce((sum, event) => sum + (event.type === 'usage' ? event.usage.inputTokens : 0), 0);
  for (const [index, result] of results.entries()) {
    const wrong = judgeResult(result, DEATHS[index]!);
    if (wrong !== null) return wrong;
    if (result.usage.inputTokens !== said) return 'the usage told is not the usage of the result';
  }
  return null;
}

const MAX_ID = 500;
const MAX_MESSAGE = 21_000;

function judgeResult(result: SessionResult, { cause }: Death): string | null {
  if ((result.status === 'cancelled') !== (cause === 'aborted')) return `${cause} is ${result.status}`;
  if (result.status === 'completed' && cause !== 'exit') return `${cause} is completed`;
  if (result.sessionId !== null && (result.sessionId === '' || result.sessionId.length > MAX_ID))
    return `a session id of ${result.sessionId.length} characters`;
  if (!isUsage(result.usage)) return `no usage: ${JSON.stringify(result.usage)}`;
  if (result.status !== 'failed') return null;
  if (!isFailureCategory(result.failure.category)) return `no category: ${result.failure.category}`;
  const { length } = result.failure.message;
  return length > MAX_MESSAGE ? `a message of ${length} characters` : null;
}

const isText = (value: unknown): boolean => typeof value === 'string';

/** Well-typed, whatever came in. */
function isEvent(event: AgentEvent): boolean {
  switch (event.type) {
    case 'session':
      return isText(event.id) && event.id.length <= MAX_ID;
    case 'text':
    case 'thinking':
    case 'notice':
      return isText(event.text);
    case 'tool_call':
      return isText(event.name) && isText(event.summary);
    case 'tool_result':
      return isText(event.name) && isText(event.summary) && typeof event.ok === 'boolean';
    case 'usage':
      return isUsage(event.usage);
    default:
      return false;
  }
}

const isUsage = ({ inputTokens, outputTokens, costUsd }: Usage): boolean =>
  [inputTokens, outputTokens].every(count => Number.isSafeInteger(count) && count >= 0) &&
  (costUsd === null || (Number.isFinite(costUsd) && costUsd >= 0));
