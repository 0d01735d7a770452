import type { Message } from '../../../src/agent/wire/message.ts';
import type { Random } from '../random.ts';
import { mangled, odd } from '../value.ts';
import { AGENT_MESSAGES } from './agent-lines.ts';

const OWN_MESSAGES: readonly Message[] = [
  { type: 'session', id: 'b1946ac9-2f0a' },
  { type: 'text', text: 'Hello, wörld 😀' },
  { type: 'tool_call', name: 'write', summary: 'a.ts' },
  { type: 'tool_result', name: 'write', ok: true, summary: '3 bytes' },
  { type: 'usage', input: 10, output: 20, costUsd: 0.25 },
  { type: 'usage', input: 1, output: 2 },
  { type: 'report', value: { status: 'completed', summary: 'done' } },
  { type: 'answer', value: { approved: true } },
  { type: 'error', category: 'infra.network', message: 'no route' },
  { type: 'error', category: 'unheard-of', message: 'no idea' },
  { type: 'done' },
];

const MESSAGES: readonly object[] = [...OWN_MESSAGES, ...AGENT_MESSAGES];

/** Bytes that mean something to a reader of lines, of UTF-8 or of JSON. */
const PIECES: readonly Buffer[] = [
  ...['\n', '\r\n', '\r', '\n\n\n', '{', '}', '"', '\\', ',', '[', ']', 'null', '\uFEFF', '\u2028'],
  ...['{"type":"done"}', '{"type":"done"', '{"type":"usage","input":1e400,"output":0}', '{}', '[]'],
  ...['{"type":"usage","input":9007199254740991,"output":0,"costUsd":1e308}\n'],
  ...['{"__proto__":{"type":"done"}}', '{"type":"text","text":"\\ud800"}', 'Error: boom\n    at x.js:1\n'],
].map(text => Buffer.from(text));
const BAD_UTF8: readonly Buffer[] = [
  '00',
  'ff',
  'fe',
  'c0af',
  'eda080',
  'f4908080',
  'e282',
  '80',
  'f09f98',
].map(hex => Buffer.from(hex, 'hex'));
const FLOOD = 300;

/** What an agent might print: messages, damaged ones, rubbish, lines that are far too long. */
export function bytesOf(r: Random): Buffer {
  const parts: Buffer[] = [];
  const count = r.below(12);
  for (let i = 0; i < count; i += 1) parts.push(part(r));
  if (r.below(2) === 0) parts.push(line(r.pick(MESSAGES)), line({ type: 'done' }));
  const bytes = Buffer.concat(parts);
  for (let flips = r.below(3) === 0 ? r.below(6) : 0; flips > 0 && bytes.length > 0; flips -= 1)
    bytes[r.below(bytes.length)] = r.below(256);
  return bytes;
}

function part(r: Random): Buffer {
  switch (r.below(9)) {
    case 0:
      return r.pick(PIECES);
    case 1:
      return r.pick(BAD_UTF8);
    case 2:
      return line(mangled(r.pick(MESSAGES), r));
    case 3:
      return line({ type: r.pick(['answer', 'report']), value: odd(r) });
    case 4:
      return Buffer.from(r.pick(['x', '{"type":"text","text":"', '[', '{"a":']).repeat(1 + r.below(3_000)));
    case 5:
      return Buffer.concat(Array.from({ length: r.below(FLOOD) }, () => line(r.pick(MESSAGES))));
    default:
      return line(r.pick(MESSAGES));
  }
}

const line = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

/** More bytes than this are not cut into single ones, which takes long. */
const MANY_BYTES = 4_000;

/** The same bytes in pieces, as a pipe may give them. */
export function cut(bytes: Buffer, r: Random): Buffer[] {
  const size = r.pick(bytes.length > MANY_BYTES ? [300, 5_000, 65_536] : [1, 2, 7, 100, 5_000]);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const to = Math.min(bytes.length, at + 1 + r.below(size));
    pieces.push(bytes.subarray(at, to));
    at = to;
  }
  return pieces;
}
