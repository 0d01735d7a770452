import fc from 'fast-check';
import { expect, it } from 'vitest';
import { heapPop, heapPush } from '../../../src/plan/graph/heap.ts';

it('gives back what was put in, smallest first', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), values => {
      const heap: number[] = [];
      for (const value of values) heapPush(heap, value);
      expect(values.map(() => heapPop(heap))).toEqual(values.toSorted((a, b) => a - b));
      expect(heapPop(heap)).toBeUndefined();
    }),
  );
});

it('stays a heap while values come and go', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat(20))), steps => {
      const heap: number[] = [];
      let model: number[] = [];
      for (const step of steps) {
        if (step === null) {
          expect(heapPop(heap)).toBe(model[0]);
          model = model.slice(1);
        } else {
          heapPush(heap, step);
          model = [...model, step].sort((a, b) => a - b);
        }
      }
    }),
  );
});
