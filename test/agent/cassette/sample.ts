import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CASSETTE_VERSION, type Cassette } from '../../../src/agent/cassette/cassette.ts';
import { cassetteFile, cassetteName } from '../../../src/agent/cassette/names.ts';
import type { Driver } from '../../../src/agent/port.ts';
import { ASSIGNMENT } from '../conversation.ts';

const { run: _, ...ABOUT } = ASSIGNMENT;

/** A session that said something and changed nothing. */
export const CASSETTE: Cassette = {
  version: CASSETTE_VERSION,
  role: 'developer',
  assignment: ABOUT,
  prompt: 'Build it.',
  model: null,
  permissions: 'workspace-write',
  continues: null,
  events: [
    { type: 'session', id: 's1' },
    { type: 'text', text: 'Done.' },
    { type: 'usage', usage: { inputTokens: 10, outputTokens: 2, costUsd: 0.5 } },
  ],
  result: {
    status: 'completed',
    sessionId: 's1',
    usage: { inputTokens: 10, outputTokens: 2, costUsd: 0.5 },
    answer: { status: 'completed' },
  },
  changes: [],
};

/** The engine's name of the session, by which it is told from others about the same. */
export const FIRST = 'developer.0.0.raw';

/** Puts a cassette into a folder, whatever it is. */
export function putCassette(folder: string, cassette: unknown, rawOutput = FIRST, number = 1): string {
  const { role = 'developer', assignment = ABOUT } = (cassette ?? {}) as Partial<Cassette>;
  const file = cassetteFile(
    cassetteName(folder, { role, assignment: { run: '', ...assignment }, rawOutput }),
    number,
  );
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof cassette === 'string' ? cassette : JSON.stringify(cassette));
  return file;
}

/** The driver in sessions that the engine calls so. */
export const named = (driver: Driver, name: string): Driver => ({
  ...driver,
  start: options => driver.start({ ...options, rawOutput: join(dirname(options.rawOutput), name) }),
});
