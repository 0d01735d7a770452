import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mutant, planted } from './mutant.ts';

/** All that the judges read. */
const PARTS = ['src', 'test', 'docs', 'package.json', 'tsconfig.json', 'vitest.config.ts'];

const copies: string[] = [];
process.on('exit', () => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
});

/** A copy of the repository, to be spoilt. It is removed when the process ends. */
export function copyOf(root: string): string {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'phasewright-mutants-')));
  copies.push(copy);
  for (const part of PARTS) cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(realpathSync(join(root, 'node_modules')), join(copy, 'node_modules'), 'dir');
  return copy;
}

/** Does something while the bug is in the copy. */
export async function withBug<T>(mutant: Mutant, copy: string, work: () => Promise<T>): Promise<T> {
  const file = join(copy, mutant.file);
  const sound = readFileSync(file, 'utf8');
  writeFileSync(file, planted(mutant, sound));
  try {
    return await work();
  } finally {
    writeFileSync(file, sound);
  }
}
