import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openRawFile, type Stream } from '../../../src/agent/process/raw-file.ts';
import { type Redact, redactor } from '../../../src/base/secrets/redact.ts';
import { scratch } from '../../cli/phasewright.ts';

const LIMITS = { rawBytes: 1_000_000, rawEndBytes: 1_000 };
const REDACT = redactor({ MY_TOKEN: 'tok-3fA9zQ71LmnoP4x8' });

function kept(chunks: readonly (readonly [Stream, string])[], redact: Redact | null = REDACT): string {
  const path = join(scratch(), 'raw');
  const file = openRawFile(path, LIMITS, redact);
  for (const [stream, text] of chunks) file.write(Buffer.from(text), stream);
  file.close();
  return readFileSync(path, 'utf8');
}

it('what another stream prints meanwhile hides no secret', () => {
  expect(
    kept([
      ['stdout', 'a tok-3fA9zQ'],
      ['stderr', 'warning\nb tok-3fA9zQ71'],
      ['stdout', '71LmnoP4x8 c\n'],
      ['stderr', 'LmnoP4x8 d\n'],
    ]),
  ).toBe('warning\na [redacted: MY_TOKEN] c\nb [redacted: MY_TOKEN] d\n');
});

it('what two streams end with is no secret together', () => {
  const half = [
    ['stdout', 'a tok-3fA9zQ'],
    ['stderr', '71LmnoP4x8'],
  ] as const;
  expect(kept(half)).toBe('a tok-3fA9zQ\n71LmnoP4x8');
});

it('a key that begins on one stream takes nothing of the other', () => {
  expect(
    kept([
      ['stdout', '-----BEGIN PRIVATE KEY-----\n'],
      ['stderr', 'evil deed\n'],
      ['stdout', 'evil word\n'],
    ]),
  ).toBe('evil deed\n[redacted: private key without an end]\nevil word\n');
});

it('without redaction all is kept as it comes', () => {
  expect(
    kept(
      [
        ['stdout', 'a'],
        ['stderr', 'b\n'],
        ['stdout', 'c'],
      ],
      null,
    ),
  ).toBe('ab\nc');
});
