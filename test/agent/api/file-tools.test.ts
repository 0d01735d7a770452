import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { editTool } from '../../../src/agent/api/tools/edit.ts';
import { listTool } from '../../../src/agent/api/tools/list.ts';
import { readTool } from '../../../src/agent/api/tools/read.ts';
import { writeTool } from '../../../src/agent/api/tools/write.ts';
import { ground } from './place.ts';

const ok = (text: unknown) => ({ ok: true, text });
const no = (text: string) => ({ ok: false, text: expect.stringContaining(text) });

describe('read', () => {
  it.each([
    [{ path: 'a.txt' }, ok('1\tone\n2\ttwo\n3\tthree\n')],
    [{ path: 'a.txt', first_line: 2, lines: 1 }, ok('2\ttwo\n[the file has 3 lines]\n')],
    [{ path: 'a.txt', first_line: 3 }, ok('3\tthree\n')],
    [{ path: 'a.txt', first_line: 9 }, ok('a.txt has only 3 lines')],
    [{ path: './sub/../a.txt', lines: 1 }, ok('1\tone\n[the file has 3 lines]\n')],
    [{ path: 'empty' }, ok('empty is empty')],
    [{ path: 'long', lines: 1 }, ok(`1\t${'x'.repeat(2_000)}…\n[the file has 2000 lines]\n`)],
    [{ path: 'gone' }, no('there is no file gone')],
    [{ path: 'sub' }, no('sub is no file')],
    [{ path: 'binary' }, no('is no text')],
    [{ path: '../secret' }, no('not inside')],
    [{ path: 'link' }, no('not inside')],
    [{ path: 'way/secret' }, no('not inside')],
  ])('%j', async (input, expected) => {
    const place = ground();
    writeFileSync(join(place.outside, 'secret'), 'secret');
    place.write('a.txt', 'one\ntwo\nthree\n');
    place.write('sub/b', 'b');
    place.write('empty', '');
    place.write('long', `${'x'.repeat(3_000)}\n`.repeat(2_000));
    place.write('binary', new Uint8Array([1, 0, 2]));
    symlinkSync('../secret', join(place.root, 'link'));
    symlinkSync('..', join(place.root, 'way'));
    expect(await place.use(readTool, input)).toEqual(expected);
    expect(await place.use(readTool, { ...input, path: join(place.root, input.path) })).toMatchObject({
      ok: expected.ok,
    });
  });

  it('gives of a large file as much as is good, and where to go on', async () => {
    const place = ground();
    place.write('long', `${'x'.repeat(1_500)}\n`.repeat(2_000));
    const { text } = await place.use(readTool, { path: 'long' });
    expect(text.length).toBeLessThan(61_000);
    expect(text.split('\n').slice(-3)[0]?.slice(0, 4)).toBe('39\tx');
    expect(text.slice(-26)).toBe('[the file has 2000 lines]\n');
  });
});

describe('write', () => {
  it('makes folders and replaces files', async () => {
    const place = ground();
    expect(await place.use(writeTool, { path: 'a/b/c.txt', content: 'ü' })).toEqual(
      ok('2 bytes written to a/b/c.txt'),
    );
    await place.use(writeTool, { path: 'a/b/c.txt', content: 'new\n' });
    expect(place.read('a/b/c.txt')).toBe('new\n');
  });

  it.each([
    '../out',
    '/etc/out',
    'way/out',
    'link',
    'dangling',
    '.git/hooks/x',
    '.git',
    'sub/.git/config',
    '.',
  ])('does not write to %s', async path => {
    const place = ground();
    writeFileSync(join(place.outside, 'secret'), 'secret');
    place.write('sub/b', 'b');
    symlinkSync('..', join(place.root, 'way'));
    symlinkSync('../secret', join(place.root, 'link'));
    symlinkSync('../nothing', join(place.root, 'dangling'));
    expect((await place.use(writeTool, { path, content: 'x' })).ok).toBe(false);
    expect(existsSync(join(place.outside, 'out'))).toBe(false);
    expect(existsSync(join(place.outside, 'nothing'))).toBe(false);
    expect(readFileSync(join(place.outside, 'secret'), 'utf8')).toBe('secret');
  });
});

describe('edit', () => {
  it.each([
    ['one', '$& $1', ok('a.txt changed'), '$& $1 two two aaa\n'],
    ['one two', '', ok('a.txt changed'), ' two aaa\n'],
    ['two', 'x', no('more than once'), null],
    ['aa', 'x', no('more than once'), null],
    ['three', 'x', no('does not stand'), null],
  ])('%s -> %s', async (old_text, new_text, expected, text) => {
    const place = ground();
    place.write('a.txt', 'one two two aaa\n');
    expect(await place.use(editTool, { path: 'a.txt', old_text, new_text })).toEqual(expected);
    expect(place.read('a.txt')).toBe(text ?? 'one two two aaa\n');
  });

  it('touches nothing outside', async () => {
    const place = ground();
    writeFileSync(join(place.outside, 'secret'), 'secret');
    const input = { path: '../secret', old_text: 'secret', new_text: 'x' };
    expect(await place.use(editTool, input)).toEqual(no('not inside'));
  });
});

describe('list', () => {
  it.each([
    [{}, ok('.git/\na\nsub/\nway')],
    [{ path: '.', depth: 2 }, ok('.git/\na\nsub/\nsub/b\nsub/deep/\nway')],
    [{ path: 'sub', depth: 2 }, ok('b\ndeep/\ndeep/c')],
    [{ path: 'empty' }, no('ENOENT')],
    [{ path: '..' }, no('not inside')],
    [{ path: 'way' }, no('not inside')],
  ])('%j', async (input, expected) => {
    const place = ground();
    place.write('a', '');
    place.write('.git/config', '');
    place.write('sub/b', '');
    place.write('sub/deep/c', '');
    symlinkSync('..', join(place.root, 'way'));
    expect(await place.use(listTool, input)).toEqual(expected);
  });

  it('does not list for ever', async () => {
    const place = ground();
    for (let file = 0; file < 1_100; file += 1) place.write(`f${file}`, '');
    const { text } = await place.use(listTool, {});
    expect(text.split('\n').length).toBe(1_001);
    expect(text).toMatch(/\[there are more\]$/);
  });
});
