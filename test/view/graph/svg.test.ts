import { describe, expect, it } from 'vitest';
import { svg } from '../../../src/view/graph/svg.ts';
import { clean } from '../../../src/view/graph/text.ts';
import {
  EMPTY,
  HOSTILE,
  HOSTILE_TITLES,
  LANES,
  PARTIAL,
  type PhaseSpec,
  SINGLE,
  SIX,
  SKIP,
  subtasks,
  viewOf,
  WIDE,
} from './views.ts';
import { xmlError, xmlText } from './well-formed.ts';

describe('svg', () => {
  it.each(Object.entries({ EMPTY, SINGLE, SIX, WIDE, SKIP, PARTIAL, LANES, HOSTILE }))(
    'is a well-formed picture of %s',
    async (_, view) => {
      for (const direction of ['right', 'down'] as const) {
        const text = await svg(view, { direction });
        expect(xmlError(text)).toBeNull();
        expect(text).not.toMatch(/NaN|undefined|Infinity/);
        expect(text.match(/class="pw-card[ "]/g) ?? []).toHaveLength(view.phases.length);
      }
    },
  );

  it('says what it is to those who cannot see it', async () => {
    const text = await svg(SIX);
    expect(text).toMatch(/^<svg [^>]*role="img" aria-label="Execution order: 6 phases · 4 levels · 1 done">/);
    expect(xmlText(text)).toContain('\n3: Integration\nneeds 2a, 2b, 2c\n');
  });

  it('shows states, the critical path and the parallel batch, and explains only those it shows', async () => {
    const text = await svg(SIX);
    expect(text).toContain('<g class="pw-card pw-done pw-critical"');
    expect(text.match(/class="pw-edge pw-hot"/g)).toHaveLength(3);
    expect(text).toMatch(/<rect class="pw-region" x="[^"]+" y="[^"]+" width="\d{3}/);
    expect(legend(text)).toEqual(['critical path', 'side by side', 'done']);
    expect(legend(await svg(SINGLE))).toEqual([]);
  });

  it('shows what there is to know of a phase', async () => {
    const one = viewOf('One', [['1', 'Only', '', { subtasks: subtasks(3), estimate: 2.5, optional: true }]]);
    expect(xmlText(await svg(one, { estimateUnit: 'hours' }))).toContain('\n3 subtasks · 2.5 h · optional\n');
    expect(xmlText(await svg(one, { estimateUnit: 'points' }))).toContain('3 subtasks · 2.5 points');
    expect(xmlText(await svg(one))).toContain('3 subtasks · estimate 2.5');
  });

  it('marks a parallel batch by number where its cards stand apart', async () => {
    const batches = [{ type: 'parallel', phases: ['2a', '2c'] }] as const;
    const text = await svg({ ...SIX, batches });
    expect(text.match(/class="pw-number"/g)).toHaveLength(2);
    expect(legend(text)).toContain('side by side with the same number');
    expect(text).not.toContain('<rect class="pw-region"');
  });

  it('leaves out implied edges and says so', async () => {
    const text = await svg(SKIP);
    expect(text.match(/class="pw-head[ "]/g)).toHaveLength(2);
    expect(text).toContain('<desc>Arrows lead from a phase to those that need it. Left out');
    expect(await svg(SIX)).toContain('need it.</desc>');
  });

  it('leads edges of all to all through one point', async () => {
    const text = await svg(
      viewOf(
        'All',
        [...'abc'].map((id): PhaseSpec => [id, '']).concat([...'def'].map(id => [id, '', 'a b c'])),
      ),
    );
    expect(text.match(/class="pw-hub/g)).toHaveLength(1);
    expect(text.match(/class="pw-edge/g)).toHaveLength(6);
  });

  it('keeps hostile titles as text', async () => {
    const text = await svg(HOSTILE);
    const content = xmlText(text);
    for (const [at, title] of HOSTILE_TITLES.entries()) {
      expect(content).toContain(title === '' ? `\nh/${at}\n` : `\nh/${at}: ${clean(title)}\n`);
    }
    expect(text).not.toMatch(/<script|<br|<!--/);
  });

  it('draws a cycle', async () => {
    const phases = SKIP.phases.map(phase => (phase.id === '2' ? { ...phase, dependsOn: ['1', '3'] } : phase));
    const text = await svg({ ...SKIP, phases, levels: [['1']] });
    expect(xmlError(text)).toBeNull();
    expect(text.match(/class="pw-head[ "]/g)).toHaveLength(4);
  });

  it('gives equal text for equal views', async () => {
    expect(await svg(PARTIAL)).toBe(await svg(structuredClone(PARTIAL)));
  });

  it.each([
    ['very many phases', grid(1_200, 30, 2)],
    ['very many edges between two levels', grid(120, 60, 30)],
  ])('draws %s in plain columns', async (_, view) => {
    const text = await svg(view);
    expect(xmlError(text)).toBeNull();
    expect(text).toContain('only the latest is drawn');
    expect(text.match(/class="pw-card[ "]/g)).toHaveLength(view.phases.length);
    expect(text.match(/class="pw-head[ "]/g)).toHaveLength(
      view.phases.filter(p => p.dependsOn.length > 0).length,
    );
  });
});

function legend(text: string): string[] {
  return [...text.matchAll(/class="pw-legend"[^>]*>([^<]*)</g)].map(match => match[1]!);
}

/** Levels of `width`, each phase needing `degree` of the level before. */
function grid(count: number, width: number, degree: number) {
  return viewOf(
    'Grid',
    Array.from({ length: count }, (_, at): PhaseSpec => {
      const start = (Math.floor(at / width) - 1) * width;
      const needs = Array.from({ length: degree }, (_, k) => `p${start + ((at * 7 + k) % width)}`);
      return [`p${at}`, `Part ${at}`, start < 0 ? '' : [...new Set(needs)].join(' ')];
    }),
  );
}
