import { randomInt } from 'node:crypto';

/** Easy to type and to tell apart; no vowels, so that no words come about. */
const LETTERS = '23456789bcdfghjkmnpqrstvwxz';
const LENGTH = 5;

export function newRunId(isTaken: (id: string) => boolean): string {
  for (;;) {
    const id = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    // An id of digits alone would be taken for a number by people and by shells.
    if (/[a-z]/.test(id) && !isTaken(id)) return id;
  }
}
