import type { RunEvent } from './event.ts';
import { isEvent } from './event-fields.ts';

type Unknown = Readonly<Record<string, unknown>>;

/** For each older version what makes its events those of the next. */
const MIGRATIONS: Readonly<Record<number, (event: Unknown) => Unknown>> = {};

/** An event of an older schema as one of the present schema; null where it is none. */
export function migrate(event: unknown, version: number): RunEvent | null {
  if (!isTyped(event) || !Number.isInteger(version) || version < 1) return null;
  let migrated: Unknown = event;
  for (let from = version; MIGRATIONS[from]; from += 1) migrated = MIGRATIONS[from]!(migrated);
  return isTyped(migrated) && isEvent(migrated) ? migrated : null;
}

const isTyped = (value: unknown): value is Unknown & { readonly type: string } =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
