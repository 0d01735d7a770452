import { check } from './check.ts';

check('Java and Kotlin', [
  [
    'Spring Boot under Maven, with the wrapper',
    {
      'pom.xml': `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <parent>
    <groupId>org.springframework.boot</groupId>
    <artifactId>spring-boot-starter-parent</artifactId>
    <version>3.4.1</version>
    <relativePath/> <!-- lookup parent from repository -->
  </parent>
  <groupId>com.example</groupId>
  <artifactId>demo</artifactId>
  <dependencies>
    <dependency>
      <groupId>org.springframework.boot</groupId>
      <artifactId>spring-boot-starter-test</artifactId>
      <scope>test</scope>
    </dependency>
  </dependencies>
</project>
`,
      mvnw: '#!/bin/sh\n',
      '.mvn/wrapper/maven-wrapper.properties': '',
    },
    {
      language: 'Java',
      framework: 'Spring Boot',
      packageManager: 'maven',
      testCommand: './mvnw test',
      buildCommand: './mvnw package -DskipTests',
      testFramework: 'JUnit',
      evidence: ['pom.xml', 'mvnw', '.mvn'],
    },
  ],
  [
    'Quarkus in Kotlin, declared by a module; what is commented out does not count',
    {
      'pom.xml':
        '<project><modules><module>api</module><module>../outside</module></modules>' +
        '<!-- <groupId>org.springframework.boot</groupId> -->' +
        '<build><plugins><plugin><artifactId>maven-checkstyle-plugin</artifactId></plugin></plugins></build></project>',
      'api/pom.xml':
        '<project><dependencies><dependency><groupId> io.quarkus </groupId><artifactId>quarkus-junit5</artifactId>' +
        '</dependency><dependency><groupId>org.jetbrains.kotlin</groupId></dependency></dependencies></project>',
    },
    {
      language: 'Kotlin',
      framework: 'Quarkus',
      packageManager: 'maven',
      testCommand: 'mvn test',
      lintCommand: 'mvn checkstyle:check',
      buildCommand: 'mvn package -DskipTests',
      testFramework: 'JUnit',
      evidence: ['pom.xml'],
    },
  ],
  [
    'TestNG under Maven',
    {
      'pom.xml':
        '<project><dependencies><dependency><groupId>org.testng</groupId><artifactId>testng</artifactId>' +
        '</dependency></dependencies></project>',
    },
    {
      language: 'Java',
      packageManager: 'maven',
      testCommand: 'mvn test',
      buildCommand: 'mvn package -DskipTests',
      testFramework: 'TestNG',
      evidence: ['pom.xml'],
    },
  ],
  [
    'Spring Boot in Kotlin under Gradle, with the wrapper',
    {
      'build.gradle.kts': `plugins {
    kotlin("jvm") version "2.1.0"
    id("org.springframework.boot") version "3.4.1"
    id("org.jlleitschuh.gradle.ktlint") version "12.1.2"
}
dependencies {
    testImplementation("org.springframework.boot:spring-boot-starter-test")
}
tasks.withType<Test> { useJUnitPlatform() }
`,
      'settings.gradle.kts': 'rootProject.name = "demo"\n',
      gradlew: '',
    },
    {
      language: 'Kotlin',
      framework: 'Spring Boot',
      packageManager: 'gradle',
      testCommand: './gradlew test',
      lintCommand: './gradlew ktlintCheck',
      buildCommand: './gradlew assemble',
      testFramework: 'JUnit',
      evidence: ['build.gradle.kts', 'settings.gradle.kts', 'gradlew'],
    },
  ],
  [
    'Micronaut in Java, in a project below, as `gradle init` lays it out',
    {
      'settings.gradle': "rootProject.name = 'inventory'\ninclude 'app', ':libs:core'\n",
      'app/build.gradle':
        "plugins {\n  id 'java'\n  id 'checkstyle'\n  id 'io.micronaut.application' version '4.4.4'\n}\n" +
        'test { useTestNG() } // was JUnit\n',
      gradlew: '',
      'gradle/wrapper/gradle-wrapper.properties': '',
    },
    {
      language: 'Java',
      framework: 'Micronaut',
      packageManager: 'gradle',
      testCommand: './gradlew test',
      lintCommand: './gradlew checkstyleMain',
      buildCommand: './gradlew assemble',
      testFramework: 'TestNG',
      evidence: ['settings.gradle', 'gradlew', 'gradle'],
    },
  ],
  [
    'of two builds the one with a wrapper is in use',
    { 'pom.xml': '<project/>', 'build.gradle': 'apply plugin: "java"\n', gradlew: '' },
    {
      language: 'Java',
      packageManager: 'gradle',
      testCommand: './gradlew test',
      buildCommand: './gradlew assemble',
      evidence: ['build.gradle', 'gradlew'],
    },
  ],
  [
    'a pom.xml cut off in a tag keeps what came before',
    { 'pom.xml': '<project><groupId>io.micronaut.platform</groupId><artifactId a="b' },
    {
      language: 'Java',
      framework: 'Micronaut',
      packageManager: 'maven',
      testCommand: 'mvn test',
      buildCommand: 'mvn package -DskipTests',
      evidence: ['pom.xml'],
    },
  ],
  [
    'an empty build script',
    { 'build.gradle.kts': '/* ' },
    {
      language: 'Java',
      packageManager: 'gradle',
      testCommand: 'gradle test',
      buildCommand: 'gradle assemble',
      evidence: ['build.gradle.kts'],
    },
  ],
]);
