import { setTimeout as delay } from 'node:timers/promises';
import type { OpencodeClient } from '@opencode-ai/sdk/v2/client';
import { saidFailure } from '../failure-of.ts';
import type { SessionOptions } from '../port.ts';
import { PROCESS_LIMITS } from '../process/limits.ts';
import { openRawFile, type RawFile } from '../process/raw-file.ts';
import type { Served } from '../talk/converse.ts';
import type { Heard } from '../talk/heard.ts';
import { AGENT } from './config.ts';
import { patience } from './patience.ts';
import { refusal } from './policy.ts';
import type { Chosen } from './providers.ts';
import { type Hearing, hearingOf } from './understand.ts';
import { isFlooding, readEvent } from './wire.ts';

/** The server that a session has for itself. */
interface Conversation {
  /** Where it can be spoken to, once it can. */
  readonly address: Promise<string>;
  readonly password: string;
  readonly chosen: Chosen | null;
  readonly options: SessionOptions;
  /** Called with the id of the session before anything is asked in it. */
  readonly onSession: (id: string) => void;
  /** How long OpenCode may go on asking a model that fails; as long as is usual unless told. */
  readonly patienceMs: number | undefined;
}

interface Speaker {
  serve(served: Served): void;
  /** Asks the agent to stop; what it runs is ended. */
  interrupt(): void;
}

/** How long a request may take that only starts or stops something. */
const REQUEST_MS = 60_000;
/** A server whose stream of events breaks off is dead, which is found out within this time, or is of no use. */
const SILENCE_MS = 5_000;

/** Holds the conversation: a session, one prompt, and answers to what is asked, until the session rests. */
export function speakerFor({
  address,
  password,
  chosen,
  options,
  onSession,
  patienceMs,
}: Conversation): Speaker {
  let stop: (() => void) | null = null;
  const talk = async (served: Served, raw: RawFile | null): Promise<void> => {
    const client = await clientAt(await address, password, options.cwd);
    const { stream } = await client.event.subscribe({}, { signal: served.signal, ...ONCE });
    const now: { hearing: Hearing | null } = { hearing: null };
    const begin = async (): Promise<void> => {
      const id = await openedSession(client, options);
      onSession(id);
      now.hearing = hearingOf(id, patience(Date.now, patienceMs));
      stop = () => void client.session.abort({ sessionID: id }).catch(() => {});
      served.hear({ type: 'session', id });
      await prompted(client, id, chosen, options);
    };
    for await (const event of stream as AsyncIterable<unknown>) {
      if (served.signal.aborted) return;
      if (!isFlooding(event)) raw?.write(Buffer.from(`${JSON.stringify(event)}\n`));
      if (readEvent(event)?.type === 'server.connected') begin().catch(broken(served));
      for (const heard of heardBy(now.hearing, event)) served.hear(heard);
      answer(client, now.hearing, event);
    }
    await delay(SILENCE_MS, null, { signal: served.signal, ref: false });
    served.hear(failed('the connection to OpenCode broke off', 'infra.crash'));
  };
  return {
    interrupt: () => stop?.(),
    serve(served) {
      const raw = rawFile(options);
      // Not at the end of the talk: a program that dies too early leaves us waiting for its address.
      served.signal.addEventListener('abort', () => raw?.close(), { once: true });
      talk(served, raw).catch(broken(served));
    },
  };
}

/** The stream of events is not begun anew: what happened meanwhile would be lost. */
const ONCE = { sseMaxRetryAttempts: 1, sseSleepFn: async (): Promise<void> => {} };

async function clientAt(baseUrl: string, password: string, directory: string): Promise<OpencodeClient> {
  const { createOpencodeClient } = await import('@opencode-ai/sdk/v2/client');
  const login = Buffer.from(`opencode:${password}`).toString('base64');
  return createOpencodeClient({ baseUrl, directory, headers: { authorization: `Basic ${login}` } });
}

/** The id of the session that is continued, or of a new one. A title is given, else the model is asked for one. */
async function openedSession(client: OpencodeClient, options: SessionOptions): Promise<string> {
  const { continues, assignment, role } = options;
  if (continues !== null) {
    const { data, error } = await client.session.get({ sessionID: continues }, limited());
    if (data === undefined)
      throw new Error(`the session ${continues} cannot be continued: ${wordsOf(error)}`);
    return data.id;
  }
  const title = `${assignment.run} ${assignment.phase} ${role}`;
  const { data, error } = await client.session.create({ title }, limited());
  if (data === undefined) throw new Error(`no session could be made: ${wordsOf(error)}`);
  return data.id;
}

/** Not waited for: a request that lasts for as long as the agent works is given up by the client after minutes. */
async function prompted(
  client: OpencodeClient,
  sessionID: string,
  chosen: Chosen | null,
  { prompt, answerSchema }: SessionOptions,
): Promise<void> {
  const { error } = await client.session.promptAsync(
    {
      sessionID,
      agent: AGENT,
      parts: [{ type: 'text', text: prompt }],
      ...(chosen && { model: { providerID: chosen.provider, modelID: chosen.model } }),
      ...(answerSchema && { format: { type: 'json_schema', schema: { ...answerSchema } } }),
    },
    limited(),
  );
  if (error !== undefined) throw new Error(`the prompt was not taken: ${wordsOf(error)}`);
}

function answer(client: OpencodeClient, hearing: Hearing | null, event: unknown): void {
  const request = hearing?.asked(event) ?? null;
  if (request === null) return;
  const message = refusal(request);
  const reply = message === null ? { reply: 'once' as const } : { reply: 'reject' as const, message };
  // Whoever gets no answer waits until the time of the session is up.
  client.permission.reply({ requestID: request.id, ...reply }, limited()).catch(() => {});
}

const limited = () => ({ signal: AbortSignal.timeout(REQUEST_MS) });

const SHOWN_CHARACTERS = 200;

function heardBy(hearing: Hearing | null, event: unknown): readonly Heard[] {
  const understood = hearing === null ? [] : hearing.understand(event);
  if (understood !== null) return understood;
  return [
    { type: 'notice', text: `not understood: ${(JSON.stringify(event) ?? '').slice(0, SHOWN_CHARACTERS)}` },
  ];
}

const failed = (text: string, otherwise: 'agent_error' | 'infra.crash' = 'agent_error'): Heard => ({
  type: 'failed',
  failure: saidFailure(text, otherwise),
});

/** A session that is over breaks the conversation off, which is no failure. */
const broken =
  ({ hear, signal }: Served) =>
  (error: unknown): void => {
    if (!signal.aborted) hear(failed(error instanceof Error ? error.message : String(error)));
  };

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : (JSON.stringify(error) ?? String(error));

/** The same file that takes what the program prints; where that cannot be opened, the process tells so. */
function rawFile({ rawOutput, redact }: SessionOptions): RawFile | null {
  try {
    return openRawFile(rawOutput, PROCESS_LIMITS, redact);
  } catch {
    return null;
  }
}
