import { parseJson, parseJsonc, parseToml, parseYaml } from './manifest/parse.ts';
import { present } from './manifest/top.ts';
import type { ManifestReader } from './stack.ts';

/** A manifest that is there and says nothing, since it cannot be read. */
export interface Malformed {
  readonly file: string;
  readonly format: string;
}

export const malformedManifests = (reader: ManifestReader): Malformed[] =>
  FORMATS.flatMap(({ format, parse, files }) =>
    present(reader, files)
      .filter(file => parse(reader.read(file)) === null)
      .map(file => ({ file, format })),
  );

/** Manifests of which all is lost with one mistake. The others are looked through for signs. */
const FORMATS: readonly {
  readonly format: string;
  readonly parse: (text: string | null) => unknown;
  readonly files: readonly string[];
}[] = [
  { format: 'JSON', parse: parseJson, files: ['package.json', 'composer.json'] },
  { format: 'JSON', parse: parseJsonc, files: ['deno.json', 'deno.jsonc'] },
  { format: 'TOML', parse: parseToml, files: ['pyproject.toml', 'Pipfile', 'Cargo.toml'] },
  { format: 'YAML', parse: parseYaml, files: ['pubspec.yaml'] },
];
