import { describe, expect, it } from 'vitest';
import { detectStacks } from '../../../src/config/stack/detect.ts';
import type { ManifestReader, Stack } from '../../../src/config/stack/stack.ts';

export type Files = Readonly<Record<string, string>>;

/** What is not named is expected to be null. */
type Expected = Pick<Stack, 'language' | 'evidence'> & Partial<Stack>;

export type Row = readonly [title: string, files: Files, ...stacks: Expected[]];

export function check(ecosystem: string, rows: readonly Row[]): void {
  describe(ecosystem, () => {
    for (const [title, files, ...stacks] of rows) {
      it(title, () => expect(detectStacks(memoryReader(files))).toEqual(stacks.map(full)));
    }
  });
}

export function memoryReader(files: Files): ManifestReader {
  const texts = new Map(Object.entries(files));
  const names = new Set(Object.keys(files).map(path => path.split('/', 1)[0] ?? path));
  return { read: path => texts.get(path) ?? null, list: () => [...names].sort() };
}

function full(expected: Expected): Stack {
  return {
    framework: null,
    packageManager: null,
    testCommand: null,
    lintCommand: null,
    buildCommand: null,
    testFramework: null,
    ...expected,
  };
}
