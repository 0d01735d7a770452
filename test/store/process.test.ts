import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isAlive, thisProcess } from '../../src/store/process.ts';

const PROCESS = new URL('../../src/store/process.ts', import.meta.url);

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

  it('is alive as long as its process', async () => {
    const code = `const { thisProcess } = await import(${JSON.stringify(PROCESS.href)});
      console.log(JSON.stringify(thisProcess()));
      process.stdin.resume();`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code]);
    const [text] = await once(child.stdout, 'data');
    const owner = JSON.parse(String(text));
    expect(owner).toMatchObject({ pid: child.pid, host: self.host });
    expect(owner.id).not.toBe(self.id);
    expect(isAlive(owner)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isAlive(owner)).toBe(false);
  });

  it.skipIf(process.platform !== 'linux')('is dead when only its zombie is left', async () => {
    // `sh` becomes a `tail` that never asks how its child ended.
    const parent = spawn('sh', ['-c', 'sh -c "echo \\$\\$" & exec tail -f /dev/null']);
    const [text] = await once(parent.stdout, 'data');
    const pid = Number(text);
    const startTime = `${boot()} ${stat(pid)[19]}`;
    while (stat(pid)[0] !== 'Z') await new Promise(setImmediate);
    expect(isAlive({ ...self, pid, startTime })).toBe(false);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
  });
});

/** Told independently of the code under test: fields 3 and on of /proc/PID/stat. */
const stat = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
const boot = () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
