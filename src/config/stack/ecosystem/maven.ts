import { type Meanings, pick } from '../manifest/pick.ts';
import { has, memberTexts, present } from '../manifest/top.ts';
import { xmlTags, xmlTexts } from '../manifest/xml.ts';
import { type ManifestReader, type Stack, stackOf } from '../stack.ts';

export function detectMaven(reader: ManifestReader): Stack | null {
  if (!has(reader, 'pom.xml')) return null;
  const names = coordinates(reader);
  const maven = has(reader, 'mvnw') ? './mvnw' : 'mvn';
  const lintGoal = pick(names, LINT_GOALS);
  return stackOf({
    language: names.has('org.jetbrains.kotlin') ? 'Kotlin' : 'Java',
    framework: pick(names, FRAMEWORKS),
    packageManager: 'maven',
    testCommand: `${maven} test`,
    lintCommand: lintGoal && `${maven} ${lintGoal}`,
    buildCommand: `${maven} package -DskipTests`,
    testFramework: pick(names, TEST_FRAMEWORKS),
    evidence: present(reader, ['pom.xml', 'mvnw', '.mvn']),
  });
}

/** All group and artifact ids of the top's pom.xml and its modules', plugins and parents included. */
function coordinates(reader: ManifestReader): Set<string> {
  const top = xmlTags(reader.read('pom.xml') ?? '');
  const paths = xmlTexts(top, 'module').map(module => `${module}/pom.xml`);
  const modules = memberTexts(reader, paths).map(xmlTags);
  return new Set(
    [top, ...modules].flatMap(tags => [...xmlTexts(tags, 'groupId'), ...xmlTexts(tags, 'artifactId')]),
  );
}

const FRAMEWORKS: Meanings = [
  ['org.springframework.boot', 'Spring Boot'],
  ['io.quarkus', 'Quarkus'],
  ['io.quarkus.platform', 'Quarkus'],
  ['io.micronaut', 'Micronaut'],
  ['io.micronaut.platform', 'Micronaut'],
  ['io.micronaut.maven', 'Micronaut'],
  ['io.ktor', 'Ktor'],
  ['io.helidon.applications', 'Helidon'],
  ['io.vertx', 'Vert.x'],
  ['jakarta.platform', 'Jakarta EE'],
];

const TEST_FRAMEWORKS: Meanings = [
  ['testng', 'TestNG'],
  ['io.kotest', 'Kotest'],
  ['org.spockframework', 'Spock'],
  ['org.junit.jupiter', 'JUnit'],
  ['junit', 'JUnit'],
  ['kotlin-test-junit5', 'JUnit'],
  ['spring-boot-starter-test', 'JUnit'],
  ['quarkus-junit5', 'JUnit'],
  ['quarkus-junit', 'JUnit'],
  ['micronaut-test-junit5', 'JUnit'],
];

const LINT_GOALS: Meanings = [
  ['spotless-maven-plugin', 'spotless:check'],
  ['maven-checkstyle-plugin', 'checkstyle:check'],
  ['ktlint-maven-plugin', 'ktlint:check'],
  ['spotbugs-maven-plugin', 'spotbugs:check'],
];
