import { readFileSync } from 'node:fs';
import type { TestReading } from '../../../../src/run/tests/reading.ts';
import type { Redness } from '../../../../src/run/tests/redness.ts';
import { COMPILED } from './compiled.ts';
import { JAVASCRIPT } from './javascript.ts';
import { OTHERS } from './others.ts';
import { PYTHON } from './python.ts';

/** An output of a test program, and what is to be read from it. */
export type Expected = readonly [
  file: string,
  exitCode: number,
  tool: TestReading['tool'],
  ran: TestReading['ran'],
  failing: TestReading['failing'],
  state: Redness['state'],
  reason: string,
];

export const EXPECTED: readonly Expected[] = [...JAVASCRIPT, ...PYTHON, ...COMPILED, ...OTHERS];

export const FOLDER = new URL('../outputs/', import.meta.url);

export const outputOf = (file: string): string => readFileSync(new URL(`${file}.txt`, FOLDER), 'utf8');
