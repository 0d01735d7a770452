import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nextRescueRef, rescuePrefix } from '../../src/git/ref-names.ts';

const RUN = 'r1';

/** Names that we make, and those that others may have put beside them. */
const ends = fc.oneof(
  fc.nat(20).map(String),
  fc.constantFrom('NaN', 'git-0123456789ab', '', '-1', '1.5', '3/x', '007', '9'.repeat(9), '9'.repeat(40)),
  fc.stringMatching(/^[0-9a-z]{1,12}$/),
);
const refs = fc.record({ slot: fc.nat(11), end: ends }).map(({ slot, end }) => `${slot}-${end}`);

it('a rescue has a name that is free and follows on all others of its workspace', () => {
  fc.assert(
    fc.property(fc.array(refs), fc.array(fc.nat(11), { maxLength: 30 }), (others, slots) => {
      const taken = new Set(others.map(name => `${rescuePrefix(RUN)}${name}`));
      const made = new Map<number, number>();
      for (const slot of slots) {
        const ref = nextRescueRef(RUN, slot, taken);
        expect(taken).not.toContain(ref);
        expect([...taken].filter(other => other.startsWith(`${ref}/`))).toEqual([]);
        const number = new RegExp(`^${rescuePrefix(RUN)}${slot}-(\\d+)$`).exec(ref)?.[1];
        expect(Number(number)).toBeGreaterThan(made.get(slot) ?? 0);
        made.set(slot, Number(number));
        taken.add(ref);
      }
    }),
    { numRuns: 500 },
  );
});
