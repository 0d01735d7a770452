import type { Requirement } from './requirements.ts';
import type { TestResult } from './results.ts';

/**
 * - `proved`: a citing test passed, and none failed
 * - `failing`: a citing test failed
 * - `skipped`: it is cited, but no citing test ran
 * - `missing`: no test cites it
 */
export type Outcome = 'proved' | 'failing' | 'skipped' | 'missing';

export interface TracedRequirement extends Requirement {
  readonly outcome: Outcome;
  /** The citing tests, by file and title. */
  readonly tests: readonly TestResult[];
}

export interface Trace {
  /** In the order of the list. */
  readonly requirements: readonly TracedRequirement[];
  /** Citations of ids that the list does not have. */
  readonly unknown: readonly { readonly id: string; readonly test: TestResult }[];
}

/** Brings requirements and tests together by the ids in the tests' titles. */
export function trace(requirements: readonly Requirement[], tests: readonly TestResult[]): Trace {
  const citing = new Map<string, TestResult[]>(requirements.map(({ id }) => [id, []]));
  const unknown: { id: string; test: TestResult }[] = [];
  for (const test of [...tests].sort(byPlace)) {
    for (const id of citedIds(test.title)) {
      const known = citing.get(id);
      if (known) known.push(test);
      else unknown.push({ id, test });
    }
  }
  return {
    requirements: requirements.map(requirement => {
      const found = citing.get(requirement.id) ?? [];
      return { ...requirement, outcome: outcomeOf(found), tests: found };
    }),
    unknown,
  };
}

/**
 * The ids in square brackets, each once: `[004-06]`, `[004-06, 004-07]`. An id with one digit too few counts, so
 * that a slip of the pen is reported as unknown rather than overlooked.
 */
export function citedIds(title: string): string[] {
  const words = [...title.matchAll(/\[([^[\]]*)\]/g)].flatMap(match => (match[1] ?? '').split(/[\s,;]+/));
  return [...new Set(words.filter(word => /^\d{3}-\d{1,2}$/.test(word)))];
}

/** Whether the run is a failure. Strictly, each requirement has to be proved. */
export function isBreached({ requirements, unknown }: Trace, strict: boolean): boolean {
  const breaches: Outcome[] = strict ? ['failing', 'skipped', 'missing'] : ['failing'];
  return unknown.length > 0 || requirements.some(({ outcome }) => breaches.includes(outcome));
}

function outcomeOf(tests: readonly TestResult[]): Outcome {
  if (tests.length === 0) return 'missing';
  if (tests.some(({ status }) => status === 'failed')) return 'failing';
  return tests.some(({ status }) => status === 'passed') ? 'proved' : 'skipped';
}

/** By code units, for the order must not depend on the machine's language. */
function byPlace(a: TestResult, b: TestResult): number {
  return compare(a.file, b.file) || compare(a.title, b.title) || compare(a.status, b.status);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
