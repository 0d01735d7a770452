import { printable } from '../base/printable.ts';
import type { Phase } from '../plan/model.ts';
import { mustsOf } from '../run/policy/revision.ts';
import type { Proposal } from '../run/step.ts';
import { confirm } from './confirm.ts';
import type { Desk } from './desk.ts';

/** Of an item or its reason, in characters. */
const MAX_ITEM_CHARACTERS = 500;

/** What a smaller scope leaves out of the phase, a line each; what leaves no choice by its words is marked. */
export function droppedLines(phase: Phase, { dropped }: Proposal): string[] {
  const musts = new Set(mustsOf(phase));
  return dropped.map(
    ({ what, reason }) =>
      `phase ${printable(phase.id)} leaves out${musts.has(what) ? ' what must be' : ''}: ${brief(what)} (${brief(reason)})`,
  );
}

/** Whether a person agrees to each of them; the first no is one to all. */
export async function acknowledge(musts: readonly string[], desk: Desk): Promise<boolean> {
  for (const [index, what] of musts.entries()) {
    const message = `${index + 1} of ${musts.length}: do without "${brief(what)}"?`;
    if (!(await confirm(message, desk))) return false;
  }
  return true;
}

const brief = (text: string): string =>
  printable(
    text.length <= MAX_ITEM_CHARACTERS ? text : `${text.slice(0, MAX_ITEM_CHARACTERS).toWellFormed()}…`,
  );
