import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';
import { messageSchema } from './message.ts';

/** The SDK's stream, made of lines instead of bytes, since the lines are kept and limited elsewhere. */
export interface Wire {
  readonly stream: Stream;
  /** What a line says; null where it is no message of the protocol. */
  read(line: string): Spoken | null;
  /** Hands a message on to the SDK. */
  receive(message: AnyMessage): void;
  /** Where what we say goes to; until it is known, all waits. */
  connect(write: (text: string) => void): void;
  close(): void;
}

interface Spoken {
  readonly method: string | null;
  readonly params: unknown;
  /** Whether an answer is expected. */
  readonly isRequest: boolean;
  readonly message: AnyMessage;
}

export function openWire(): Wire {
  const asked = new Set<unknown>();
  const { promise: connected, resolve: connect } = Promise.withResolvers<(text: string) => void>();
  let controller: ReadableStreamDefaultController<AnyMessage> | null = null;
  let isOpen = true;
  const readable = new ReadableStream<AnyMessage>({
    start(made) {
      controller = made;
    },
    cancel() {
      isOpen = false;
    },
  });
  const writable = new WritableStream<AnyMessage>({
    async write(message) {
      const write = await connected;
      if ('method' in message && 'id' in message) asked.add(message.id);
      write(`${JSON.stringify(message)}\n`);
    },
  });
  return {
    stream: { readable, writable },
    read(line) {
      const read = messageSchema.safeParse(parsed(line)).data;
      if (!read) return null;
      const message = read as unknown as AnyMessage;
      const { method = null, params } = read;
      // The SDK would complain on the screen about an answer to nothing.
      if (method === null && !asked.delete(read.id)) return null;
      return { method, params, isRequest: method !== null && 'id' in read, message };
    },
    receive(message) {
      if (isOpen) controller?.enqueue(message);
    },
    connect,
    close() {
      if (isOpen) controller?.close();
      isOpen = false;
    },
  };
}

function parsed(line: string): unknown {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
