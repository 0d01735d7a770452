import { parseJsonc } from '../manifest/parse.ts';
import { type Meanings, pick } from '../manifest/pick.ts';
import { present } from '../manifest/top.ts';
import { at, isRecord, keysAt } from '../manifest/value.ts';
import { type ManifestReader, type Stack, stackOf } from '../stack.ts';

export function detectDeno(reader: ManifestReader): Stack | null {
  const [file] = present(reader, ['deno.json', 'deno.jsonc']);
  if (file === undefined) return null;
  const manifest = parseJsonc(reader.read(file));
  const tasks = new Set(keysAt(manifest, 'tasks'));
  return stackOf({
    language: 'TypeScript',
    framework: pick(importedPackages(manifest), FRAMEWORKS),
    packageManager: 'deno',
    testCommand: tasks.has('test') ? 'deno task test' : 'deno test',
    lintCommand: tasks.has('lint') ? 'deno task lint' : 'deno lint',
    buildCommand: tasks.has('build') ? 'deno task build' : null,
    testFramework: 'Deno.test',
    evidence: present(reader, [file, 'deno.lock', 'import_map.json']),
  });
}

const FRAMEWORKS: Meanings = [
  ['@fresh/core', 'Fresh'],
  ['$fresh/', 'Fresh'],
  ['@lume/lume', 'Lume'],
  ['lume/', 'Lume'],
  ['@hono/hono', 'Hono'],
  ['hono', 'Hono'],
  ['@oak/oak', 'Oak'],
  ['oak', 'Oak'],
];

/** The import map's names, and the packages behind them: `jsr:@oak/oak@^17` is `@oak/oak`. */
function importedPackages(manifest: unknown): Set<string> {
  const imports = at(manifest, 'imports');
  if (!isRecord(imports)) return new Set();
  const packages = Object.values(imports).flatMap(target =>
    typeof target === 'string' ? (/^(?:jsr|npm):\/?(@?[^@]+)/.exec(target)?.[1] ?? []) : [],
  );
  return new Set([...Object.keys(imports), ...packages]);
}
