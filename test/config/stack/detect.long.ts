import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectStacks } from '../../../src/config/stack/detect.ts';
import { memoryReader } from './check.ts';

const languages = (files: Record<string, string>) =>
  detectStacks(memoryReader(files)).map(stack => stack.language);

describe('a polyglot repository', () => {
  it('puts what is tested and has a framework before what merely accompanies it', () => {
    const files = {
      Gemfile: 'gem "rails"\n',
      'Gemfile.lock': '',
      'package.json': '{"scripts":{"build":"esbuild app.js"},"dependencies":{"react":"18"}}',
      'requirements.txt': 'pre-commit\n',
    };
    expect(languages(files)).toEqual(['Ruby', 'JavaScript', 'Python']);
  });

  it('lets the number of manifests decide between equals', () => {
    const files = {
      'Cargo.toml': '[package]\nname = "native"\n',
      'package.json': '{"scripts":{"test":"vitest run"},"devDependencies":{"vitest":"3"}}',
      'package-lock.json': '{}',
      'tsconfig.json': '{}',
    };
    expect(languages(files)).toEqual(['TypeScript', 'Rust']);
  });

  it('lists two servers of one repository, each with its command', () => {
    const stacks = detectStacks(
      memoryReader({
        'go.mod': 'module x\nrequire github.com/gin-gonic/gin v1.10.0\n',
        'pyproject.toml': '[project]\ndependencies = ["fastapi", "pytest"]\n',
      }),
    );
    expect(stacks.map(stack => [stack.framework, stack.testCommand])).toEqual([
      ['Gin', 'go test ./...'],
      ['FastAPI', 'python -m pytest'],
    ]);
  });
});

describe('nothing to recognise', () => {
  it.each([[{}], [{ 'README.md': '# hi', src: '' }]])('gives no stack', files => {
    expect(detectStacks(memoryReader(files))).toEqual([]);
  });
});

const MANIFESTS = [
  'package.json',
  'deno.json',
  'pyproject.toml',
  'setup.py',
  'setup.cfg',
  'tox.ini',
  'requirements.txt',
  'Pipfile',
  'Cargo.toml',
  'go.mod',
  'pom.xml',
  'build.gradle',
  'settings.gradle',
  'App.sln',
  'App.csproj',
  'Gemfile',
  'composer.json',
  'mix.exs',
  'Package.swift',
  'pubspec.yaml',
  'CMakeLists.txt',
];

describe('hostile manifests', () => {
  it('are recognised by their names when they are too big to be read', () => {
    const found = detectStacks({ read: () => null, list: () => MANIFESTS });
    expect(found.map(stack => stack.language).sort()).toEqual(
      [
        'C#',
        'C/C++',
        'Dart',
        'Elixir',
        'Go',
        'Java',
        'JavaScript',
        'PHP',
        'Python',
        'Ruby',
        'Rust',
        'Swift',
      ].concat('TypeScript'),
    );
  });

  it('never make detection throw, nor put their text into a command', () => {
    const fragment = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.json({ maxDepth: 3 }),
      fc.constantFrom(
        '"',
        "'",
        '[',
        '{',
        '<',
        '<!--',
        '[[',
        '=',
        ':',
        '\n',
        '\t',
        '__proto__',
        'dependencies',
      ),
      fc.constantFrom(
        'scripts',
        '"test":',
        'install_requires=[',
        '[tool.uv]',
        'gem "',
        'project(',
        'marker;id',
      ),
    );
    const text = fc.array(fragment, { maxLength: 30 }).map(parts => parts.join(''));
    fc.assert(
      fc.property(fc.array(text, { minLength: MANIFESTS.length, maxLength: MANIFESTS.length }), texts => {
        const files = Object.fromEntries(MANIFESTS.map((name, i) => [name, texts[i] ?? '']));
        for (const stack of detectStacks(memoryReader(files))) {
          const commands = [stack.testCommand, stack.lintCommand, stack.buildCommand];
          expect(commands.join('\n')).toMatch(/^[\w ./&:\n-]*$/);
          expect(commands.join('\n')).not.toContain('marker');
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    '[',
    '{"a":',
    '- ',
    'a: &a [*a]\n',
    'a.',
    '"',
    "'",
    '<',
    '<a b="',
    '<!--',
    '/*',
    '\n',
    ' ',
    '\\',
    'project(',
    'install_requires=[',
    'url:"/',
    'gem "a',
    'include "a:',
    '$(CC',
    ',\n',
    '"a"\n',
    '"a.csproj"',
    '<module>a</module>',
  ])('do not hang on 1 MB of %j', piece => {
    const text = piece.repeat(1_000_000 / piece.length);
    // A hang ends in the time limit of the test.
    expect(() => detectStacks({ read: () => text, list: () => MANIFESTS })).not.toThrow();
  });

  it('do not hang on YAML that is as slow as it gets', () => {
    for (const piece of ['&a ', '!a ', '[', 'a: b\n']) {
      const reader = memoryReader({ 'pubspec.yaml': piece.repeat(32_768 / piece.length) });
      expect(() => detectStacks(reader)).not.toThrow();
    }
  });
});
