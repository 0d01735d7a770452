import { MAX_NAMES, type TestReading } from './reading.ts';
import { amongNames } from './redacted-names.ts';

/** Failures of `now` that `before` did not have. `null` where the two cannot be compared by name. */
export function newFailures(now: TestReading, before: TestReading): readonly string[] | null {
  if (before.failing === null || (now.tool !== null && before.tool !== null && now.tool !== before.tool))
    return null;
  // Tests had names before: that they do not run at all any more is new.
  if (now.failing === null) return now.broken === null || now.broken === before.broken ? null : [now.broken];
  const isKnown = amongNames(before.failing);
  // Of a file that did not load no test passed.
  const added = now.failing.filter(name => !isKnown(name) && !isKnown(fileOf(name)));
  if (before.failing.length >= MAX_NAMES) return null;
  if (added.length > 0) return added;
  // Beyond the limit names are left out, and where nothing ran nothing could fail.
  return now.failing.length >= MAX_NAMES || now.ran === 0 ? null : [];
}

/** What `testIn` puts before the name of a test; the name itself where there is no file. */
export const fileOf = (name: string): string => name.split(' > ', 1)[0]!;
