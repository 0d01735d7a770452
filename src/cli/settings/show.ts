import { printable } from '../../base/printable.ts';
import { checkForm, NESTED, setupForm } from './given.ts';
import { type Origin, originText } from './origin.ts';
import { cut } from './problem.ts';
import type { Resolved } from './resolve.ts';
import { toYaml } from './to-yaml.ts';

/** The settings in force as a settings file has them: read as one, they give the same. */
export function settingsAsFile({ settings, preset, agent, script, promptFiles }: Resolved): object {
  return {
    preset,
    ...(agent === null ? {} : { agent }),
    ...(script === null ? {} : { script }),
    ...settings,
    prompts: promptFiles,
    setup: settings.setup.map(setupForm),
    checks: settings.checks.map(checkForm),
  };
}

export const settingsYaml = (resolved: Resolved): string => toYaml(settingsAsFile(resolved));

/** One value of the settings, in a form that people write, with where it comes from. */
export interface ShownValue {
  readonly path: string;
  readonly value: unknown;
  readonly origin: Origin;
}

export function shownValues(resolved: Resolved): ShownValue[] {
  return Object.entries(settingsAsFile(resolved)).flatMap(([key, value]) => {
    const parts = NESTED.some(name => name === key)
      ? Object.entries(value as object).map(([part, inner]) => [`${key}.${part}`, inner] as const)
      : [[key, value] as const];
    return parts.map(([path, shown]) => ({ path, value: shown, origin: resolved.origins.get(path)! }));
  });
}

/** A line for each value: its name, what it is, and where it comes from. */
export function originTable(resolved: Resolved): string {
  const rows = shownValues(resolved).map(({ path, value, origin }) => [
    path,
    oneLine(value),
    printable(originText(origin)),
  ]);
  const width = (column: number): number => Math.max(...rows.map(row => row[column]!.length));
  const [name, value] = [width(0), width(1)];
  return rows.map(row => `${row[0]!.padEnd(name)}  ${row[1]!.padEnd(value)}  ${row[2]}\n`).join('');
}

function oneLine(value: unknown): string {
  const text =
    Array.isArray(value) && value.every(item => typeof item === 'string') ? value.join(', ') : value;
  if (text === '') return '[]';
  return printable(cut(typeof text === 'string' ? text : JSON.stringify(text)));
}
