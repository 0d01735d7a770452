import { LIMITS } from '../limits.ts';
import type { Finding } from '../recognise/draft.ts';

/** What an id looks like: it will name branches, folders and refs. */
export const ID_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._/-]*$/;

interface Identified {
  readonly id: string;
  readonly line: number;
}

/** An id for each unit that no other has: its own where that can be used, else one made from it. */
export function distinctIds(
  units: readonly Identified[],
  what: 'phase' | 'subtask',
  findings: Finding[],
): string[] {
  const wanted = new Set(units.map(unit => unit.id));
  const used = new Set<string>();
  const counters = new Map<string, number>();
  /** Counts on from the last number given to the stem, so that many equal ids stay cheap. */
  const fresh = (stem: string, first: number): string => {
    let number = counters.get(stem) ?? first;
    const name = (): string => (stem === '' ? String(number) : `${stem}-${number}`);
    while (used.has(name()) || wanted.has(name())) number += 1;
    counters.set(stem, number + 1);
    return name();
  };
  return units.map(unit => {
    let { id } = unit;
    if (id.length > LIMITS.idCharacters || !ID_PATTERN.test(id)) {
      findings.push(invalidId(unit, what));
      id = fresh('', 1);
    } else if (used.has(id)) {
      id = fresh(id.slice(0, LIMITS.idCharacters - 8), 2);
      findings.push(duplicateId(unit, what, id));
    }
    used.add(id);
    return id;
  });
}

/** Ids of subtasks, with the phase in front (`2/1`) where the same one stands in several phases. */
export function qualifiedIds(subtasks: readonly { readonly id: string; readonly phase: string }[]): string[] {
  const phasesWith = new Map<string, Set<string>>();
  for (const { id, phase } of subtasks) {
    const phases = phasesWith.get(id) ?? new Set();
    phasesWith.set(id, phases.add(phase));
  }
  return subtasks.map(({ id, phase }) => (phasesWith.get(id)!.size > 1 ? `${phase}/${id}` : id));
}

const duplicateId = ({ id, line }: Identified, what: string, distinct: string): Finding => ({
  severity: 'warning',
  code: 'duplicate-id',
  message: `two ${what}s have the id "${id}"; this one is called "${distinct}"`,
  line,
  hint: 'Name them differently so that dependencies can name each of them.',
});

const invalidId = ({ id, line }: Identified, what: string): Finding => ({
  severity: 'error',
  code: 'invalid-id',
  message: `the ${what} id ${JSON.stringify(id.slice(0, 40))} cannot be used`,
  line,
  hint: `Use letters, digits, ".", "/", "-" and "_", at most ${LIMITS.idCharacters} characters.`,
});
