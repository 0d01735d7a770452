import type { Entry } from './apply.ts';
import { EVENT_VERSION, type RunEvent } from './event.ts';
import { migrate } from './migrate.ts';

/** An event as a store keeps it. */
export interface Written {
  readonly at: number;
  readonly version: number;
  readonly data: string;
}

export const encode = (event: RunEvent, at: number): Written => ({
  at,
  version: EVENT_VERSION,
  data: JSON.stringify(event),
});

export type Decoded =
  | { readonly ok: true; readonly entries: readonly Entry[] }
  | { readonly ok: false; readonly reason: 'newer' | 'damaged'; readonly message: string };

/** Reads a journal, or what follows its first `before` events; older versions included. */
export function decode(journal: Iterable<Written>, before = 0): Decoded {
  const entries: Entry[] = [];
  for (const { at, version, data } of journal) {
    if (version > EVENT_VERSION) {
      const message = `event ${before + entries.length + 1} has version ${version}; this program knows up to ${EVENT_VERSION}`;
      return { ok: false, reason: 'newer', message };
    }
    const event = migrate(parsed(data), version);
    if (!event) {
      return { ok: false, reason: 'damaged', message: `event ${before + entries.length + 1} cannot be read` };
    }
    entries.push({ at, event });
  }
  return { ok: true, entries };
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}
