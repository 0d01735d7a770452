import { expect, it } from 'vitest';
import { diffColoured, statText } from '../../../src/view/run/diff.ts';
import { coloured, uncoloured } from '../../../src/view/style.ts';

const PATCH = `diff --git a/a.sql b/a.sql
index 1..2 100644
--- a/a.sql
+++ b/a.sql
@@ -1,3 +1,3 @@ create table
 same
--- a comment that went
+++ one that came
\\ No newline at end of file
diff --git a/b b/b
--- a/b
+++ b/b
@@ -1 +1 @@
-\u001B[31mred\tx
+blue
`;

it('colours a patch by what each line says, also lines that look like heads of files', () => {
  const names: Record<string, string> = { 1: 'bold', 2: 'dim', 31: 'red', 32: 'green', 34: 'blue' };
  const kinds = diffColoured(PATCH, coloured).map(
    line => names[/^\u001B\[(\d+)m/.exec(line)?.[1] ?? ''] ?? '',
  );
  expect(kinds).toEqual([
    ...['bold', 'bold', 'bold', 'bold', 'blue', '', 'red', 'green', 'dim'],
    ...['bold', 'bold', 'bold', 'blue', 'red', 'green'],
  ]);
});

it('leaves a patch the same text, but for what acts on a terminal', () => {
  expect(diffColoured(PATCH, uncoloured)).toEqual(PATCH.replace('\u001B', '\\x1b').split('\n').slice(0, -1));
  expect(diffColoured('', uncoloured)).toEqual([]);
});

it('lists files with their lines, the ends of long paths on a narrow screen', () => {
  const file = { status: 'modified', from: null, deleted: 0, binary: false } as const;
  const files = [
    { ...file, path: `${'deep/'.repeat(20)}name.ts`, added: 1_200, deleted: 3 },
    { ...file, path: 'picture.png', added: 0, binary: true },
    { ...file, path: 'b.ts', added: 0, deleted: 1 },
  ];
  const look = { style: uncoloured, unicode: true };
  const [first, second, third, sum] = statText(files, { ...look, columns: 60 }).split('\n');
  expect(first).toMatch(/^…[\w/]*\/name\.ts {2}\+1,200 {2}-3$/);
  expect(first!.length).toBeLessThanOrEqual(60);
  expect(second).toMatch(/^picture\.png +binary$/);
  expect(third).toMatch(/^b\.ts +-1$/);
  expect(sum).toBe('3 files, 1,200 lines added, 4 deleted');
  expect(statText(files, { ...look, columns: Infinity })).toContain(files[0]!.path);
});
