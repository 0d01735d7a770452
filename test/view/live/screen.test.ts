import { describe, expect, it } from 'vitest';
import { START } from '../../../src/view/live/press.ts';
import type { Scene, Ui } from '../../../src/view/live/scene.ts';
import { screenLines } from '../../../src/view/live/screen.ts';
import {
  busy,
  COLOURED,
  drafted,
  failed,
  held,
  large,
  proposed,
  sceneOf,
  screenOf,
  stalled,
} from './scenes.ts';

const shown = (scene: Scene, columns: number, rows: number, ui: Partial<Ui> = {}): string =>
  `${screenLines(scene, { ...START, ...ui }, screenOf(columns, rows))
    .map(line => line.trimEnd())
    .join('\n')}\n`;

const SIZES = [60, 80, 120, 200].flatMap(columns => [8, 24, 60].map(rows => ({ columns, rows })));

describe('the live view', () => {
  it.each(SIZES)('of a run under way, $columns × $rows', async ({ columns, rows }) => {
    await expect(shown(busy(), columns, rows)).toMatchFileSnapshot(`golden/busy-${columns}x${rows}.txt`);
  });

  it.each([
    { name: 'waits', scene: stalled() },
    { name: 'failed', scene: failed() },
    { name: 'held', scene: sceneOf(held().state()) },
    { name: 'proposed', scene: sceneOf(proposed().state()) },
    { name: 'drafting', scene: drafted(false) },
    { name: 'drafted', scene: drafted(true) },
    { name: 'large', scene: large(200) },
  ])('of a run that is: $name', async ({ name, scene }) => {
    const text = [shown(scene, 60, 8), shown(scene, 100, 24)].join('\n');
    await expect(text).toMatchFileSnapshot(`golden/${name}.txt`);
  });

  it('counts the subtasks of each phase and the phases of each group, with an icon each [000-25]', () => {
    const lines = shown(busy(), 100, 40).split('\n');
    const row = (pattern: RegExp): string =>
      lines.find(line => pattern.test(line)) ?? expect.fail(`no ${pattern}`);
    expect(row(/ group 1 /)).toMatch(/^ ✓ group 1 +1\/1$/);
    expect(row(/ 1 {3}Set up/)).toMatch(/^ {3}✓ 1 .* 2\/2 /);
    expect(row(/ group 2 /)).toMatch(/^ ● group 2 \(parallel\) +0\/2$/);
    expect(row(/ 2a {2}/)).toMatch(/^ {3}● 2a .* 1\/3 /);
    expect(row(/ 2b {2}/)).toMatch(/^ {3}● 2b .* 0\/2 /);
    expect(row(/ 3 {3}Serve/)).toMatch(/^ {3}○ 3 .* 0\/2 /);
    expect(lines).toContain('     ├ ✓ [test] store tests');
    expect(lines).toContain('     ├ ● [impl] store');
    expect(row(/ group 3 /)).toMatch(/^ ○ group 3 +0\/1 +after group 2$/);
    const failing = shown(failed(), 100, 40);
    expect(failing).toMatch(/^ ✗ group 2 \(parallel\) +1\/2$/m);
    expect(failing).toMatch(/^ {3}✗ 2a .* 0\/3 /m);
    expect(failing).toMatch(/^ {3}⊘ 3 .* 0\/2 /m);
  });

  it('marks the selected phase without colours, too, and turns it around with them', () => {
    const scene = busy();
    expect(shown(scene, 80, 24, { selected: 2 })).toMatch(/^› {2}● 2b /m);
    const lines = screenLines(scene, { ...START, selected: 2 }, screenOf(80, 24, COLOURED));
    const selected = lines.filter(line => line.includes('\x1B[7m'));
    expect(selected).toHaveLength(1);
    expect(selected[0]).toContain('2b');
  });

  it('sets no background and neither black nor white, so that it can be read on any', () => {
    const codes = [busy(), stalled(), failed(), drafted(true)]
      .flatMap(scene => screenLines(scene, { ...START, selected: 0 }, screenOf(120, 40, COLOURED)))
      .flatMap(line => [...line.matchAll(/\x1B\[([\d;]*)m/g)].map(([, code]) => Number(code)));
    expect(codes.length).toBeGreaterThan(50);
    expect(new Set(codes)).toEqual(new Set([...new Set(codes)].filter(code => ALLOWED.has(code))));
  });
  const ALLOWED = new Set([0, 1, 2, 22, 7, 27, 31, 32, 33, 34, 39]);

  it('shows the selected phase of a thousand wherever it is', () => {
    const scene = large(1_000);
    for (const selected of [0, 1, 499, 998, 999]) {
      expect(shown(scene, 80, 24, { selected })).toMatch(new RegExp(`^› {2}. p${selected} `, 'm'));
      expect(shown(scene, 40, 6, { selected })).toMatch(new RegExp(`^› {2}. p${selected} `, 'm'));
    }
  });

  it('follows what is under way, with the name of its group', () => {
    const text = shown(large(1_000), 80, 24);
    expect(text).toMatch(/^ {3}● p333 /m);
    expect(text).toMatch(/^ ● group 34 /m);
  });

  it('scrolls the log and says how much came later', () => {
    const scene = { ...busy(), log: Array.from({ length: 50 }, (_, index) => `line ${index}.`) };
    expect(shown(scene, 80, 24)).toContain(' line 49.\n');
    const back = shown(scene, 80, 24, { logBack: 10 });
    expect(back).toContain(' line 39.\n');
    expect(back).not.toContain(' line 40.');
    expect(back).toContain('── log, 10 later ──');
    expect(shown(scene, 80, 24, { logBack: 1_000 })).toContain(' line 0.\n');
  });

  it('tells who is at work on what, with the attempt', () => {
    const text = shown(busy(), 120, 24);
    expect(text).toMatch(/2a .* 1 min 12 s {2}attempt 2 · claude sonnet-5$/m);
    expect(text).toContain('     │ developer: $ Bash npm test\n');
  });

  it('does not go on telling what was done last in a phase that waits for a person', () => {
    const activities = [{ phase: '1', attempt: 1, source: 'reviewer', line: 'reads a.ts' }];
    const scene = sceneOf(held().state(), { activities });
    const text = shown(scene, 80, 24);
    expect(text).toContain('└ every phase waits for a person before it lands');
    expect(text).not.toContain('reads a.ts');
  });

  it('says interrupted of a run that nobody drives', () => {
    const scene = busy();
    const text = shown({ ...scene, view: { ...scene.view, driver: null } }, 80, 24);
    expect(text).toContain('○ interrupted');
    expect(text).toContain('p resume');
  });

  it('shows a question with what was typed in the place of the keys, and a notice until the next key', () => {
    const about = { type: 'reject', phase: '3', message: '' } as const;
    const question = {
      kind: 'words',
      need: '',
      text: 'why',
      typed: 'too slow',
      needed: true,
      about,
    } as const;
    expect(shown(busy(), 60, 8, { question }).split('\n').at(-2)).toBe(' why: too slow▏');
    expect(shown(busy(), 60, 8, { notice: 'no such thing' }).split('\n').at(-2)).toBe(' no such thing');
  });
});
