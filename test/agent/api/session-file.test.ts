import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelMessage } from 'ai';
import { expect, it } from 'vitest';
import { isSessionId, readSession, writeSession } from '../../../src/agent/api/session-file.ts';
import { scratch } from '../../cli/phasewright.ts';

const ID = '0b0f3f5e-3c6a-4b6e-9c52-7e1d2a4c9f10';
const MESSAGES: ModelMessage[] = [
  { role: 'user', content: 'Build it.' },
  {
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'read', input: { path: 'a' } }],
  },
  {
    role: 'tool',
    content: [
      { type: 'tool-result', toolCallId: 'c', toolName: 'read', output: { type: 'text', value: 'ü' } },
    ],
  },
];

it('keeps what was said, for nobody else to read', () => {
  const folder = join(scratch(), 'sessions');
  writeSession(folder, ID, []);
  writeSession(folder, ID, MESSAGES);
  expect(readSession(folder, ID)).toEqual(MESSAGES);
  expect(readdirSync(folder)).toEqual([`${ID}.json`]);
  expect(statSync(join(folder, `${ID}.json`)).mode & 0o777).toBe(0o600);
});

it.each(['', '{', '[]', '{"messages": 1}', '{"messages": [1]}', '{"messages": [{}]}'])(
  'cannot read %j',
  text => {
    const folder = scratch();
    expect(readSession(folder, ID)).toBe(null);
    writeFileSync(join(folder, `${ID}.json`), text);
    expect(readSession(folder, ID)).toBe(null);
  },
);

it.each(['', '../../etc/passwd', `${ID}/../x`, `${ID}\n`, ID.toUpperCase(), 'a'])(
  'takes %j for no id',
  id => {
    expect(isSessionId(id)).toBe(false);
    expect(readSession(scratch(), id)).toBe(null);
    expect(() => writeSession(scratch(), id, [])).toThrow();
  },
);
