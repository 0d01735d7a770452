import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KEYS } from '../../../src/cli/settings/file-schema.ts';
import { leavesOf } from '../../../src/cli/settings/resolve.ts';
import { settingsIn } from '../../../src/cli/settings/settings-file.ts';
import { PRESETS } from '../../../src/run/policies.ts';
import { PRESET_SETTINGS } from '../../../src/run/settings.ts';

const PAPER = readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8');
/** Rows of tables that begin with a name, with the last column. */
const ROWS = [...PAPER.matchAll(/^\| (`[\w.]+`(?:, `[\w.]+`)*) \|.*\| ([^|]*) \|$/gm)].flatMap(
  ([, names, last]) => names!.split(', ').map(name => [name.slice(1, -1), last!] as const),
);
const row = (name: string): string | undefined => ROWS.find(([known]) => known === name)?.[1];

describe('docs/settings.md', () => {
  it('has a row for every setting', () => {
    const nested = Object.entries(KEYS).filter(([above]) => !above.includes('.'));
    const paths = nested.flatMap(([above, keys]) =>
      keys.map(key => (above === '' ? key : `${above}.${key}`)),
    );
    expect(paths.length).toBeGreaterThan(40);
    const maps = Object.keys(KEYS);
    const missing = paths.filter(path => !maps.includes(path) && row(path) === undefined);
    // In the row of limits.sessionMinutes.
    expect(missing).toEqual(['limits.sessionMs']);
  });

  it('tells the defaults', () => {
    const told = [...leavesOf(PRESET_SETTINGS.phased)].filter(([, value]) => !Array.isArray(value));
    expect(told.length).toBeGreaterThan(25);
    for (const [path, value] of told) {
      const [name, shown] =
        path === 'limits.sessionMs' ? ['limits.sessionMinutes', Number(value) / 60_000] : [path, value];
      expect([name, row(name)]).toEqual([name, expect.stringMatching(`^\`${String(shown)}\``)]);
    }
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

  it('gives examples that are understood', () => {
    const examples = [...PAPER.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text!);
    expect(examples.length).toBeGreaterThan(5);
    for (const text of examples)
      expect(settingsIn({ name: 'example', text }, 'repository').problems).toEqual([]);
  });
});
