import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KEYS, PARTWISE } from '../../../src/cli/settings/file-schema.ts';
import { OTHER_UNITS } from '../../../src/cli/settings/meaning.ts';
import { leavesOf } from '../../../src/cli/settings/parts.ts';
import { settingsIn } from '../../../src/cli/settings/settings-file.ts';
import { FAILURE_CATEGORIES } from '../../../src/run/failure.ts';
import { PRESETS } from '../../../src/run/policies.ts';
import { GUARDED, PRESET_SETTINGS } from '../../../src/run/settings.ts';

const PAPER = readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8');
/** Rows of tables that begin with a name, with the last column. */
const ROWS = [...PAPER.matchAll(/^\| (`[\w.]+`(?:, `[\w.]+`)*) \|.*\| ([^|]*) \|$/gm)].flatMap(
  ([, names, last]) => names!.split(', ').map(name => [name.slice(1, -1), last!] as const),
);
const row = (name: string): string | undefined => ROWS.find(([known]) => known === name)?.[1];

describe('docs/settings.md', () => {
  it('has a row for every setting', () => {
    const levels = Object.entries(KEYS).filter(([above]) => PARTWISE.has(above));
    const paths = levels.flatMap(([above, keys]) =>
      keys.map(key => (above === '' ? key : `${above}.${key}`)),
    );
    expect(paths.length).toBeGreaterThan(120);
    const missing = paths.filter(path => !Object.hasOwn(KEYS, path) && row(path) === undefined);
    // Several names of a time share a row, and an entry of models is a map of its own.
    const mentioned = [
      'limits.sessionMs',
      ...['run', 'phase'].flatMap(part => [`budgets.${part}.wallMs`, `budgets.${part}.wallMinutes`]),
    ];
    expect(missing).toEqual(mentioned);
    expect(mentioned.filter(path => !PAPER.includes(`\`${path}\``))).toEqual([]);
    expect(KEYS.models!.filter(role => row(`models.${role}`) === undefined)).toEqual([]);
  });

  it('tells the defaults', () => {
    const told = [...leavesOf(PRESET_SETTINGS.phased)].filter(([, value]) => !Array.isArray(value));
    expect(told.length).toBeGreaterThan(75);
    for (const [path, value] of told) {
      const [unit, { ms }] = [...OTHER_UNITS].findLast(([, { of }]) => of === path) ?? [path, { ms: 1 }];
      const shown = ms === 1 ? value : Number(value) / ms;
      expect([unit, row(unit)]).toEqual([unit, expect.stringMatching(`^\`${String(shown)}\``)]);
    }
  });

  it('tells default lists', () => {
    const lists = [...leavesOf(PRESET_SETTINGS.phased)].filter(
      ([path, value]) => Array.isArray(value) && /^(?:recovery|notify)\./.test(path),
    );
    expect(lists.length).toBe(8);
    for (const [path, value] of lists) {
      const shown = (value as string[]).map(word => `\`${word}\``).join(', ');
      expect([path, row(path)]).toEqual([path, shown || 'none']);
    }
  });

  it('names every category of failures', () => {
    const [, sentence = ''] = /^Lists of categories hold any of ([\s\S]*?)\.\n\n/m.exec(PAPER)!;
    expect([...sentence.matchAll(/`([\w.]+)`/g)].map(([, name]) => name)).toEqual([...FAILURE_CATEGORIES]);
  });

  it('tells what each preset changes', () => {
    const usual = leavesOf(PRESET_SETTINGS.phased);
    for (const preset of PRESETS) {
      const changed = [...leavesOf(PRESET_SETTINGS[preset])].filter(
        ([path, value]) => value !== usual.get(path),
      );
      const shown = changed
        .filter(([, value]) => typeof value !== 'object')
        .map(([path, value]) => `\`${path}: ${value}\``);
      const told = new RegExp(`^\\| \`${preset}\` \\| ?(.*)\\|$`, 'm').exec(PAPER)?.[1];
      expect([preset, told?.trim().split(', ').filter(Boolean).sort()]).toEqual([preset, shown.sort()]);
    }
  });

  it('tells what guarded adds', () => {
    const [, told = ''] = /^\| `guarded` \| (`maxAttempts[^|]*) \|$/m.exec(PAPER)!;
    expect(told.split(', ')).toEqual([...leavesOf(GUARDED)].map(([path, value]) => `\`${path}: ${value}\``));
  });

  it('gives examples that are understood', () => {
    const examples = [...PAPER.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text!);
    expect(examples.length).toBeGreaterThan(5);
    for (const text of examples)
      expect(settingsIn({ name: 'example', text }, 'repository').problems).toEqual([]);
  });
});
