import { describe, expect, it } from 'vitest';
import { dot } from '../../../src/view/graph/dot.ts';
import { EMPTY, HOSTILE, SINGLE, SIX, SKIP, WIDE } from './views.ts';

describe('dot', () => {
  it('writes nodes, a cluster for the parallel batch and a bold critical path', () => {
    expect(`\n${dot(SIX)}`).toMatchInlineSnapshot(`
      "
      digraph plan {
        rankdir=TB;
        label="Execution order"; labelloc=t; fontname="Helvetica,Arial,sans-serif";
        node [shape=box, style="rounded,filled", fillcolor="#ffffff", color="#8a94a3", fontname="Helvetica,Arial,sans-serif"];
        edge [color="#8a94a3"];
        "0" [label="0: Bootstrap", fillcolor="#dff5e6", color="#d4501c", penwidth=2.5];
        "1" [label="1: Setup", color="#d4501c", penwidth=2.5];
        "3" [label="3: Integration", color="#d4501c", penwidth=2.5];
        subgraph cluster_1 {
          label="parallel"; style="rounded,filled"; color="#c5d6fb"; fillcolor="#eaf1ff";
          "2a" [label="2a: Backend", color="#d4501c", penwidth=2.5];
          "2b" [label="2b: Frontend"];
          "2c" [label="2c: Tests"];
        }
        "0" -> "1" [style=bold, penwidth=2.5, color="#d4501c"];
        "1" -> "2a" [style=bold, penwidth=2.5, color="#d4501c"];
        "1" -> "2b";
        "1" -> "2c";
        "2a" -> "3" [style=bold, penwidth=2.5, color="#d4501c"];
        "2b" -> "3";
        "2c" -> "3";
      }
      "
    `);
  });

  it('writes a single phase', () => {
    expect(dot(SINGLE)).toContain('  "1" [label="1: Only", color="#d4501c", penwidth=2.5];\n}\n');
  });

  it('writes an empty graph for no phases', () => {
    expect(dot(EMPTY)).toMatch(/^digraph plan \{\n(?: {2}.*;\n)+\}\n$/);
  });

  it('keeps an edge that skips a level', () => {
    expect(dot(SKIP)).toContain('  "1" -> "3";\n');
  });

  it('holds all edges of a wide level', () => {
    expect(dot(WIDE).match(/ -> /g)).toHaveLength(60);
  });

  it('lets no title out of its quotes', () => {
    const text = dot(HOSTILE);
    expect(text.replace(/"(?:[^"\\\n]|\\["\\])*"/g, 'S')).toMatch(/^[\w\s.{}[\]=,;>-]+$/);
    expect(text).toContain(
      'label="h/7: %%{init: {\\"theme\\":\\"dark\\"}}%% ; #quot; #35; \\\\\\" \\\\N \\\\"',
    );
    expect(text).not.toMatch(/&(?!amp;)/);
  });
});
