import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ascii } from '../../../src/view/graph/ascii.ts';
import { readEdges } from './read-ascii.ts';
import { LANES, PARTIAL, type PhaseSpec, SIX, SKIP, viewOf, WIDE } from './views.ts';

describe('ascii read back', () => {
  it.each(Object.entries({ SIX, SKIP, PARTIAL, LANES, WIDE }))('tells exactly the edges of %s', (_, view) => {
    expect([...readEdges(ascii(view))].sort()).toEqual(edgesOf(view.phases));
  });

  it('tells exactly the edges of any plan', () => {
    fc.assert(
      fc.property(plans, fc.integer({ min: 40, max: 100 }), (specs, width) => {
        const view = viewOf('Any', specs);
        expect([...readEdges(ascii(view, { width }))].sort()).toEqual(edgesOf(view.phases));
      }),
      { numRuns: 500 },
    );
  });
});

function edgesOf(
  phases: readonly { readonly id: string; readonly dependsOn: readonly string[] }[],
): string[] {
  return phases.flatMap(phase => [...new Set(phase.dependsOn)].map(need => `${need}>${phase.id}`)).sort();
}

/** Plans in which a phase may need any that come before it, often all of the last few. */
const plans = fc
  .array(
    fc.record({
      title: fc.stringMatching(/^[A-Z][a-z]{0,20}$/),
      back: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 16 },
  )
  .map(list =>
    list.map(({ title, back }, at): PhaseSpec => {
      const needs = back.filter(step => step <= at).map(step => `n${at - step}`);
      return [`n${at}`, title, [...new Set(needs)].join(' ')];
    }),
  );
