/** What a dependency stands for, most specific first. */
export type Meanings = readonly (readonly [dependency: string, meaning: string])[];

/** The meaning of the first listed dependency that is there. */
export function pick(dependencies: ReadonlySet<string>, meanings: Meanings): string | null {
  return meanings.find(([dependency]) => dependencies.has(dependency))?.[1] ?? null;
}

/** The first group of each match. The pattern is global and takes linear time. */
export function captures(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), match => match[1] ?? '');
}
