/**
 * Slots with a purpose of their own have negative numbers and a folder with a name: that of commit hooks, and those that
 * checks run in, which no agent ever works in.
 */
export const HOOKS_SLOT = -1;

/** The number of the check slot that comes at this place, from 1. */
export const checkSlot = (place: number): number => HOOKS_SLOT - place;

export const isCheckSlot = (number: number): boolean => number < HOOKS_SLOT;

/** The name of a slot's folder. */
export function slotName(number: number): string {
  if (number === HOOKS_SLOT) return 'hooks';
  return isCheckSlot(number) ? `check-${HOOKS_SLOT - number}` : String(number);
}

/** The slot whose folder has this name; null for any other folder. */
export function slotNamed(name: string): number | null {
  if (name === slotName(HOOKS_SLOT)) return HOOKS_SLOT;
  const [, kind = '', digits] = /^(check-)?(\d{1,9})$/.exec(name) ?? [];
  if (digits === undefined) return null;
  return kind === '' ? Number(digits) : checkSlot(Number(digits));
}
