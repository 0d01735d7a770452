import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openRecord } from '../../../src/agent/gemini/record.ts';
import { scratch } from '../../cli/phasewright.ts';

const SESSION = '187f1dfc-1045-4a2d-95fe-61b1a7b97d26';
/** Lines as Gemini CLI 0.61.0 wrote them, shortened. */
const HEAD = `{"sessionId":"${SESSION}","projectHash":"1b88","startTime":"2026-11-18T02:47:58.854Z","kind":"main"}\n`;
const PERSON =
  '{"id":"67e6","timestamp":"2026-11-18T02:47:58.930Z","type":"user","content":[{"text":"Build it."}]}\n';
const message = (id: string, more = ''): string =>
  `{"id":"${id}","timestamp":"2026-11-18T02:47:59.062Z","type":"gemini","content":"","thoughts":[],"tokens":{"input":1000,"output":50,"cached":0,"thoughts":20,"tool":0,"total":1070},"model":"gemini-2.5-pro"${more}}\n`;
const SPENT = { inputTokens: 1000, outputTokens: 70, costUsd: null };

function files(): { readonly folder: string; readonly file: string } {
  const folder = scratch();
  const chats = join(folder, 'ws', 'chats');
  mkdirSync(chats, { recursive: true });
  writeFileSync(join(folder, 'bin'), 'no folder');
  writeFileSync(join(chats, 'session-2026-11-18T02-40-00000000.jsonl'), HEAD + message('other'));
  return { folder, file: join(chats, 'session-2026-11-18T02-47-187f1dfc.jsonl') };
}

it('each message of the model is taken once', () => {
  const { folder, file } = files();
  const record = openRecord(folder, null);
  expect(record.take()).toEqual([]);
  record.begin(SESSION);
  expect(record.take()).toEqual([]);
  writeFileSync(file, HEAD + PERSON + message('a'));
  expect(record.take()).toEqual([SPENT]);
  expect(record.take()).toEqual([]);
  // With the results of its tools, and half of the next one.
  const next = message('b');
  appendFileSync(file, message('a', ',"toolCalls":[]') + next.slice(0, 50));
  expect(record.take()).toEqual([]);
  appendFileSync(file, next.slice(50));
  expect(record.take()).toEqual([SPENT]);
});

it('what a session had spent before it was continued does not count', () => {
  const { folder, file } = files();
  writeFileSync(file, HEAD + message('a'));
  const record = openRecord(folder, SESSION);
  appendFileSync(file, message('b'));
  record.begin(SESSION);
  expect(record.take()).toEqual([SPENT]);
});

it('rubbish and missing folders are nothing', () => {
  const { folder, file } = files();
  writeFileSync(file, '{"type":"gemini"\n{"type":"gemini","id":"a","tokens":{"input":-1,"total":2}}\n');
  const record = openRecord(folder, null);
  record.begin(SESSION);
  expect(record.take()).toEqual([]);
  const none = openRecord(join(folder, 'none'), SESSION);
  expect(none.take()).toEqual([]);
});
