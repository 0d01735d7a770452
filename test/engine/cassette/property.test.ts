import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { converse } from '../../agent/conversation.ts';
import { doing, notices, studio, treeOf } from './studio.ts';

/** How many lists of operations to try; each takes some git processes. */
const RUNS = Number(process.env.PHASEWRIGHT_TEST_RUNS ?? 12);

const NAMES = ['a.txt', 'b.txt', 'dir', 'dir/c.txt', 'dir/sub/d', 'é', 'é/ f', 'x.log', 'cache/y'] as const;
const path = fc.constantFrom(...NAMES);

type Operation = (top: string) => void;

const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.tuple(path, fc.uint8Array({ maxLength: 8 })).map(
    ([name, bytes]): Operation =>
      top =>
        writeFileSync(made(top, name), bytes),
  ),
  fc.tuple(path, fc.string({ unit: 'binary', maxLength: 8 })).map(
    ([name, text]): Operation =>
      top =>
        writeFileSync(made(top, name), text),
  ),
  path.map(
    (name): Operation =>
      top =>
        rmSync(join(top, name), { recursive: true }),
  ),
  fc.tuple(path, fc.boolean()).map(
    ([name, runs]): Operation =>
      top =>
        chmodSync(join(top, name), runs ? 0o755 : 0o644),
  ),
  fc.tuple(path, fc.constantFrom('a.txt', 'dir', 'none', './b.txt')).map(
    ([name, target]): Operation =>
      top => {
        const place = made(top, name);
        rmSync(place, { recursive: true, force: true });
        symlinkSync(target, place);
      },
  ),
);

function made(top: string, name: string): string {
  const place = join(top, name);
  mkdirSync(dirname(place), { recursive: true });
  return place;
}

/** Those that make no sense where they come are left out, as an agent's tool would fail. */
function carryOut(operations: readonly Operation[], top: string): void {
  for (const each of operations) {
    try {
      each(top);
    } catch {}
  }
}

it('any changes on top of any others are replayed to the same tree', async () => {
  const on = studio();
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { maxLength: 6 }),
      fc.array(operation, { maxLength: 8 }),
      fc.boolean(),
      async (before, during, commits) => {
        runs += 1;
        const assignment = { run: '', phase: String(runs), attempt: 1, subtasks: [] };
        const [place, copy] = [on.copy(), on.copy()];
        for (const top of [place, copy]) carryOut(before, top);
        const driver = doing(({ cwd }) => {
          carryOut(during, cwd);
          if (commits) {
            on.git('-C', cwd, 'add', '--all');
            on.git('-C', cwd, 'commit', '--quiet', '--allow-empty', '--message', 'done');
          }
        });
        expect(notices(await converse(on.recording(driver), { cwd: place, assignment }))).toEqual([]);
        expect((await on.replay(copy, { assignment })).result.status).toBe('completed');
        expect(treeOf(on, copy)).toBe(treeOf(on, place));
      },
    ),
    { numRuns: RUNS },
  );
});
