import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digest } from '../../base/digest.ts';

/**
 * What a session had cost when it was last left. Agents tell the cost of a whole session, and when they open one again do
 * not say what it was before.
 */
export interface Costs {
  /** Null where it is not known. */
  before(sessionId: string): number | null;
  remember(sessionId: string, costUsd: number): void;
}

export function costsIn(home: string): Costs {
  const folder = join(home, 'costs');
  const fileOf = (sessionId: string): string => join(folder, digest(sessionId));
  return {
    before(sessionId) {
      try {
        const cost = Number(readFileSync(fileOf(sessionId), 'utf8'));
        return Number.isFinite(cost) ? cost : null;
      } catch {
        return null;
      }
    },
    remember(sessionId, costUsd) {
      try {
        mkdirSync(folder, { recursive: true });
        writeFileSync(fileOf(sessionId), String(costUsd));
      } catch {
        // Then it is not known the next time.
      }
    },
  };
}
