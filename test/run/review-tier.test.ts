import { describe, expect, it } from 'vitest';
import { tierOf } from '../../src/run/review-tier.ts';
import { settingsOf } from '../../src/run/settings.ts';
import { file, inspectionOf } from './gates/inspections.ts';

const { review } = settingsOf('phased', {
  review: { tier: 'auto', lightLines: 40, panelLines: 1_500, risky: ['**/auth/**', '*.sql'] },
});

const lines = (added: number, deleted: number, path = 'src/a.ts') =>
  inspectionOf({ files: [file(path, { added, deleted })] });

describe('how thoroughly a change is reviewed', () => {
  it.each([
    ['a small change', lines(20, 20), 'light'],
    ['one line more', lines(21, 20), 'full'],
    ['nothing at all', inspectionOf({}), 'light'],
    ['the largest for one reviewer', lines(1_000, 500), 'full'],
    ['a line more than that', lines(1_001, 500), 'panel'],
    [
      'many small files',
      inspectionOf({ files: Array(800).fill(file('a', { added: 1, deleted: 1 })) }),
      'panel',
    ],
    ['a small change in a risky place', lines(1, 0, 'src/auth/login.ts'), 'panel'],
    ['a risky kind of file', lines(1, 0, 'db/one.sql'), 'panel'],
    ['a place that only sounds risky', lines(1, 0, 'src/author/a.ts'), 'light'],
    [
      'a file whose lines nobody can count',
      inspectionOf({ files: [file('a.bin', { added: 0, deleted: 0, binary: true })] }),
      'full',
    ],
    [
      'a risky file that moved away',
      inspectionOf({ files: [file('src/a.ts', { status: 'renamed', from: 'src/auth/a.ts' })] }),
      'panel',
    ],
    ['more files than are listed', { ...lines(1, 0), changed: 100_001 }, 'panel'],
  ])('goes by its risk: %s', (_, change, tier) => {
    expect(tierOf(review, change)).toBe(tier);
  });

  it.each(['light', 'full', 'panel'] as const)('is %s wherever the settings say so', tier => {
    for (const change of [inspectionOf({}), lines(5_000, 0), lines(1, 0, 'src/auth/a.ts')]) {
      expect(tierOf({ ...review, tier }, change)).toBe(tier);
    }
  });
});
