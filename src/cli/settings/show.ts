import { printable } from '../../base/printable.ts';
import { type Origin, originText } from './origin.ts';
import { leavesOf } from './parts.ts';
import { cut } from './problem.ts';
import type { Resolved } from './resolve.ts';
import { toYaml } from './to-yaml.ts';
import { writtenCheck, writtenModels, writtenSetup } from './written.ts';

/** The settings in force as a settings file has them: read as one, they give the same. */
export function settingsAsFile({ settings, preset, guarded, agent, script, promptFiles }: Resolved): object {
  return {
    preset,
    guarded,
    ...(agent === null ? {} : { agent }),
    ...(script === null ? {} : { script }),
    ...settings,
    prompts: promptFiles,
    setup: settings.setup.map(writtenSetup),
    checks: settings.checks.map(writtenCheck),
    models: writtenModels(settings.models),
  };
}

export const settingsYaml = (resolved: Resolved): string => toYaml(settingsAsFile(resolved));

/** One value of the settings, in a form that people write, with where it comes from. */
export interface ShownValue {
  readonly path: string;
  readonly value: unknown;
  readonly origin: Origin;
}

export const shownValues = (resolved: Resolved): ShownValue[] =>
  [...leavesOf(settingsAsFile(resolved))].map(([path, value]) => ({
    path,
    value,
    origin: resolved.origins.get(path)!,
  }));

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
