import type { StoredChange } from '../../agent/cassette/cassette.ts';
import { isStorablePath, linkStaysInside } from '../../agent/cassette/paths.ts';
import type { Redact } from '../../base/secrets/redact.ts';
import type { SeenChange } from '../../git/look.ts';

interface Stored {
  readonly changes: readonly StoredChange[];
  /** What cannot be kept, a phrase each. */
  readonly left: readonly string[];
}

/** Changes of a workspace without secrets, as a cassette holds them. */
export function storedChanges(seen: readonly SeenChange[], redact: Redact): Stored {
  const changes: StoredChange[] = [];
  const left: string[] = [];
  for (const change of seen) {
    const path = redact(change.path);
    const stored = isStorablePath(path) ? storedAt(path, change, redact) : null;
    if (stored === null) left.push(`${path}, which leads out of the workspace`);
    else changes.push(stored);
  }
  return { changes, left };
}

function storedAt(path: string, change: SeenChange, redact: Redact): StoredChange | null {
  if ('deleted' in change) return { path, deleted: true };
  const { mode, content } = change;
  const text = content.toString('utf8');
  const isText = Buffer.from(text, 'utf8').equals(content);
  if (mode === 'link') {
    const target = redact(text);
    return isText && linkStaysInside(path, target) ? { path, mode, text: target } : null;
  }
  if (isText) return { path, mode, text: redact(text) };
  // Bytes that are no text may still have a key among them.
  const bytes = content.toString('latin1');
  return { path, mode, base64: Buffer.from(redact(bytes), 'latin1').toString('base64') };
}
