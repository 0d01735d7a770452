import { withoutComments } from '../manifest/comments.ts';
import { captures, type Meanings, pick } from '../manifest/pick.ts';
import { has, present } from '../manifest/top.ts';
import { type ManifestReader, type Stack, stackOf } from '../stack.ts';

/**
 * XCTest and Swift Testing both come with the toolchain and need no word in the manifest, so the test
 * framework is known only where it is a dependency. `swift test` fails in a package with no test target.
 */
export function detectSwift(reader: ManifestReader): Stack | null {
  if (!has(reader, 'Package.swift')) return null;
  const source = withoutComments(reader.read('Package.swift') ?? '', '//', '/*', '*/');
  const packages = new Set(
    captures(source, /\burl:\s?"[^"\n]{0,300}\/([\w-]{1,100})(?:\.git)?"/g).map(name => name.toLowerCase()),
  );
  const tested = source.includes('.testTarget(') || has(reader, 'Tests');
  return stackOf({
    language: 'Swift',
    framework: pick(packages, FRAMEWORKS),
    packageManager: 'swiftpm',
    testCommand: tested ? 'swift test' : null,
    lintCommand: has(reader, '.swiftlint.yml') ? 'swiftlint' : null,
    buildCommand: 'swift build',
    testFramework: pick(packages, TEST_FRAMEWORKS),
    evidence: present(reader, ['Package.swift', 'Package.resolved', '.swiftlint.yml']),
  });
}

const FRAMEWORKS: Meanings = [
  ['vapor', 'Vapor'],
  ['hummingbird', 'Hummingbird'],
  ['swift-composable-architecture', 'Composable Architecture'],
  ['swift-argument-parser', 'Swift Argument Parser'],
];

const TEST_FRAMEWORKS: Meanings = [
  ['swift-testing', 'Swift Testing'],
  ['quick', 'Quick'],
];
