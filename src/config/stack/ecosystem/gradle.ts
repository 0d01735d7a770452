import { withoutComments } from '../manifest/comments.ts';
import { captures } from '../manifest/pick.ts';
import { has, memberTexts, present, textOf } from '../manifest/top.ts';
import { type ManifestReader, type Stack, stackOf } from '../stack.ts';

export function detectGradle(reader: ManifestReader): Stack | null {
  const scripts = present(reader, ['build.gradle', 'build.gradle.kts', ...SETTINGS]);
  if (scripts.length === 0) return null;
  const text = withoutComments(
    [
      textOf(reader, scripts),
      ...memberTexts(reader, ['gradle/libs.versions.toml', ...memberScripts(reader)]),
    ].join('\n'),
    '//',
    '/*',
    '*/',
  );
  const gradle = has(reader, 'gradlew') ? './gradlew' : 'gradle';
  const lintTask = firstIn(text, LINT_TASKS);
  return stackOf({
    language: KOTLIN.test(text) ? 'Kotlin' : 'Java',
    framework: firstIn(text, FRAMEWORKS),
    packageManager: 'gradle',
    testCommand: `${gradle} test`,
    lintCommand: lintTask && `${gradle} ${lintTask}`,
    buildCommand: `${gradle} assemble`,
    testFramework: firstIn(text, TEST_FRAMEWORKS),
    evidence: [...scripts, ...present(reader, ['gradlew', 'gradle.properties', 'gradle'])],
  });
}

const SETTINGS = ['settings.gradle', 'settings.gradle.kts'];

/** A `.kts` script alone says nothing: many a Java project is built by one. */
const KOTLIN =
  /\bkotlin\(\s?["'](?:jvm|multiplatform|android)|org\.jetbrains\.kotlin\b|libs\.plugins\.kotlin\b/;

/** Every short name in quotes that the settings hold may be a project (`:app`); those that are not have no script. */
function memberScripts(reader: ManifestReader): string[] {
  return captures(textOf(reader, SETTINGS), /["']:?([\w-]{1,80}(?::[\w-]{1,80}){0,8})["']/g)
    .map(project => project.replaceAll(':', '/'))
    .flatMap(folder => [`${folder}/build.gradle`, `${folder}/build.gradle.kts`]);
}

type Signs = readonly (readonly [sign: RegExp, meaning: string])[];

function firstIn(text: string, signs: Signs): string | null {
  return signs.find(([sign]) => sign.test(text))?.[1] ?? null;
}

/** A version catalogue's alias writes the plugin's dots and dashes alike: `libs.plugins.spring.boot`. */
const FRAMEWORKS: Signs = [
  [/org\.springframework\.boot\b|plugins\.spring\.?boot\b/i, 'Spring Boot'],
  [/\bio\.quarkus\b/, 'Quarkus'],
  [/\bio\.micronaut\b/, 'Micronaut'],
  [/com\.android\.(?:application|library)\b|plugins\.android\b/, 'Android'],
  [/\bio\.ktor\b|plugins\.ktor\b/, 'Ktor'],
  [/org\.jetbrains\.compose\b/, 'Compose'],
  [/\bio\.vertx\b/, 'Vert.x'],
];

const TEST_FRAMEWORKS: Signs = [
  [/\buseTestNG\b|org\.testng\b/, 'TestNG'],
  [/\bio\.kotest\b/, 'Kotest'],
  [/org\.spockframework\b/, 'Spock'],
  [/junit/i, 'JUnit'],
];

const LINT_TASKS: Signs = [
  [/com\.diffplug\.spotless\b|plugins\.spotless\b/, 'spotlessCheck'],
  [/org\.jlleitschuh\.gradle\.ktlint\b|plugins\.ktlint\b/, 'ktlintCheck'],
  [/io\.gitlab\.arturbosch\.detekt\b|plugins\.detekt\b/, 'detekt'],
  [/^[ \t]*(?:id[ \t(]+["'])?checkstyle\b/m, 'checkstyleMain'],
];
