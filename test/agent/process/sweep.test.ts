import { type ChildProcess, spawn } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  carriesAny,
  MARKER_VARIABLE,
  markerFrom,
  type ProcessTable,
} from '../../../src/agent/process/marker.ts';
import { PROC_TABLE } from '../../../src/agent/process/proc-table.ts';
import { PS_TABLE, readRows } from '../../../src/agent/process/ps-table.ts';
import { killIfSame, PROCESS_TABLE, sweep } from '../../../src/agent/process/sweep.ts';
import { tagOf } from '../../../src/agent/process/tag.ts';
import { ownMarker } from '../marked.ts';

/** A process with the marker, that the test ends at the latest. */
function start(marker: string | null, words: readonly string[] = ['sleep', '1000']): ChildProcess {
  const env = { PATH: process.env.PATH ?? '', ...(marker !== null && { [MARKER_VARIABLE]: marker }) };
  const child = spawn(words[0]!, words.slice(1), { env, stdio: 'ignore', detached: true });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

const isAlive = ({ pid }: ChildProcess): boolean => PROCESS_TABLE.startTimeOf(pid!) !== null;

const tables: (readonly [string, ProcessTable])[] = [['ps', PS_TABLE]];
if (process.platform === 'linux') tables.push(['/proc', PROC_TABLE]);

describe.each(tables)('sweeping with %s', (_, table) => {
  it('ends what carries the marker or one below it, and nothing else', async () => {
    const marker = ownMarker();
    const marked = [start(marker), start(`${marker}/1`), start(`${marker}/1/2`)];
    const others = [start(`${marker}-2`), start(null), start(`x/${marker}`)];
    const { killed, survivors } = await sweep(marker, undefined, table);
    expect([...killed].sort()).toEqual(marked.map(({ pid }) => pid).sort());
    expect(survivors).toEqual([]);
    expect(marked.map(isAlive)).toEqual([false, false, false]);
    expect(others.map(isAlive)).toEqual([true, true, true]);
  });

  it('finds nothing where there is nothing, not even by an empty marker', async () => {
    const child = start(ownMarker());
    expect(await sweep('', undefined, table)).toEqual({ killed: [], survivors: [] });
    expect(await sweep(ownMarker(), undefined, table)).toEqual({ killed: [], survivors: [] });
    expect(isAlive(child)).toBe(true);
  });

  it('does not end a process that only has the same id', () => {
    const marker = ownMarker();
    const child = start(marker);
    const pid = child.pid!;
    const startTime = table.startTimeOf(pid)!;
    const isWanted = carriesAny([marker]);
    expect(killIfSame({ pid, startTime: 'another time' }, isWanted, table)).toBe(false);
    expect(killIfSame({ pid, startTime }, () => false, table)).toBe(false);
    expect(isAlive(child)).toBe(true);
    expect(killIfSame({ pid, startTime }, isWanted, table)).toBe(true);
  });

  it('tells start times that stay and that differ from those of the dead', async () => {
    const child = start(ownMarker(), ['/bin/sh', '-c', 'sleep 0; exec sleep 1000']);
    const before = table.startTimeOf(child.pid!);
    expect(before).not.toBeNull();
    expect(table.startTimeOf(child.pid!)).toBe(before);
    child.kill('SIGKILL');
    await new Promise(resolve => child.once('exit', resolve));
    expect(table.startTimeOf(child.pid!)).toBeNull();
    expect(table.carriedBy(child.pid!)).toEqual({ marker: null, tag: null });
  });
});

describe('sweeping', () => {
  it('goes on until nothing new appears', async () => {
    const marker = ownMarker();
    start(marker, ['/bin/sh', '-c', 'while :; do setsid sleep 1000 & sleep 0.001; done']);
    const { survivors } = await sweep(marker);
    expect(survivors).toEqual([]);
    expect(PROCESS_TABLE.marked(carriesAny([marker]))).toEqual([]);
  });

  it('reports what does not die', async () => {
    const child = start(ownMarker());
    const immortal: ProcessTable = {
      marked: () => [{ pid: child.pid!, startTime: 'always', name: 'sleep' }],
      carriedBy: () => ({ marker: 'm', tag: null }),
      startTimeOf: () => 'always',
    };
    expect(await sweep('m', 10, immortal)).toEqual({ killed: [child.pid], survivors: [child.pid] });
  });

  it('goes by a tag, too, of one session or of the whole run, whatever the marker says', () => {
    const carries = (marker: string | null, of: string, wanted: string): boolean =>
      carriesAny([wanted])({ marker, tag: tagOf(of) });
    expect(carries(null, 'run/1/1', 'run/1/1')).toBe(true);
    expect(carries(null, 'run/1/1', 'run')).toBe(true);
    expect(carries(null, 'run/1/1', 'run/1/2')).toBe(false);
    expect(carries(null, 'run/1/1', 'run/1')).toBe(false);
    expect(carries(null, 'run/1/1', 'run.git')).toBe(false);
    expect(carries(null, 'run/1/1', '')).toBe(false);
    expect(carries('other/1/1', 'run/1/1', 'run/1/1')).toBe(true);
    expect(carries('', 'run/1/1', 'run')).toBe(true);
    expect(carries('other/1/1', 'run/1/1', 'run/1/2')).toBe(false);
    expect(carries('run/1/1', 'other', 'run/1/1')).toBe(true);
    expect(BigInt(tagOf('run/1/1'))).toBeLessThan(2n ** 63n);
  });

  it('keeps the markers of phases apart whose ids have slashes', () => {
    expect(markerFrom('run', '2', 1)).toBe('run/2/1');
    expect(markerFrom('run', '2/1', 1)).toBe('run/2%2F1/1');
  });
});

describe('what ps prints', () => {
  const time = 'Mon Jan  5 10:00:00 2026';
  const cases: readonly (readonly [string, ReturnType<typeof readRows>])[] = [
    [
      `  12 Ss   ${time} sleep 9 PATH=/bin PHASEWRIGHT_MARKER=a/b`,
      [{ pid: 12, startTime: time, name: 'sleep', marker: 'a/b' }],
    ],
    [
      `12 S+ ${time} sleep 9 PHASEWRIGHT_MARKER=a HOME=/x y`,
      [{ pid: 12, startTime: time, name: 'sleep', marker: 'a' }],
    ],
    [
      `12 S ${time} /bin/sleep NOT_PHASEWRIGHT_MARKER=a`,
      [{ pid: 12, startTime: time, name: 'sleep', marker: null }],
    ],
    [`12 Z ${time} [sleep] <defunct>`, []],
    ['nonsense', []],
    ['', []],
  ];
  it.each(cases)('%s', (line, rows) => expect(readRows(`${line}\n`)).toEqual(rows));
});
