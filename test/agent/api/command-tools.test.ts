import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitTool, isRefused } from '../../../src/agent/api/tools/git.ts';
import { grepTool } from '../../../src/agent/api/tools/grep.ts';
import { shellTool } from '../../../src/agent/api/tools/shell.ts';
import { collect, shortened } from '../../../src/agent/api/tools/shortened.ts';
import { submitTool } from '../../../src/agent/api/tools/submit.ts';
import { answerSchema } from '../../../src/engine/perform/answer-schema.ts';
import { reviewSchema } from '../../../src/run/answer.ts';
import { ground } from './place.ts';

const isAlive = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

describe('shell', () => {
  it.each([
    ['echo out; echo err >&2', true, 'out\nerr\n[exit code 0]'],
    ['true', true, '[exit code 0]'],
    ['echo broken; exit 3', false, 'broken\n[exit code 3]'],
    ['kill -KILL $$', false, '[ended by SIGKILL]'],
    ['cat', true, '[exit code 0]'],
    ['[[ a == a ]] && echo bash', true, 'bash\n[exit code 0]'],
    ['sleep 100 & echo on', true, 'on\n[exit code 0]'],
  ])('%s', async (command, ok, text) => {
    const abort = new AbortController();
    expect(await ground(abort.signal).use(shellTool, { command })).toEqual({ ok, text });
  });

  it('is ended with its children when its time is up', async () => {
    const place = ground();
    const command = `trap '' TERM; sleep 1000 & echo $! >pid; wait`;
    const { ok, text } = await place.use(shellTool, { command, timeout_seconds: 1 });
    expect([ok, text]).toEqual([false, '[ended because it took longer than 1000 ms]']);
    expect(isAlive(Number(place.read('pid')))).toBe(false);
  });

  it('is ended with its children when the session is', async () => {
    const abort = new AbortController();
    const place = ground(abort.signal);
    setTimeout(() => abort.abort(), 300);
    const { text } = await place.use(shellTool, { command: 'sleep 1000 & echo $! >pid; wait' });
    expect(text).toBe('[ended with the session]');
    expect(isAlive(Number(place.read('pid')))).toBe(false);
  });

  it('tells the beginning and the end of what is too much', async () => {
    const { text } = await ground().use(shellTool, { command: 'seq 1 200000' });
    expect(text).toMatch(/^1\n2\n[\s\S]*characters left out[\s\S]*\n200000\n\[exit code 0\]$/);
    expect(text.length).toBeLessThan(30_100);
  });
});

describe('git', () => {
  it.each<[string, string[], boolean, string]>([
    ['log', ['--oneline', '-1'], true, 'first'],
    ['log', ['--format=%s', 'HEAD'], true, 'first'],
    ['show', ['HEAD:a.txt'], true, 'one'],
    ['diff', [], true, '+two'],
    ['diff', ['HEAD', '--', 'a.txt'], true, '+two'],
    ['diff', ['HEAD..HEAD'], true, 'nothing'],
    ['status', ['--short'], true, 'M a.txt'],
    ['blame', ['a.txt'], true, 'one'],
    ['ls-files', [], true, 'a.txt'],
    ['log', ['nowhere'], false, 'exit code 128'],
    ['diff', ['--output=stolen'], false, 'not allowed'],
    ['diff', ['--ext-diff'], false, 'not allowed'],
  ])('%s %j', async (subcommand, words, ok, text) => {
    const place = ground();
    place.git('init', '-q');
    place.write('a.txt', 'one\n');
    place.git('add', '.');
    place.git('commit', '-qm', 'first');
    place.write('a.txt', 'one\ntwo\n');
    // Programs that settings name are not run.
    place.write('.git/info/attributes', '*.txt diff=loud\n');
    place.git('config', 'diff.loud.command', 'touch ran');
    place.git('config', 'diff.loud.textconv', 'touch ran; cat');
    place.git('config', 'diff.external', 'touch ran');
    place.git('config', 'core.fsmonitor', 'touch ran');
    place.git('config', 'core.pager', 'touch ran');
    expect(await place.use(gitTool, { subcommand, arguments: words })).toEqual({
      ok,
      text: expect.stringContaining(text),
    });
    expect(existsSync(join(place.root, 'stolen'))).toBe(false);
    expect(existsSync(join(place.root, 'ran'))).toBe(false);
  });

  it('knows no subcommand that writes', () => {
    for (const subcommand of ['commit', 'config', 'grep', 'apply', '-c', 'log --output=x'])
      expect(gitTool.input.safeParse({ subcommand }).success).toBe(false);
  });

  it.each([
    ...[
      '--output=x',
      '--output',
      '--outp=x',
      '--o=x',
      '--ext-diff',
      '--ext',
      '--textconv',
      '--no-index',
      '--no-i',
    ],
    ...[
      '-c',
      '-C',
      '--exec-path=/x',
      '--exec-path',
      '--contents=a',
      '--git-dir=x',
      '/etc/passwd',
      '../x',
      'a/../../x',
    ],
    ...[
      '-O/etc/passwd',
      '-S/x',
      '--ignore-revs-file=/etc/passwd',
      '--exclude-from=../x',
      '~/x',
      '--remerge-diff',
    ],
  ])('refuses %s', word => expect(isRefused(word)).toBe(true));

  it.each([
    ...[
      'HEAD',
      'a..b',
      'a...b',
      'HEAD~1',
      'HEAD^',
      'HEAD:src/a.ts',
      '--',
      '--stat',
      '--oneline',
      '-p',
      '-n5',
      '-5',
    ],
    ...[
      '--name-only',
      '--format=%H %s',
      '-U10',
      '--since=2.weeks',
      '-L1,5:a.ts',
      '--no-color',
      'src/**/*.ts',
      '-S',
      'x',
    ],
  ])('accepts %s', word => expect(isRefused(word)).toBe(false));
});

describe('grep', () => {
  it.each([true, false])('in a repository: %s', async isRepository => {
    const place = ground();
    if (isRepository) place.git('init', '-q');
    writeFileSync(join(place.outside, 'secret'), 'needle');
    place.write('a.txt', 'hay\nneedle 1\n');
    place.write('sub/-b.txt', 'Needle 2\n');
    place.write('binary', new Uint8Array([110, 101, 101, 100, 108, 101, 0]));
    symlinkSync('..', join(place.root, 'way'));
    const lines = async (input: object) => {
      const { ok, text } = await place.use(grepTool, input);
      return ok ? text.replaceAll('./', '').split('\n').toSorted() : [text];
    };
    expect(await lines({ pattern: 'needle' })).toEqual(['a.txt:2:needle 1']);
    expect(await lines({ pattern: 'needle [0-9]+', ignore_case: true })).toEqual([
      'a.txt:2:needle 1',
      'sub/-b.txt:1:Needle 2',
    ]);
    expect(await lines({ pattern: 'N', path: 'sub' })).toEqual(['sub/-b.txt:1:Needle 2']);
    expect(await lines({ pattern: 'N', path: 'sub/-b.txt' })).toHaveLength(1);
    expect(await lines({ pattern: '--output=x' })).toEqual(['nothing found']);
    expect(await lines({ pattern: '(' })).toEqual([expect.stringMatching(/\[exit code (2|128)\]$/)]);
    expect(await lines({ pattern: 'needle', path: '..' })).toEqual([expect.stringContaining('not inside')]);
    expect(await lines({ pattern: 'needle', path: 'way' })).toEqual([expect.stringContaining('not inside')]);
    expect(await lines({ pattern: 'needle', path: 'gone' })).toEqual([expect.stringContaining('ENOENT')]);
  });

  it('leaves out what git ignores', async () => {
    const place = ground();
    place.git('init', '-q');
    place.write('.gitignore', 'ignored\n');
    place.write('ignored', 'needle\n');
    expect(await place.use(grepTool, { pattern: 'needle' })).toEqual({ ok: true, text: 'nothing found' });
  });
});

describe('submit_result', () => {
  const REVIEW = { approved: true, summary: 'Good.', comments: [] };
  const heardOf = async (schema: object, value: unknown) => {
    const heard: unknown[] = [];
    const outcome = await ground().use(
      submitTool(schema, (...words) => heard.push(words)),
      value,
    );
    return { ...outcome, heard };
  };

  it('takes an answer that fits', async () =>
    expect(await heardOf(answerSchema(reviewSchema), REVIEW)).toEqual({
      ok: true,
      text: 'taken',
      heard: [[REVIEW, true]],
    }));

  it('sends back one that does not, and says why', async () => {
    const wrong = { ...REVIEW, approved: 'yes' };
    const { ok, text, heard } = await heardOf(answerSchema(reviewSchema), wrong);
    expect([ok, heard]).toEqual([false, [[wrong, false]]]);
    expect(text).toMatch(/does not fit, give it again: approved: .*boolean/);
  });

  it('takes anything where the schema cannot be read', async () =>
    expect(await heardOf({ $ref: '#/nowhere' }, 1)).toMatchObject({ ok: true }));
});

it('leaves out the middle of what is too long', () => {
  expect(shortened('short', 5)).toBe('short');
  expect(shortened('0123456789', 6)).toBe('01\n… 4 characters left out …\n6789');
  const pieces = collect(6);
  for (const piece of ['0', '123', '', '45678', '9']) pieces.add(piece);
  expect(pieces.text()).toBe(shortened('0123456789', 6));
});
