import { parseYaml } from '../manifest/parse.ts';
import { type Meanings, pick } from '../manifest/pick.ts';
import { has, present } from '../manifest/top.ts';
import { keysAt } from '../manifest/value.ts';
import { type ManifestReader, type Stack, stackOf } from '../stack.ts';

export function detectDart(reader: ManifestReader): Stack | null {
  if (!has(reader, 'pubspec.yaml')) return null;
  const manifest = parseYaml(reader.read('pubspec.yaml'));
  const packages = new Set([...keysAt(manifest, 'dependencies'), ...keysAt(manifest, 'dev_dependencies')]);
  const framework = pick(packages, FRAMEWORKS);
  const testFramework = pick(packages, TEST_FRAMEWORKS);
  const tool = framework === 'Flutter' ? 'flutter' : 'dart';
  return stackOf({
    language: 'Dart',
    framework,
    packageManager: 'pub',
    testCommand: testFramework && `${tool} test`,
    lintCommand: `${tool} analyze`,
    buildCommand: packages.has('build_runner') ? 'dart run build_runner build' : null,
    testFramework,
    evidence: present(reader, ['pubspec.yaml', 'pubspec.lock', 'analysis_options.yaml', 'melos.yaml']),
  });
}

const FRAMEWORKS: Meanings = [
  ['flutter', 'Flutter'],
  ['serverpod', 'Serverpod'],
  ['dart_frog', 'Dart Frog'],
  ['jaspr', 'Jaspr'],
  ['shelf', 'Shelf'],
];

const TEST_FRAMEWORKS: Meanings = [
  ['flutter_test', 'flutter_test'],
  ['test', 'test'],
];
