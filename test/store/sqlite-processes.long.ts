import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAlive } from '../../src/store/process.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { scratch } from '../cli/phasewright.ts';
import { APPENDER, CONTENDER, OPENER, type Program, printed, start } from './program.ts';
import { event, events, owner, run } from './samples.ts';

describe('processes that share a sqlite store', () => {
  it('lose nothing that was acknowledged when they are killed at any moment', {
    timeout: 60_000,
  }, async () => {
    const file = join(scratch(), 'journal.db');
    const acknowledged = new Map<number, string>();
    const rounds = 15;
    let takenOver = 0;
    for (let round = 0; round < rounds; round += 1) {
      // Each third is killed while it opens the file or takes the lease, the others after so many events.
      const lines = round % 3 === 0 ? 1 + (round % 2) : Math.floor(Math.random() * 150);
      const { seen, tookOver } = await killAfter(start(APPENDER, [file, String(round)]), lines);
      if (tookOver) takenOver += 1;
      for (const [seq, data] of seen) {
        expect(acknowledged.has(seq)).toBe(false);
        acknowledged.set(seq, data);
      }
    }
    const store = await openSqliteStore({ file, isAlive });
    const stored = await store.read('r');
    await store.close();
    expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1));
    expect(new Set(stored.map(({ data }) => data)).size).toBe(stored.length);
    for (const [seq, data] of acknowledged) expect(stored[seq - 1]?.data).toBe(data);
    // One append at most, of at most three events, can have been written but not yet acknowledged.
    expect(stored.length - acknowledged.size).toBeLessThanOrEqual(3 * rounds);
    expect(acknowledged.size).toBeGreaterThan(rounds);
    expect(takenOver).toBeGreaterThan(0);
  });

  it('drive a run one at a time', async () => {
    const file = join(scratch(), 'journal.db');
    const store = await openSqliteStore({ file, isAlive });
    await store.create(run('r'), [], owner('starter'));
    await store.release('r', owner('starter'));
    const turns = 25;
    const contenders = [start(CONTENDER, [file, String(turns)]), start(CONTENDER, [file, String(turns)])];
    await Promise.all(contenders.map(ready));
    for (const contender of contenders) contender.say('go');
    await Promise.all(contenders.map(printed));
    const words = (await store.read('r')).map(({ data }) => JSON.parse(data));
    await store.close();
    const drivers = words.filter(({ word }) => word === 'in');
    expect(drivers).toHaveLength(2 * turns);
    expect(words).toEqual(
      drivers.flatMap(({ owner, turn }) => ['in', 'work', 'out'].map(word => ({ owner, turn, word }))),
    );
    expect(new Set(drivers.map(({ owner }) => owner)).size).toBe(2);
  });

  it('may all be the first to open it', async () => {
    const openers = Array.from({ length: 3 }, () => start(OPENER, []));
    const answers = await Promise.all(openers.map(async opener => opener.lines[Symbol.asyncIterator]()));
    const next = () => Promise.all(answers.map(async answer => (await answer.next()).value));
    expect(await next()).toEqual(openers.map(() => 'ready'));
    for (let round = 0; round < 30; round += 1) {
      const file = join(scratch(), 'deep', 'state', 'journal.db');
      const instant = Date.now() + 4;
      for (const opener of openers) opener.say(`${instant} ${file}`);
      expect(await next()).toEqual(openers.map(() => '{"ok":true,"seq":1}'));
      const store = await openSqliteStore({ file, isAlive });
      expect(await store.runs()).toHaveLength(openers.length);
      await store.close();
    }
    for (const opener of openers) opener.child.stdin?.end();
    await Promise.all(openers.map(opener => opener.end));
  });

  it('notice that the file was deleted under them', async () => {
    const folder = scratch();
    const file = join(folder, 'journal.db');
    const store = await openSqliteStore({ file, isAlive });
    await store.create(run('r'), events(1), owner('a'));
    rmSync(file);
    await expect(store.append('r', 1, [event('lost')], owner('a'))).rejects.toMatchObject({
      reason: 'unreadable',
      message: expect.stringContaining('deleted'),
    });
    for (const companion of [`${file}-wal`, `${file}-shm`]) rmSync(companion);
    const second = await openSqliteStore({ file, isAlive });
    await expect(store.append('r', 1, [event('lost')], owner('a'))).rejects.toThrow('replaced');
    await second.close();
    await store.close();
  });
});

async function ready(program: Program): Promise<void> {
  for await (const line of program.lines) {
    expect(line).toBe('ready');
    return;
  }
  throw new Error((await program.end).errors);
}

/** Kills an appender when it has printed so many lines, and gives all events that it acknowledged before it died. */
async function killAfter(program: Program, count: number) {
  const seen: (readonly [number, string])[] = [];
  let lines = 0;
  let tookOver = false;
  for await (const line of program.lines) {
    lines += 1;
    if (lines >= count) program.child.kill('SIGKILL');
    const [, seq, data] = /^(\d+) (.*)$/.exec(line) ?? [];
    if (seq !== undefined && data !== undefined) seen.push([Number(seq), data]);
    if (/^lease \d/.test(line)) tookOver = true;
  }
  const { signal, errors } = await program.end;
  if (signal !== 'SIGKILL') throw new Error(errors);
  return { seen, tookOver };
}
