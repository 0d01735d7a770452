import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ground, must, run } from './ground.ts';
import { begun, DEEDS, EXPECTED, RECORD, recorded, resumed, survives } from './record-ground.ts';

describe.each([
  ['a base without a record', begun, {}],
  ['a base that has one', resumed, EXPECTED],
])('on %s the record stands aside', (_, prepare, before) => {
  it.each(Object.keys(DEEDS))('when agents do this to it: %s', async name =>
    survives(await prepare(), before, name),
  );
});

it('ten thousand files are placed, and committed in one pack', async () => {
  const files = new Map(
    Array.from({ length: 10_000 }, (_, at) => [`phase-${at}/summary.md`, `summary of ${at}\n`]),
  );
  const { work, base, git } = await run(ground(), recorded());
  const { path } = must(await work.open({ slot: 0, base, contents: null }));
  must(await work.placeRecord(0, files));
  const placed = () => [...files.keys()].map(name => lstatSync(join(path, RECORD, name)).ctimeMs);
  const before = placed();
  const next = new Map([...files, ['phase-7/summary.md', 'another\n']]);
  must(await work.placeRecord(0, next));
  expect(placed().filter((at, index) => at !== before[index])).toHaveLength(1);
  const closed = must(await work.closeRun({ message: null, record: { files: next, message: 'record' } }));
  expect(git('ls-tree', '-r', '--name-only', `${closed.head}:${RECORD}`).split('\n')).toHaveLength(10_000);
  expect(git('show', `${closed.head}:${RECORD}/phase-7/summary.md`)).toBe('another');
  // The files and their folders once, the commits of the run beside them in the pack of its end.
  const [, inPacks, packs] = /^in-pack: (\d+)\npacks: (\d+)$/m.exec(git('count-objects', '-v'))!;
  expect(Number(packs)).toBe(2);
  expect(Number(inPacks)).toBeLessThan(2 * files.size + 20);
  expect(git('fsck', '--connectivity-only', closed.head)).not.toMatch(/missing|broken/);
});
