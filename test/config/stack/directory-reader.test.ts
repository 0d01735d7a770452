import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { detectStacks } from '../../../src/config/stack/detect.ts';
import { directoryReader, MAX_MANIFEST_BYTES } from '../../../src/config/stack/directory-reader.ts';

let base: string;
let repository: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'phasewright-stack-'));
  repository = join(base, 'repository');
  mkdirSync(repository);
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

const put = (path: string, content: string | Uint8Array) => writeFileSync(join(repository, path), content);

describe('directoryReader', () => {
  it('lists the top and reads files at it and below it', () => {
    put('package.json', '{"scripts":{"test":"ava"}}');
    mkdirSync(join(repository, 'app'));
    put('app/build.gradle', 'plugins {}');
    const reader = directoryReader(repository);
    expect(reader.list()).toEqual(['app', 'package.json']);
    expect(reader.read('app/build.gradle')).toBe('plugins {}');
    expect(detectStacks(reader)).toMatchObject([{ testCommand: 'npm test', testFramework: 'ava' }]);
  });

  it('reads a file of the limit and none above it', () => {
    put('Gemfile', Buffer.alloc(MAX_MANIFEST_BYTES, ' '));
    put('package.json', Buffer.alloc(MAX_MANIFEST_BYTES + 1, ' '));
    const reader = directoryReader(repository);
    expect(reader.read('Gemfile')).toHaveLength(MAX_MANIFEST_BYTES);
    expect(reader.read('package.json')).toBeNull();
    expect(detectStacks(reader).map(stack => stack.language)).toEqual(['Ruby', 'JavaScript']);
  });

  it('follows a link inside the directory and none out of it', () => {
    writeFileSync(join(base, 'secret.json'), '{"secret":true}');
    mkdirSync(join(base, 'elsewhere'));
    writeFileSync(join(base, 'elsewhere', 'Cargo.toml'), '[workspace]');
    put('real.json', '{}');
    symlinkSync('real.json', join(repository, 'deno.json'));
    symlinkSync('../secret.json', join(repository, 'package.json'));
    symlinkSync(join(base, 'secret.json'), join(repository, 'composer.json'));
    symlinkSync('../elsewhere', join(repository, 'crates'));
    symlinkSync('loop', join(repository, 'loop'));
    const reader = directoryReader(repository);
    expect(reader.read('deno.json')).toBe('{}');
    for (const path of ['package.json', 'composer.json', 'crates/Cargo.toml', 'loop']) {
      expect(reader.read(path), path).toBeNull();
    }
  });

  it('reads nothing outside, by whatever path', () => {
    writeFileSync(join(base, 'secret'), 'x');
    mkdirSync(join(base, 'repository-2'));
    writeFileSync(join(base, 'repository-2', 'secret'), 'x');
    const reader = directoryReader(repository);
    for (const path of [
      '../secret',
      '../repository-2/secret',
      join(base, 'secret'),
      '.',
      '',
      'a\0b',
      '/etc/passwd',
    ]) {
      expect(reader.read(path), path).toBeNull();
    }
  });

  it('reads nothing but regular files, and does not wait for a pipe', () => {
    mkdirSync(join(repository, 'package.json'));
    execFileSync('mkfifo', [join(repository, 'go.mod')]);
    const reader = directoryReader(repository);
    expect(reader.read('package.json')).toBeNull();
    expect(reader.read('go.mod')).toBeNull();
    expect(reader.read('missing')).toBeNull();
  });

  it('is reached through a link to the directory itself', () => {
    put('mix.exs', 'x');
    symlinkSync(repository, join(base, 'link'));
    expect(directoryReader(join(base, 'link')).read('mix.exs')).toBe('x');
  });

  it('decodes byte order marks and what is no text', () => {
    put('requirements.txt', Buffer.from('\uFEFFflask==3.1\r\npytest\r\n', 'utf16le'));
    put('package.json', '\uFEFF{"scripts":{"test":"jest"}}');
    put('Gemfile', Buffer.from([0xff, 0x00, 0xc3, 0x28]));
    const stacks = detectStacks(directoryReader(repository));
    expect(stacks.map(stack => [stack.language, stack.testCommand])).toEqual([
      ['Python', 'python -m pytest'],
      ['JavaScript', 'npm test'],
      ['Ruby', null],
    ]);
  });

  it('is empty where the directory is not there', () => {
    const reader = directoryReader(join(base, 'nowhere'));
    expect(reader.list()).toEqual([]);
    expect(reader.read('package.json')).toBeNull();
    expect(detectStacks(reader)).toEqual([]);
  });
});
