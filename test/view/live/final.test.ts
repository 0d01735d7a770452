import { describe, expect, it } from 'vitest';
import { finalText } from '../../../src/view/live/final.ts';
import type { Scene } from '../../../src/view/live/scene.ts';
import { busy, drafted, failed, held, large, proposed, sceneOf, screenOf, stalled } from './scenes.ts';

describe('what is left on the terminal', () => {
  it('is the header and the whole tree, however small the screen was', () => {
    expect(finalText(failed(), screenOf(80, 8))).toMatchInlineSnapshot(`
      " k7m2 Link shortener                           ✗ halted · 2/6 done · 9 min 00 s
       failed: 2a
       phasewright/k7m2
       tokens unknown · cost unknown
      ────────────────────────────────────────────────────────────────────────────────
       ✓ group 1                                     1/1
         ✓ 1   Set up the project         impl       2/2  3 min 00 s  1111111
       ✗ group 2 (parallel)                          1/2
         ✗ 2a  Store links in memory      test+impl  0/3  3 min 00 s  tests: the stor…
         ✓ 2b  Shorten URLs               test+impl  2/2  6 min 00 s  3333333
       ⊘ group 3                                     0/1
         ⊘ 3   Serve redirects over HTTP  test+impl  0/2              by 2a
       ⊘ group 4 (parallel)                          0/2
         ⊘ 4   Count visits                                           by 2a
         ⊘ 5   Describe it in the README                              by 2a
      "
    `);
  });

  it('has the subtasks of all phases where header and tree can be seen together with them', () => {
    const lines = (rows: number): number => finalText(failed(), screenOf(80, rows)).split('\n').length;
    for (let rows = 8; rows <= 60; rows += 1) expect(lines(rows)).toBeLessThanOrEqual(Math.max(16, rows - 3));
    expect(lines(60)).toBeGreaterThan(lines(8));
  });

  it('has neither keys nor a log, nor what was going on', () => {
    const text = finalText(busy(), screenOf(100, 24));
    expect(text).toContain('5   Describe it in the README');
    expect(text).not.toContain('log');
    expect(text).not.toContain('detach');
    expect(text).not.toContain('Bash');
  });

  it('tells what waits for a person without the keys that would answer', () => {
    const waits = (scene: Scene): string | undefined =>
      finalText(scene, screenOf(120, 24))
        .split('\n')
        .find(line => line.startsWith(' !'));
    expect(waits(sceneOf(held().state()))).toBe(
      ' ! 1 waits for you to let it land (every phase waits for a person before it lands)',
    );
    expect(waits(sceneOf(proposed().state()))).toBe(' ! a waits for you: a smaller scope is proposed');
    expect(waits(stalled())).toMatch(/^ ! a needs you \(the developer asks: /);
    expect(waits(drafted(true))).toMatch(/^ ! the plan of \d+ phases? waits for you$/);
  });

  it('folds groups of a long plan of which all is done, or nothing has begun', () => {
    const lines = finalText(large(1_000), screenOf(100, 24)).split('\n');
    expect(lines).toContain(' ✓ groups 1–33: 330 phases');
    expect(lines).toContain(' ○ groups 36–100: 650 phases');
    expect(lines.filter(line => /^ {3}[✓●○] p3/.test(line))).toHaveLength(20);
    expect(finalText(large(1_000), screenOf(100, 24, { unicode: false }))).toContain(
      ' + groups 1-33: 330 phases\n',
    );
  });
});
