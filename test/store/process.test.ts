import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isAlive, thisProcess } from '../../src/store/process.ts';

describe('an owner', () => {
  const self = thisProcess();

  it('is this process, the same whenever it is asked', () => {
    expect(self).toEqual(thisProcess());
    expect(self.pid).toBe(process.pid);
    expect(self.startTime).not.toBe('');
    expect(isAlive(self)).toBe(true);
  });

  it('is dead when its pid has passed to a process that began at another time', () => {
    expect(isAlive({ ...self, startTime: `${self.startTime}0` })).toBe(false);
  });

  it('counts as alive on another host', () => {
    expect(isAlive({ ...self, host: 'elsewhere', startTime: 'then' })).toBe(true);
  });

  it('is dead once its process has ended', async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    expect(isAlive({ ...self, pid, startTime: startTimeOf(pid) ?? '' })).toBe(process.platform === 'linux');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isAlive({ ...self, pid })).toBe(false);
  });

  it.skipIf(process.platform !== 'linux')('is dead when only its zombie is left', async () => {
    // `sh` becomes a `tail` that never asks how its child ended.
    const parent = spawn('sh', ['-c', 'sh -c "echo \\$\\$" & exec tail -f /dev/null']);
    const [text] = await once(parent.stdout, 'data');
    const pid = Number(text);
    const startTime = startTimeOf(pid) ?? '';
    while (stat(pid)?.[0] !== 'Z') await new Promise(setImmediate);
    expect(isAlive({ ...self, pid, startTime })).toBe(false);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
  });
});

/** Told independently of the code under test: fields 3 and on of /proc/PID/stat. */
function stat(pid: number): string[] | null {
  if (process.platform !== 'linux') return null;
  return readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
}

function startTimeOf(pid: number): string | null {
  const fields = stat(pid);
  return fields && `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`;
}
