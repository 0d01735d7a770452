import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { carriesAny } from '../../src/agent/process/marker.ts';
import { PROCESS_TABLE, sweep } from '../../src/agent/process/sweep.ts';

/** A marker of this test alone. What still carries it when the test ends is ended. */
export function ownMarker(): string {
  const marker = `test-${randomUUID()}`;
  onTestFinished(async () => void (await sweep(marker)));
  return marker;
}

/** Ids of the living processes that carry the marker. */
export const carriersOf = (marker: string): number[] =>
  PROCESS_TABLE.marked(carriesAny([marker])).map(({ pid }) => pid);
