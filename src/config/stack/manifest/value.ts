/** What a parsed document holds under a path of own keys; a missing or wrongly shaped step is undefined. */
export function at(document: unknown, ...path: readonly string[]): unknown {
  let value = document;
  for (const key of path) {
    if (!isRecord(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** The text there; null where there is none or it is blank. */
export function textAt(document: unknown, ...path: readonly string[]): string | null {
  const value = at(document, ...path);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** The texts of the list there; other items are left out. */
export function textsAt(document: unknown, ...path: readonly string[]): string[] {
  const value = at(document, ...path);
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];
}

export function keysAt(document: unknown, ...path: readonly string[]): string[] {
  const value = at(document, ...path);
  return isRecord(value) ? Object.keys(value) : [];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
