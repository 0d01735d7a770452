import type { ManifestReader } from '../stack.ts';
import { withoutComments } from './comments.ts';
import { captures } from './pick.ts';
import { present } from './top.ts';

export interface Makefile {
  readonly file: string;
  /** Without comments. */
  readonly source: string;
  readonly targets: ReadonlySet<string>;
  /** What tests; null where no target's name says so. */
  readonly testCommand: string | null;
}

/** The Makefile that `make` would take; null where there is none. */
export function makefileOf(reader: ManifestReader): Makefile | null {
  const [file] = present(reader, ['GNUmakefile', 'makefile', 'Makefile']);
  if (file === undefined) return null;
  const source = withoutComments(reader.read(file) ?? '', '#');
  const targets = new Set(captures(source, /^([A-Za-z][\w .-]*):(?!=)/gm).flatMap(names => names.split(' ')));
  const test = ['test', 'check'].find(target => targets.has(target));
  return { file, source, targets, testCommand: test === undefined ? null : `make ${test}` };
}
