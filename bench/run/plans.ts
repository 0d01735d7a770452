import { EMPTY_PHASE, EMPTY_PLAN, type Plan } from '../../src/plan/model.ts';

/** Layers of `width` phases, each of which depends on all of the layer before. */
export function layered(count: number, width: number): Plan {
  const phases = Array.from({ length: count }, (_, index) => {
    const start = (Math.floor(index / width) - 1) * width;
    const dependsOn = start < 0 ? [] : Array.from({ length: width }, (_, i) => String(start + i));
    return { ...EMPTY_PHASE, id: String(index), title: `Phase ${index}`, dependsOn };
  });
  return { ...EMPTY_PLAN, title: 'Layers', phases };
}

export const independent = (count: number): Plan => layered(count, count);
