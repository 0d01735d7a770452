import { join } from 'node:path';
import { digest } from '../../base/digest.ts';
import { putFile, readFile } from '../home-files.ts';

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
        const text = readFile(home, fileOf(sessionId));
        const cost = Number(text ?? Number.NaN);
        return Number.isFinite(cost) ? cost : null;
      } catch {
        return null;
      }
    },
    remember(sessionId, costUsd) {
      try {
        putFile(home, fileOf(sessionId), String(costUsd));
      } catch {
        // Then it is not known the next time.
      }
    },
  };
}
