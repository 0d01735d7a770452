import { describe, expect, it } from 'vitest';
import { mermaid } from '../../../src/view/graph/mermaid.ts';
import { EMPTY, HOSTILE, SINGLE, SIX, SKIP, viewOf, WIDE } from './views.ts';

describe('mermaid', () => {
  it('writes nodes, a subgraph for the parallel batch, edges and classes [004-08]', () => {
    expect(`\n${mermaid(SIX)}`).toMatchInlineSnapshot(`
      "
      graph TD
        P0["Phase 0: Bootstrap"]
        P1["Phase 1: Setup"]
        P3["Phase 3: Integration"]
        subgraph batch1["Parallel"]
          P2A["Phase 2a: Backend"]
          P2B["Phase 2b: Frontend"]
          P2C["Phase 2c: Tests"]
        end
        P0 ==> P1
        P1 ==> P2A
        P1 --> P2B
        P1 --> P2C
        P2A ==> P3
        P2B --> P3
        P2C --> P3
        classDef batch fill:#f2f6fd,stroke:#c3d4f8,color:#3a4656
        class batch1 batch
        classDef parallel fill:#e1f0fe,stroke:#4a86c5,color:#12263a
        class P2A,P2B,P2C parallel
        classDef done fill:#dff5e6,stroke:#2f855a,color:#12331f
        class P0 done
        classDef critical stroke:#d4501c,stroke-width:3px
        class P0,P1,P2A,P3 critical
      "
    `);
  });

  it('writes a single phase', () => {
    expect(`\n${mermaid(SINGLE)}`).toMatchInlineSnapshot(`
      "
      graph TD
        P1["Phase 1: Only"]
        classDef critical stroke:#d4501c,stroke-width:3px
        class P1 critical
      "
    `);
  });

  it('writes an empty graph for no phases', () => {
    expect(mermaid(EMPTY)).toBe('graph TD\n');
  });

  it('keeps an edge that skips a level', () => {
    expect(mermaid(SKIP)).toContain('  P1 --> P3\n');
  });

  it('holds all edges of a wide level', () => {
    expect(mermaid(WIDE).match(/^ {2}\S+ (?:-->|==>) \S+$/gm)).toHaveLength(60);
  });

  it('lets no title out of its label', () => {
    for (const line of mermaid(HOSTILE).trimEnd().split('\n')) expect(line).toMatch(STATEMENT);
  });

  it('tells ids apart that differ only in case or punctuation', () => {
    const ids = ['1.a', '1-a', '1_A', '1/a', '1_a_2', '1_a_3'];
    const text = mermaid(
      viewOf(
        'Ids',
        ids.map(id => [id, 'Same'] as const),
      ),
    );
    const names = [...text.matchAll(/^ +(\w+)\["/gm)]
      .map(match => match[1])
      .filter(name => name !== 'batch1');
    expect(names).toEqual(['P1_A', 'P1_A_2', 'P1_A_3', 'P1_A_4', 'P1_A_2_2', 'P1_A_3_2']);
  });
});

/** Inside quotes: no quote, no markup, and `#` only as the start of an entity. */
const LABEL = '"(?:[^"#&<>`\\\\|{}[\\]%;\\p{Cc}\\p{Zl}\\p{Zp}]|#(?:quot|amp|lt|gt|\\d+);)*"';
const STATEMENT = new RegExp(
  `^(?:graph TD| {2}(?: {2})?P\\w+\\[${LABEL}\\]| {2}subgraph batch\\d+\\["Parallel"\\]| {2}end| {2}P\\w+ (?:-->|==>) P\\w+| {2}classDef \\w+ [\\w:#,-]+| {2}class [\\w,]+ \\w+)$`,
  'u',
);
