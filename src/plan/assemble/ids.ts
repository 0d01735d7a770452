import { LIMITS } from '../limits.ts';
import type { Draft, Finding } from '../recognise/draft.ts';

const USABLE = /^[A-Za-z0-9][A-Za-z0-9._/-]*$/;

/** Gives each draft an id that no other has: its own where it can, else one made from it. */
export function uniqueIds(
  drafts: readonly Draft[],
  findings: Finding[],
  what: 'phase' | 'subtask',
): string[] {
  const taken = new Set(drafts.map(draft => draft.id).filter(Boolean));
  const used = new Set<string>();
  let next = 0;
  const fresh = (): string => {
    do next += 1;
    while (taken.has(String(next)));
    return String(next);
  };
  return drafts.map(draft => {
    let id = draft.id || fresh();
    if (id.length > LIMITS.idCharacters || !USABLE.test(id)) {
      findings.push(invalidId(draft, what));
      id = fresh();
    }
    if (used.has(id)) {
      const distinct = firstFree(id, used, taken);
      findings.push(duplicateId(draft, what, distinct));
      id = distinct;
    }
    used.add(id);
    return id;
  });
}

function firstFree(id: string, used: ReadonlySet<string>, taken: ReadonlySet<string>): string {
  const stem = id.slice(0, LIMITS.idCharacters - 8);
  let number = 2;
  while (used.has(`${stem}-${number}`) || taken.has(`${stem}-${number}`)) number += 1;
  return `${stem}-${number}`;
}

const duplicateId = (draft: Draft, what: string, distinct: string): Finding => ({
  severity: 'warning',
  code: 'duplicate-id',
  message: `two ${what}s have the id "${draft.id}"; this one is called "${distinct}"`,
  line: draft.line,
  hint: 'Number them differently so that dependencies can name each of them.',
});

const invalidId = (draft: Draft, what: string): Finding => ({
  severity: 'error',
  code: 'invalid-id',
  message: `the ${what} id "${draft.id.slice(0, 40)}" cannot be used`,
  line: draft.line,
  hint: `Use letters, digits, ".", "-" and "_", at most ${LIMITS.idCharacters} characters.`,
});
