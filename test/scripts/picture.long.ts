import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { scratch } from '../cli/phasewright.ts';
import { inTerminal } from '../terminal/tmux.ts';

const SCRIPT = fileURLToPath(new URL('../../scripts/picture.ts', import.meta.url));
const picture = (...words: string[]) =>
  spawnSync(process.execPath, [SCRIPT, ...words], { encoding: 'utf8', cwd: scratch() });

describe('npm run picture', () => {
  inTerminal('makes a film of a real run', () => {
    const out = join(scratch(), 'film.svg');
    const { status, stderr } = picture('--size', '90x28', '--out', out);
    expect(status, stderr).toBe(0);
    const svg = readFileSync(out, 'utf8');
    expect(svg).toContain('Usage statistics');
    expect(svg).toContain('6 of 6 phases landed');
    expect(svg.match(/translateY/g)!.length).toBeGreaterThan(8);
    expect(svg.length).toBeLessThan(150_000);
  });

  it.each([['--size', '80'], ['--sise', '80x24'], ['extra']])('refuses %s %s', (...words) => {
    const out = join(scratch(), 'none.svg');
    expect(picture(...words, '--out', out).status).toBe(2);
    expect(existsSync(out)).toBe(false);
  });
});
