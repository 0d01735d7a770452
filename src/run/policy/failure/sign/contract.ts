import type { FailureCategory } from '../../../failure.ts';

/** How databases say that a table or a column is not what the program takes it for. */
const SCHEMA: readonly RegExp[] = [
  /\bno such (?:table|column): \S/i,
  /\btable \S+ has no column named \S/i,
  /\brelation "[^"]+" does not exist/i,
  /\bcolumn (?:"[^"]+"|[\w.]+)(?: of relation "[^"]+")? does not exist/i,
  /\bnull value in column "[^"]+"(?: of relation "[^"]+")? violates not-null constraint/i,
  /\bNOT NULL constraint failed: \S/,
  /\bUnknown column '[^']+' in '/i,
  /\bTable '[^']+' doesn't exist/,
  /\bField '[^']+' doesn't have a default value/,
  /\bInvalid (?:object|column) name '[^']+'/,
  /\bORA-009(?:04|42): /,
  /\b(?:Table|Column) "[^"]+" not found/,
  /\bSchema-validation: (?:missing|wrong column type)/,
];
/** Statements that say the same all by themselves. */
const SCHEMA_ALONE: readonly RegExp[] = [
  /^The (?:table|column) `[^`]+` does not exist in the current database\./,
  /^Drift detected: Your database schema is not in sync with your migration history/,
];
/** Who speaks before it: an error of a driver or of the database itself. */
const SPEAKER =
  /(?:(?:error|exception|invalid|violation|undefined(?:table|column)|\bpq|\b\d{4} \(\w{5}\)):|\([\w.]{1,80}\)|\(\d{4}, ["'])(?: \[[\w-]{1,40}\]:?)?(?: ERROR:)?$|^error: (?:select|insert|update|delete) .{1,150} -$/i;
/** A line of a log says what happened once, not what a program died of. */
const LOGGED = /^\[?\d{4}-\d\d-\d\d/;
/** What stands before is no longer than this, in characters. */
const MAX_SPEAKER = 200;

/** How a called interface says that it is another one than the caller believes. */
const INTERFACE: readonly RegExp[] = [
  /^(?:\w*Error: )?(?:GraphQL error: |\[GraphQL error\]: Message: )?Cannot query field "[^"]+" on type "[^"]+"/,
  /^(?:\w*Error: )?(?:GraphQL error: )?Unknown argument "[^"]+" on field "[^"]+"/,
  /^(?:\w*Error: )?(?:GraphQL error: )?Field "[^"]+" is not defined by type "[^"]+"/,
  /^(?:\w*Error: )?12 UNIMPLEMENTED: /,
  /\brpc error: code = Unimplemented desc = /,
  /^status = StatusCode\.UNIMPLEMENTED/,
  /^There were \d+ pact failures|^(?:\w*Error: )?Pact verification failed/i,
  /^(?:fail|error): .*Expected status code '\d{3}', but got '40[45]'/,
  /^statusCode: Expected status code '\d{3}', but got '40[45]'/,
];

/**
 * Whether a statement says that a database or an interface has another shape than the work believes. Such a failure
 * leads to another plan at once, so it must be the error's own words, not a text that quotes them.
 */
export function contractSign(statement: string): FailureCategory | null {
  if (SCHEMA_ALONE.some(pattern => pattern.test(statement)) || isSchema(statement)) return 'schema_mismatch';
  return INTERFACE.some(pattern => pattern.test(statement)) ? 'api_contract_wrong' : null;
}

function isSchema(statement: string): boolean {
  return SCHEMA.some(pattern => {
    const at = statement.search(pattern);
    if (at <= 0 || at > MAX_SPEAKER || LOGGED.test(statement)) return false;
    return SPEAKER.test(statement.slice(0, at).trimEnd());
  });
}
