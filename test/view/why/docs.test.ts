import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ACTIONS } from '../../../src/run/answer.ts';
import { NOTICES } from '../../../src/run/policies.ts';
import { STUCK_TABLE } from '../../../src/run/policy/stuck.ts';
import { settingsOf } from '../../../src/run/settings.ts';

const TEXT = readFileSync(new URL('../../../docs/recovery.md', import.meta.url), 'utf8');
const SETTINGS = settingsOf('phased', {});

/** The rows of the first table below a heading, as cells. */
function rowsUnder(heading: string): readonly (readonly string[])[] {
  const section = TEXT.split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!;
  return section
    .split('\n')
    .filter(line => line.startsWith('|'))
    .slice(2)
    .map(line =>
      line
        .split('|')
        .slice(1, -1)
        .map(cell => cell.trim().replaceAll('`', '')),
    );
}

const settingAt = (path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>>)[key], SETTINGS);

describe('docs/recovery.md', () => {
  it('has the table of what is done about a stuck phase, row by row', () => {
    expect(rowsUnder('Stuck').map(([, decision, rule]) => ({ decision, rule }))).toEqual(
      STUCK_TABLE.map(({ decision, rule }) => ({ decision, rule })),
    );
  });

  it('tells the shares and rounds of that table as they are', () => {
    const { maxRounds, reduceBelow, escalateAbove } = SETTINGS.recovery.stuck;
    const told = rowsUnder('Stuck').flatMap(([when = '']) =>
      [...when.matchAll(/recovery\.stuck\.(\w+) \((\d+)/g)].map(([, name, figure]) => [name, Number(figure)]),
    );
    expect(told).toEqual([
      ['maxRounds', maxRounds],
      ['reduceBelow', reduceBelow * 100],
      ['escalateAbove', escalateAbove * 100],
    ]);
  });

  it.each(rowsUnder('Limits').map(([path, , value]) => [path!, value!]))(
    'tells the default of %s',
    (path, value) => {
      expect(String(settingAt(path))).toBe(value);
    },
  );

  it('tells every limit that the ladder has', () => {
    const told = rowsUnder('Limits').map(([path]) => path!);
    const { recovery } = SETTINGS;
    const limits = (['breaker', 'doctor', 'replan', 'escalation', 'stuck'] as const).flatMap(part =>
      Object.entries(recovery[part])
        .filter(([, value]) => typeof value === 'number')
        .map(([name]) => `recovery.${part}.${name}`),
    );
    expect(limits.length).toBeGreaterThan(15);
    expect(limits.filter(limit => !told.includes(limit))).toEqual([]);
  });

  it('tells what code allows of each answer of a doctor, and each kind of notice', () => {
    expect(rowsUnder('The doctor').map(([action]) => action)).toEqual([...ACTIONS]);
    expect(rowsUnder('Notices').map(([kind]) => kind)).toEqual([...NOTICES]);
    expect(TEXT).toContain(`on: [${SETTINGS.notify.on.join(', ')}]`);
  });
});
