import { OPEN, PARTWISE } from './file-schema.ts';

/** The single values of settings, by name, be they as people write them or as runs have them. */
export function leavesOf(settings: object): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  collect(settings, '', leaves);
  return leaves;
}

function collect(map: object, above: string, leaves: Map<string, unknown>): void {
  for (const [key, value] of Object.entries(map)) {
    if (value === undefined) continue;
    const name = above === '' ? key : `${above}.${key}`;
    if (PARTWISE.has(name) && isMap(value)) collect(value, name, leaves);
    else leaves.set(name, value);
  }
}

const isMap = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The keys that lead to a value. A name that people choose is one key, whatever dots it has. */
export function stepsOf(name: string): string[] {
  const open = [...OPEN].find(above => name.startsWith(`${above}.`));
  return open === undefined ? name.split('.') : [...open.split('.'), name.slice(open.length + 1)];
}

/** The reverse of `leavesOf`. */
export const fromLeaves = (leaves: Iterable<readonly [name: string, value: unknown]>): object =>
  nested([...leaves].map(([name, value]) => [stepsOf(name), value]));

function nested(leaves: readonly (readonly [steps: readonly string[], value: unknown])[]): object {
  const groups = Map.groupBy(leaves, ([steps]) => steps[0]!);
  const entries = [...groups].map(([key, [first, ...others]]): [string, unknown] => {
    const [steps, value] = first!;
    if (steps.length === 1) return [key, value];
    return [key, nested([first!, ...others].map(([below, inner]) => [below.slice(1), inner]))];
  });
  return Object.fromEntries(entries);
}
