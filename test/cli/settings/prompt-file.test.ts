import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { promptReader } from '../../../src/cli/settings/prompt-file.ts';
import { scratch } from '../phasewright.ts';

function repository(): string {
  const folder = scratch();
  const top = join(folder, 'top');
  for (const name of ['.git', 'folder', 'docs']) mkdirSync(join(top, name), { recursive: true });
  writeFileSync(join(folder, 'secret.md'), 'secret');
  writeFileSync(join(top, '.git', 'config'), 'secret');
  writeFileSync(join(top, 'docs', 'ok.md'), 'fine');
  writeFileSync(join(top, 'long.md'), 'x'.repeat(50_001));
  writeFileSync(join(top, 'huge.md'), 'x'.repeat(1 << 20));
  writeFileSync(join(top, 'wide.md'), '漢'.repeat(50_000));
  symlinkSync(join(folder, 'secret.md'), join(top, 'link.md'));
  symlinkSync(folder, join(top, 'way-out'));
  symlinkSync(join(top, '.git'), join(top, 'way-in'));
  symlinkSync('docs/ok.md', join(top, 'inside.md'));
  return top;
}

describe("a prompt of the user's own", () => {
  it.each([
    ['../secret.md', '../secret.md is outside of the repository'],
    ['docs/../../secret.md', 'docs/../../secret.md is outside of the repository'],
    ['link.md', 'link.md is outside of the repository'],
    ['way-out/secret.md', 'way-out/secret.md is outside of the repository'],
    ['.git/config', '.git/config is inside .git'],
    ['way-in/config', 'way-in/config is inside .git'],
    ['/dev/zero', '/dev/zero is not a path from the top of the repository'],
    ['none.md', 'none.md cannot be found from the top of the repository'],
    ['a\0b', 'a\0b cannot be found from the top of the repository'],
    ['folder', 'folder is not a file of at most 50000 characters'],
    ['long.md', 'long.md is not a file of at most 50000 characters'],
    ['huge.md', 'huge.md is not a file of at most 50000 characters'],
  ])('is not read from %j', (path, problem) => {
    expect(promptReader(repository())(path)).toEqual({ ok: false, problem });
  });

  it.each([
    ['docs/ok.md', 4],
    ['inside.md', 4],
    ['wide.md', 50_000],
  ])('is read from %s', (path, length) => {
    const read = promptReader(repository())(path);
    expect(read.ok && read.text).toHaveLength(length);
  });

  it('needs a repository', () => {
    expect(promptReader(null)('docs/ok.md')).toMatchObject({ ok: false });
  });
});
