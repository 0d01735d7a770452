import { describe, expect, it } from 'vitest';
import { ascii } from '../../../src/view/graph/ascii.ts';
import type { GraphView } from '../../../src/view/graph/input.ts';
import { displayWidth } from '../../../src/view/graph/text.ts';
import { EMPTY, HOSTILE, LANES, PARTIAL, SINGLE, SIX, SKIP, viewOf, WIDE } from './views.ts';

/** A leading line break keeps the snapshot's first line in place. */
const drawn = (view: GraphView, options = {}): string => `\n${ascii(view, options)}`;

describe('ascii', () => {
  it('draws levels from top to bottom and marks what runs in parallel [004-08]', () => {
    expect(drawn(SIX)).toMatchInlineSnapshot(`
      "
      Execution order
      ===============

                  [0: Bootstrap (done)]
                            |
                            v
                       [1: Setup]
                            |
            +---------------+---------------+
            v               v               v
      [2a: Backend]   [2b: Frontend]   [2c: Tests]   <- parallel
            |               |               |
            +---------------+---------------+
                            v
                    [3: Integration]
      "
    `);
  });

  it('draws boxes and arrows in Unicode', () => {
    expect(drawn(SIX, { unicode: true })).toMatchInlineSnapshot(`
      "
      Execution order
      ═══════════════

                      ╭────────────────╮
                      │ 0: Bootstrap ✓ │
                      ╰────────┬───────╯
                               ▼
                         ╭──────────╮
                         │ 1: Setup │
                         ╰─────┬────╯
             ╭─────────────────┼─────────────────╮
             ▼                 ▼                 ▼
      ╭─────────────╮   ╭──────────────╮   ╭───────────╮
      │ 2a: Backend │   │ 2b: Frontend │   │ 2c: Tests │   ← parallel
      ╰──────┬──────╯   ╰──────┬───────╯   ╰─────┬─────╯
             ╰─────────────────┼─────────────────╯
                               ▼
                      ╭────────────────╮
                      │ 3: Integration │
                      ╰────────────────╯
      "
    `);
  });

  it('draws a single phase', () => {
    expect(drawn(SINGLE)).toMatchInlineSnapshot(`
      "
      One
      ===

      [1: Only]
      "
    `);
  });

  it('says so when there are no phases', () => {
    expect(drawn(EMPTY)).toMatchInlineSnapshot(`
      "
      Nothing
      =======

      (no phases)
      "
    `);
  });

  it('says in words which edge skips a level', () => {
    expect(drawn(SKIP)).toMatchInlineSnapshot(`
      "
      Skip
      ====

      [1: Schema]
           |
           v
      [2: Store]
           |
           v
      [3: Report]   <- also needs 1
      "
    `);
  });

  it('says in words what each needs where not all need all', () => {
    expect(drawn(PARTIAL)).toMatchInlineSnapshot(`
      "
      Partial
      =======

              [1: Schema]
                   |
           +-------+------+
           v              v
      [2a: Store]    [2b: Queue]   <- parallel

               / [3a: Reader]   <- parallel; needs 2a
               \\ [3b: Writer]   <- parallel; needs 2a, 2b
                   |
                   v
              [4: Report]   <- also needs 1
      "
    `);
  });

  it('keeps independent lanes apart', () => {
    expect(drawn(LANES)).toMatchInlineSnapshot(`
      "
      Lanes
      =====

                        [1: Split]
                             |
                +------------+-----------+
                v                        v
      [2a: Parse the input]         [2b: Draw]   <- parallel
                |                        |
                v                        v
           [3a: Check]        [3b: Print everything]   <- parallel
                |                        |
                +-----------+------------+
                            v
                        [4: Join]
      "
    `);
  });

  it('folds a level of 30', () => {
    const lines = ascii(WIDE).split('\n');
    expect(lines.slice(0, 9)).toMatchInlineSnapshot(`
      [
        "Fan-out",
        "=======",
        "",
        "[start: Start]",
        "       |",
        "       v",
        "   / [w1: Worker number 1]     <- parallel",
        "   | [w2: Worker number 2]",
        "   | [w3: Worker number 3]",
      ]
    `);
    expect(lines.slice(33)).toMatchInlineSnapshot(`
      [
        "   | [w28: Worker number 28]",
        "   | [w29: Worker number 29]",
        "   \\ [w30: Worker number 30]",
        "       |",
        "       v",
        "[end: Collect]",
        "",
      ]
    `);
  });

  it('names parallel batches that are not the whole level', () => {
    const batches = [
      { type: 'parallel', phases: ['2a', '2b'] },
      { type: 'sequential', phases: ['2c'] },
    ] as const;
    expect(ascii({ ...SIX, batches })).toContain('[2c: Tests]   <- parallel: 2a, 2b\n');
    expect(ascii({ ...SIX, batches }, { width: 40 })).toContain('[2b: Frontend]   <- parallel group 1\n');
  });

  it('does not call phases parallel that run one after another', () => {
    const batches = [{ type: 'sequential', phases: ['0', '1', '2a', '2b', '2c', '3'] }] as const;
    expect(ascii({ ...SIX, batches })).not.toContain('parallel');
  });

  it('lists the needs of phases in a cycle', () => {
    const phases = SKIP.phases.map(phase => (phase.id === '2' ? { ...phase, dependsOn: ['1', '3'] } : phase));
    const text = ascii({
      ...SKIP,
      phases,
      levels: [['1']],
      batches: [{ type: 'sequential', phases: ['1'] }],
    });
    expect(text).toContain('<- 2 also needs 3; 3 also needs 2\n');
  });

  it('shortens titles by the columns they take', () => {
    const wide = viewOf('幅', [['1', '日本語'.repeat(30)]]);
    const [, , , box] = ascii(wide, { width: 40, unicode: true }).split('\n');
    expect(displayWidth(box!)).toBeLessThanOrEqual(40);
    expect(ascii(wide, { width: 40 })).toContain('[1: 日本語日本語日本語日本語日本語日...]');
  });

  it.each([40, 60, 80, 133])('stays within %i columns and free of control characters', width => {
    for (const view of [SIX, WIDE, PARTIAL, LANES, HOSTILE]) {
      for (const unicode of [false, true]) {
        const lines = ascii(view, { width, unicode }).split('\n');
        expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(width);
        expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E]/u);
        for (const { id } of view.phases) expect(boxes(lines, id), `${id} at ${width}`).toBe(1);
      }
    }
  });

  it('turns into a list by level above 200 phases', () => {
    const many = viewOf(
      'Many',
      Array.from({ length: 201 }, (_, at) => [`p${at}`, `Part ${at}`, at < 2 ? '' : 'p0 p1'] as const),
    );
    const lines = ascii(many).split('\n');
    expect(lines.slice(0, 9)).toMatchInlineSnapshot(`
      [
        "Many",
        "====",
        "",
        "Level 1 (2 phases, parallel)",
        "  p0: Part 0",
        "  p1: Part 1",
        "",
        "Level 2 (199 phases, parallel)",
        "  p2: Part 2   <- needs p0, p1",
      ]
    `);
  });

  it('wraps long lists of needs', () => {
    const names = Array.from({ length: 12 }, (_, at) => `package/number-${at}`);
    const view = viewOf('Long', [
      ...names.map(id => [id, ''] as const),
      ['mid', '', names[0]!],
      ['end', 'End', `mid ${names.slice(1).join(' ')}`],
    ]);
    expect(ascii(view)).toMatch(
      /\[end: End\]\n +<- also needs package\/number-1, .*,\n +package\/number-4, /,
    );
  });
});

/** How often the id stands in a box of its own. */
function boxes(lines: readonly string[], id: string): number {
  const box = new RegExp(`[[│] ?${id.replace('/', '\\/')}(?::| ?[\\]│]| \\(done\\)| ✓)`, 'g');
  return lines.join('\n').match(box)?.length ?? 0;
}
