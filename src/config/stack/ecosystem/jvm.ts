import { has } from '../manifest/top.ts';
import type { ManifestReader, Stack } from '../stack.ts';
import { detectGradle } from './gradle.ts';
import { detectMaven } from './maven.ts';

/** Java and Kotlin. Where both builds are there, the one with a wrapper is the one in use; else Maven. */
export function detectJvm(reader: ManifestReader): Stack | null {
  const maven = detectMaven(reader);
  const gradle = detectGradle(reader);
  if (maven === null || gradle === null) return maven ?? gradle;
  return has(reader, 'gradlew') && !has(reader, 'mvnw') ? gradle : maven;
}
