import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const FOLDER = 'test/security';

/** The rows of the corpus: an id and a file with a test that proves it. */
const rows = [...read('docs/security.md').matchAll(/^\| (A\d\d) \|.*\| (\[[^|]+) \|$/gm)].flatMap(
  ([, id, links]) =>
    [...links!.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, file]) => ({ id: id!, file: file! })),
);

/** Ids that stand in the titles of tests, and the file. */
const proofs = readdirSync(join(ROOT, FOLDER))
  .filter(name => /\.(?:test|torture)\.ts$/.test(name))
  .flatMap(name => {
    const file = `${FOLDER}/${name}`;
    const titles = [...read(file).matchAll(/^\s*(?:it[.(]|'|"|\]\)\(').*\[A\d\d\]/gm)].map(([line]) => line);
    return titles.flatMap(title => [...title.matchAll(/\[(A\d\d)\]/g)].map(([, id]) => ({ id: id!, file })));
  });

const key = ({ id, file }: { readonly id: string; readonly file: string }): string => `${id} ${file}`;
const sorted = (values: Iterable<string>): string[] => [...new Set(values)].sort();

describe('the corpus of attacks', () => {
  it('has a test for each attack, in the file that is named, and describes each that is tested', () => {
    expect(sorted(proofs.map(key))).toEqual(sorted(rows.map(key)));
    expect(rows.length).toBeGreaterThanOrEqual(40);
  });

  it('counts its attacks without a gap', () => {
    const ids = [...new Set(rows.map(({ id }) => id))];
    expect(ids).toEqual(ids.map((_, at) => `A${String(at + 1).padStart(2, '0')}`));
  });
});
