import { type Redact, redactAll } from '../base/secrets/redact.ts';
import type { RunEvent } from '../run/event.ts';
import { redactedName } from '../run/tests/redacted-names.ts';

/** An event as it is stored. What later failures are compared with stays comparable: lines are marks without any words. */
export function redactEvent(event: RunEvent, redact: Redact): RunEvent {
  if (event.type !== 'baseline_ended') return redactAll(event, redact);
  const results = event.results.map(result => ({
    ...redactAll(result, redact),
    failing: result.failing?.map(name => redactedName(name, redact)) ?? null,
    lines: result.lines,
  }));
  return { ...event, results };
}
