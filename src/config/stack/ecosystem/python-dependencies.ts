import type { Ini } from '../manifest/ini.ts';
import { captures } from '../manifest/pick.ts';
import { at, isRecord, keysAt, textsAt } from '../manifest/value.ts';
import type { ManifestReader } from '../stack.ts';

interface Parsed {
  pyproject: unknown;
  pipfile: unknown;
  setupCfg: Ini;
}

/** Names of all that the manifests declare, for running or for development, normalised as PyPI does. */
export function pythonDependencies(
  reader: ManifestReader,
  manifests: readonly string[],
  { pyproject, pipfile, setupCfg }: Parsed,
): Set<string> {
  const requirements = manifests
    .filter(name => name.endsWith('.txt'))
    .flatMap(name => (reader.read(name) ?? '').split('\n'));
  return new Set(
    [
      ...ofPyproject(pyproject),
      ...keysAt(pipfile, 'packages'),
      ...keysAt(pipfile, 'dev-packages'),
      ...ofSetupCfg(setupCfg),
      ...ofSetupPy(reader.read('setup.py') ?? ''),
      ...requirements,
    ].flatMap(requirement => packageName(requirement) ?? []),
  );
}

/** `Django[argon2]>=5 ; python_version > "3"` is `django`; options (`-r`) and comments have no name. */
function packageName(requirement: string): string | null {
  const name = /^\s*([A-Za-z0-9][\w.-]*)/.exec(requirement)?.[1];
  return name === undefined ? null : name.toLowerCase().replace(/[-_.]+/g, '-');
}

function ofPyproject(document: unknown): string[] {
  return [
    ...textsAt(document, 'project', 'dependencies'),
    ...listsUnder(at(document, 'project', 'optional-dependencies')),
    ...listsUnder(at(document, 'dependency-groups')),
    ...textsAt(document, 'tool', 'uv', 'dev-dependencies'),
    ...listsUnder(at(document, 'tool', 'pdm', 'dev-dependencies')),
    ...keysAt(document, 'tool', 'poetry', 'dependencies'),
    ...keysAt(document, 'tool', 'poetry', 'dev-dependencies'),
    ...tablesUnder(at(document, 'tool', 'poetry', 'group')).flatMap(group => keysAt(group, 'dependencies')),
    ...tablesUnder(at(document, 'tool', 'hatch', 'envs')).flatMap(env => [
      ...textsAt(env, 'dependencies'),
      ...textsAt(env, 'extra-dependencies'),
    ]),
  ];
}

function listsUnder(table: unknown): string[] {
  return keysAt(table).flatMap(key => textsAt(table, key));
}

function tablesUnder(table: unknown): unknown[] {
  return isRecord(table) ? Object.values(table) : [];
}

function ofSetupCfg(ini: Ini): string[] {
  const options = ini.get('options');
  const extras = ini.get('options.extras_require');
  return [
    ...(options?.get('install_requires') ?? []),
    ...(options?.get('tests_require') ?? []),
    ...[...(extras?.values() ?? [])].flat(),
  ];
}

/** The strings of a program's literal lists; a list that is computed stays unknown. */
function ofSetupPy(source: string): string[] {
  return ['install_requires', 'tests_require', 'extras_require'].flatMap(keyword =>
    captures(literalAfter(source, keyword), /["']([^"'\n]{1,200})["']/g),
  );
}

/** `keyword=[...]` or `keyword={...}` from its opening bracket to the matching one. */
function literalAfter(source: string, keyword: string): string {
  const start = new RegExp(`\\b${keyword}\\s*=\\s*(?=[[{])`).exec(source);
  if (start === null) return '';
  const from = start.index + start[0].length;
  let depth = 0;
  for (let i = from; i < source.length; i += 1) {
    const char = source[i];
    if (char === '[' || char === '{') depth += 1;
    if (char === ']' || char === '}') depth -= 1;
    if (depth === 0) return source.slice(from, i + 1);
  }
  return '';
}
