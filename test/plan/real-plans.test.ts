import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { phasewright } from '../cli/phasewright.ts';

/** Plans of other projects, which are not ours to copy; where the folder is absent the test says so and is skipped. */
const FOLDER = fileURLToPath(new URL('../../../shared/plans/', import.meta.url));
const present = existsSync(`${FOLDER}plans.tsv`);

interface Row {
  readonly file: string;
  readonly expected: number;
}

const rows: Row[] = present
  ? readFileSync(`${FOLDER}plans.tsv`, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map(line => line.split('\t'))
      .map(([file = '', count = '']) => ({ file, expected: Number(count) }))
  : [];

describe.skipIf(!present)('real plans (in the folder shared/plans beside the repository)', () => {
  it('have the expected number of phases or subtasks, all at once through the command', async () => {
    const { code, out } = await phasewright(['check', '--json', ...rows.map(row => FOLDER + row.file)]);
    const reports = out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    const wrong = rows.flatMap(({ file, expected }, i) => {
      const { counts, diagnostics } = reports[i];
      const refused = diagnostics.some((d: { severity: string }) => d.severity === 'error');
      const right =
        expected === 0 ? refused : !refused && [counts.phases, counts.subtasks].includes(expected);
      return right ? [] : [{ file, expected, counts, diagnostics }];
    });
    expect(wrong).toEqual([]);
    expect(reports).toHaveLength(rows.length);
    expect(code).toBe(2);
  });
});

describe.runIf(!present)('real plans', () => {
  it.skip('are not here: put the folder shared/plans beside the repository to check them', () => {});
});
