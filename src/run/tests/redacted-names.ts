import { hash } from '../../base/digest.ts';

/** The end of a name that redaction has changed. */
const MARK = /\[redacted: .{1,200} #([a-z0-9]{1,7})$/s;

/**
 * The name of a test as it is kept: redacted, and where that changes it, with a mark of what it was. So it is still known
 * when the test fails again, and names that differ in nothing but a secret stay apart.
 */
export function redactedName(name: string, redact: (text: string) => string): string {
  const redacted = redact(name);
  return redacted === name ? name : `${redacted} #${markOf(name)}`;
}

/** Whether a name is among others. Either side may have been redacted. */
export function amongNames(names: readonly string[]): (name: string) => boolean {
  const exact = new Set(names);
  const marks = new Set(names.flatMap(name => MARK.exec(name)?.[1] ?? []));
  let plain: ReadonlySet<string> | null = null;
  return name => {
    if (exact.has(name)) return true;
    const mark = MARK.exec(name)?.[1];
    if (mark === undefined) return marks.size > 0 && marks.has(markOf(name));
    plain ??= new Set(names.map(markOf));
    return plain.has(mark);
  };
}

const markOf = (name: string): string => hash(name).toString(36);
