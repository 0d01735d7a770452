import { spawn } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { killGroupsNow } from '../../../src/agent/process/live.ts';
import { type Death, spawnProcess } from '../../../src/agent/process/spawn.ts';
import { startTimeOf } from '../../../src/agent/process/sweep.ts';
import { scratch } from '../../cli/phasewright.ts';
import { carriersOf, ownMarker } from '../marked.ts';
import { type Given, node, run, sh } from './running.ts';

/** Starts a program in a session of its own; it inherits the output. */
const setsid = (environment: 'process.env' | '{}', words: readonly string[] = ['sleep', '1000']): string =>
  `const [program, ...words] = ${JSON.stringify(words)};
   const orphan = require('node:child_process').spawn(program, words,
     { detached: true, stdio: ['ignore', 'inherit', 'inherit'], env: ${environment} });
   orphan.unref();
   console.log(orphan.pid);`;

const onLinux = it.runIf(process.platform === 'linux');
/** Nobody can tell who started it: on Linux that takes more than an empty environment. */
const stranger =
  process.platform === 'linux'
    ? `${setsid('{}', ['prlimit', '--rttime=unlimited:', 'sleep', '1000'])}
       const limits = () => require('node:fs').readFileSync('/proc/' + orphan.pid + '/limits', 'latin1');
       while (/timeout +[0-9]/.test(limits()));`
    : setsid('{}');

describe('a process', () => {
  it('gets its input, its folder and no environment but its own and the marker', async () => {
    const cwd = scratch();
    const marker = ownMarker();
    const environment = { PATH: process.env.PATH!, GREETING: 'grüß dich' };
    const { texts, death } = await sh('cat; echo; pwd -P; echo "$GREETING"; env | cut -d= -f1', {
      cwd,
      marker,
      environment,
      input: 'two\nlines ✓',
    });
    const [one, two, folder, greeting, ...names] = texts;
    expect([one, two, folder, greeting]).toEqual(['two', 'lines ✓', cwd, 'grüß dich']);
    const shells = ['_', 'OLDPWD', 'PWD', 'SHLVL'];
    expect(names.filter(name => !shells.includes(name)).sort()).toEqual([
      'GREETING',
      'PATH',
      'PHASEWRIGHT_MARKER',
    ]);
    expect(death).toEqual({ cause: 'exit', code: 0 });
  });

  it('is known by its id and start time', async () => {
    const abort = new AbortController();
    const running = spawnProcess({
      command: '/bin/sleep',
      arguments: ['1000'],
      cwd: scratch(),
      environment: {},
      marker: ownMarker(),
      input: '',
      rawOutput: join(scratch(), 'raw'),
      timeoutMs: 60_000,
      signal: abort.signal,
    });
    expect(running.startTime).not.toBeNull();
    expect(startTimeOf(running.pid!)).toBe(running.startTime);
    abort.abort();
    expect((await running.end).death).toEqual({ cause: 'aborted' });
    expect(startTimeOf(running.pid!)).toBeNull();
  });

  it('does not end our own by not reading its input', async () => {
    const { death } = await sh('exit 0', { input: 'x'.repeat(10_000_000) });
    expect(death).toEqual({ cause: 'exit', code: 0 });
  });

  it('can be spoken to where that is wanted', async () => {
    const { texts } = await sh('read a; echo "got $a"; cat', {
      interactive: true,
      input: 'hello\n',
      abortAt: 'got hello',
    });
    expect(texts).toEqual(['got hello']);
  });
});

describe('the first cause of death is recorded:', () => {
  const cases: readonly (readonly [string, string, Given, Death])[] = [
    ['an exit code', 'exit 3', {}, { cause: 'exit', code: 3 }],
    ['a signal', 'kill -9 $$', {}, { cause: 'signal', signal: 'SIGKILL' }],
    ['our abort', 'echo go; exec sleep 1000', { abortAt: 'go' }, { cause: 'aborted' }],
    [
      'our abort, though it ended well',
      `trap 'exit 0' TERM; echo go; while :; do sleep 0.01; done`,
      { abortAt: 'go', limits: { graceMs: 60_000 } },
      { cause: 'aborted' },
    ],
    ['a timeout', 'exec sleep 1000', { timeoutMs: 50 }, { cause: 'timeout', ms: 50 }],
    ['a timeout of none', 'exec sleep 1000', { timeoutMs: 0 }, { cause: 'timeout', ms: 0 }],
    [
      'too much output',
      'yes',
      { limits: { outputBytes: 1_000_000 } },
      { cause: 'output_limit', bytes: 1_000_000 },
    ],
  ];
  it.each(cases)('%s', async (_, script, given, death) => {
    const ran = await sh(script, given);
    expect(ran.death).toEqual(death);
    expect(ran.survivors).toEqual([]);
    expect(carriersOf(ran.marker)).toEqual([]);
  });

  it('an abort that came before the start', async () => {
    const { death, raw } = await sh('echo started', { signal: AbortSignal.abort() });
    expect(death).toEqual({ cause: 'aborted' });
    expect(raw).toBe('');
  });

  it('a program, folder or file that is not there', async () => {
    const plain = join(scratch(), 'plain');
    writeFileSync(plain, 'echo hello', { mode: 0o644 });
    const gone = join(scratch(), 'gone');
    const spawnErrors = [
      ['ENOENT', await run('no-such-program', [])],
      ['EACCES', await run(plain, [])],
      ['ENOENT', await sh('echo hello', { cwd: gone })],
      ['EISDIR', await sh('echo hello', { rawOutput: scratch() })],
      ['EEXIST', await sh('echo hello', { rawOutput: join(plain, 'raw') })],
      ['ERR_INVALID_ARG_VALUE', await sh('echo \0')],
    ] as const;
    for (const [code, { death }] of spawnErrors) expect(death).toMatchObject({ cause: 'spawn_error', code });
    expect(spawnErrors[2][1].death).toMatchObject({ message: `the working folder ${gone} does not exist` });
  });
});

describe('at its end', () => {
  it('a program that ignores SIGTERM is killed with all its group', async () => {
    const { death, marker } = await sh(`trap '' TERM; sleep 1000 & echo go; while :; do sleep 1; done`, {
      abortAt: 'go',
    });
    expect(death).toEqual({ cause: 'aborted' });
    expect(carriersOf(marker)).toEqual([]);
  });

  it('a program that obeys SIGTERM may finish', async () => {
    const { texts } = await sh(`trap 'echo bye; exit 7' TERM; echo go; while :; do sleep 0.01; done`, {
      abortAt: 'go',
      limits: { graceMs: 60_000 },
    });
    expect(texts).toEqual(['go', 'bye']);
  });

  it('the protocol is asked first, and SIGTERM need not be', async () => {
    const abort = new AbortController();
    const texts: string[] = [];
    const { end, write } = spawnProcess({
      command: '/bin/sh',
      arguments: ['-c', `trap 'echo terminated' TERM; echo go; read word; echo "$word"`],
      cwd: scratch(),
      environment: {},
      marker: ownMarker(),
      input: '',
      interactive: true,
      rawOutput: join(scratch(), 'raw'),
      onLine({ text }) {
        texts.push(text);
        if (text === 'go') abort.abort();
      },
      interrupt: () => write('stop\n'),
      timeoutMs: 60_000,
      signal: abort.signal,
      limits: { interruptMs: 60_000 },
    });
    expect((await end).death).toEqual({ cause: 'aborted' });
    expect(texts).toEqual(['go', 'stop']);
  });

  it('a grandchild in its own session that holds the output is found and ended', async () => {
    const ended = await node(setsid('process.env'));
    const aborted = await node(`${setsid('process.env')} setInterval(() => {}, 1000); console.log('go')`, {
      abortAt: 'go',
    });
    for (const { texts, marker } of [ended, aborted]) {
      expect(startTimeOf(Number(texts[0]))).toBeNull();
      expect(carriersOf(marker)).toEqual([]);
    }
    expect(ended.death).toEqual({ cause: 'exit', code: 0 });
  });

  it('a stranger that holds the output is not waited for', async () => {
    const { texts, death } = await node(stranger, { limits: { quietMs: 20 } });
    const pid = Number(texts[0]);
    expect(pid).toBeGreaterThan(1);
    onTestFinished(() => void process.kill(pid, 'SIGKILL'));
    expect(death).toEqual({ cause: 'exit', code: 0 });
    expect(startTimeOf(pid)).not.toBeNull();
  });

  onLinux.each([
    ['in a session of its own', 'env -i setsid sleep 1000 >/dev/null 2>&1 & echo $!'],
    ['whose parent is gone', `(env -i setsid sh -c 'sleep 1000 >/dev/null 2>&1 & echo $!')`],
    ['that is started by another one', 'env -i setsid sh -c "sleep 1000; :" >/dev/null 2>&1 & echo $!'],
  ])('a process without an environment is ended: %s', async (_, script) => {
    const { texts, death, survivors } = await sh(script);
    expect(death).toEqual({ cause: 'exit', code: 0 });
    expect(texts).toHaveLength(1);
    expect(startTimeOf(Number(texts[0]))).toBeNull();
    expect(survivors).toEqual([]);
  });

  onLinux.each(['PHASEWRIGHT_MARKER=other', 'PHASEWRIGHT_MARKER=', 'PHASEWRIGHT_MARKER=other/1/1 A=b'])(
    'a process that carries another label is ended: %s',
    async label => {
      const { texts, survivors } = await sh(`${label} setsid sleep 1000 >/dev/null 2>&1 & echo $!`);
      expect(texts).toHaveLength(1);
      expect(startTimeOf(Number(texts[0]))).toBeNull();
      expect(survivors).toEqual([]);
    },
  );

  it('what was left running is told by name, and only where it ended by itself', async () => {
    const running = `sleep 1000 & setsid sleep 1000 & while [ "$(ps -o comm= -p $!)" != sleep ]; do :; done`;
    expect((await sh(`${running}; exit 3`)).left).toEqual(['sleep']);
    expect((await sh(`${running}; echo go; wait`, { abortAt: 'go' })).left).toEqual([]);
    expect((await sh('sleep 0')).left).toEqual([]);
  });

  it('all groups can be killed at once', async () => {
    const running = sh(`trap '' TERM; echo go; sleep 1000`, {
      onLine: ({ text }) => text === 'go' && killGroupsNow(),
    });
    expect((await running).death).toEqual({ cause: 'signal', signal: 'SIGKILL' });
  });

  it('nothing outlives this process when it exits', async () => {
    const marker = ownMarker();
    const program = join(scratch(), 'exits.ts');
    const source = pathToFileURL(join(import.meta.dirname, '../../../src/agent/process/spawn.ts'));
    writeFileSync(
      program,
      `import { spawnProcess } from ${JSON.stringify(source.href)};
       spawnProcess({ command: '/bin/sh', arguments: ['-c', 'echo go; setsid sleep 1000'], cwd: '/', environment: {},
         marker: ${JSON.stringify(marker)}, input: '', rawOutput: ${JSON.stringify(join(scratch(), 'raw'))},
         onLine: () => process.exit(5), timeoutMs: 60_000, signal: new AbortController().signal });`,
    );
    const child = spawn(process.execPath, [program], { stdio: 'inherit' });
    expect(await new Promise(resolve => child.once('exit', resolve))).toBe(5);
    await vi.waitFor(() => expect(carriersOf(marker)).toEqual([]), { timeout: 20_000 });
  });
});

describe('output', () => {
  it('is kept byte for byte, both kinds, after what the file had', async () => {
    const rawOutput = join(scratch(), 'deep', 'raw');
    await sh(`echo one; echo two >&2`, { rawOutput });
    const { raw, errorTail, texts } = await sh(`printf 'three\\n\\303'; echo four >&2`, { rawOutput });
    expect(raw.replace('�', '').split('\n').filter(Boolean).sort()).toEqual(['four', 'one', 'three', 'two']);
    expect(statSync(rawOutput).mode & 0o777).toBe(0o600);
    expect(errorTail).toBe('four');
    expect(texts).toEqual(['three', '�']);
  });

  it('is kept up to a limit: its beginning and its end, and a line says what is left out', async () => {
    const limits = { rawBytes: 1000, rawEndBytes: 200 };
    const { raw, texts, death } = await sh(`yes | head -c 5000; echo end`, { limits });
    const left = '\n[phasewright: 4004 bytes are left out here]\n';
    expect(raw).toBe(`${'y\n'.repeat(400)}${left}${'y\n'.repeat(98)}end\n`);
    expect(texts.at(-1)).toBe('end');
    expect(death).toEqual({ cause: 'exit', code: 0 });
  });

  it.each([199, 800, 801, 999, 1000])('is kept whole up to it: %d bytes', async bytes => {
    const limits = { rawBytes: 1000, rawEndBytes: 200 };
    const { raw } = await sh(`yes | tr -d '\\n' | head -c ${bytes}`, { limits });
    expect(raw).toBe('y'.repeat(bytes));
  });

  it('that cannot be kept does not stop the process', async () => {
    const { rawProblem, texts } = await sh('echo hello', { rawOutput: '/dev/full' });
    expect(texts).toEqual(['hello']);
    expect(rawProblem).toMatch(/ENOSPC/);
  });

  it('in giant lines is cut', async () => {
    const { lines } = await node(`process.stdout.write('ab'.repeat(2_000_000) + '\\nnext\\n')`, {
      limits: { lineBytes: 1001 },
    });
    expect(lines).toEqual([
      { text: `${'ab'.repeat(500)}a`, cutBytes: 3_998_999 },
      { text: 'next', cutBytes: 0 },
    ]);
  });

  it('that is still in the pipe when the process ends is read', async () => {
    const { texts } = await sh(`i=0; while [ $i -lt 5000 ]; do echo $i; i=$((i+1)); done`);
    expect(texts).toEqual(Array.from({ length: 5000 }, (_, i) => String(i)));
  });

  it('on standard error is told by its end', async () => {
    const { errorTail } = await sh(`yes no | head -n 10000 >&2; echo last >&2`, {
      limits: { errorTailBytes: 9 },
    });
    expect(errorTail).toBe('no\nlast');
  });
});
