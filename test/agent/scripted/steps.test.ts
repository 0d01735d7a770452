import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scriptedDriver } from '../../../src/agent/scripted/driver.ts';
import { loadScript } from '../../../src/agent/scripted/load.ts';
import type { Attempt } from '../../../src/agent/scripted/step.ts';
import { scratch } from '../../cli/phasewright.ts';
import { ASSIGNMENT, converse, type Given, texts, toolResults } from '../conversation.ts';

const act = (steps: Attempt, given: Given = {}) =>
  converse(scriptedDriver({ developer: { '*': [steps] } }), given);

describe('a step', () => {
  it('writes, appends and deletes', async () => {
    const cwd = scratch();
    writeFileSync(join(cwd, 'old'), 'x');
    const talk = await act(
      [
        { write: { path: 'a', content: 'one\n' } },
        { append: { path: 'a', content: 'two\n' } },
        { append: { path: 'new/b', content: 'three' } },
        { delete: 'old' },
        { delete: 'old' },
      ],
      { cwd },
    );
    expect(readFileSync(join(cwd, 'a'), 'utf8')).toBe('one\ntwo\n');
    expect(readFileSync(join(cwd, 'new/b'), 'utf8')).toBe('three');
    expect(existsSync(join(cwd, 'old'))).toBe(false);
    expect(toolResults(talk).map(([ok]) => ok)).toEqual([true, true, true, true, false]);
    expect(talk.result.status).toBe('completed');
  });

  it('never leaves the workspace, by whatever way', async () => {
    const cwd = scratch();
    const outside = scratch();
    mkdirSync(join(cwd, 'in'));
    writeFileSync(join(outside, 'secret'), 'as it was');
    symlinkSync(outside, join(cwd, 'folder'));
    symlinkSync(join(outside, 'secret'), join(cwd, 'file'));
    symlinkSync(join(outside, 'dangling'), join(cwd, 'nothing'));
    symlinkSync(join(outside, 'dangling'), join(cwd, 'in/nothing'));
    symlinkSync('in', join(cwd, 'inner'));
    const content = 'hacked';
    const talk = await act(
      [
        { write: { path: 'folder/new', content } },
        { write: { path: 'folder/deep/new', content } },
        { write: { path: 'file', content } },
        { append: { path: 'file', content } },
        { write: { path: 'nothing', content } },
        { write: { path: 'in/nothing/new', content } },
        { write: { path: '{phase}', content } },
        { delete: 'folder/secret' },
        { delete: 'inner/..' },
        { write: { path: 'inner/fine', content } },
        { delete: 'file' },
      ],
      { cwd, assignment: { run: 'r', phase: '../{phase}', attempt: 1, subtasks: [] } },
    );
    expect(toolResults(talk).map(([ok]) => ok)).toEqual([...Array(9).fill(false), true, true]);
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('as it was');
    expect(existsSync(join(outside, 'dangling'))).toBe(false);
    expect(existsSync(join(outside, 'new'))).toBe(false);
    expect(existsSync(join(cwd, 'in/fine'))).toBe(true);
  });

  it('runs a command, which reads the prompt and may leave something behind', async () => {
    const talk = await act([{ shell: 'cat; echo; echo no >&2; sleep 1000 & pwd -P' }, { say: 'on' }], {
      prompt: 'Grüße',
    });
    const [[ok, summary]] = toolResults(talk) as [[boolean, string]];
    expect(ok).toBe(true);
    expect(summary.split('\n').sort()).toEqual([talk.cwd, 'Grüße', 'no'].sort());
    expect(texts(talk)).toEqual(['on']);
  });

  it('reports the end of what a command printed', async () => {
    const talk = await act([{ shell: 'yes | head -c 100000; echo end; kill -9 $$' }]);
    const [[ok, summary]] = toolResults(talk) as [[boolean, string]];
    expect(ok).toBe(false);
    expect(summary).toMatch(/^ended by SIGKILL\n/);
    expect(summary).toMatch(/end$/);
    expect(summary.length).toBeLessThan(20_000);
  });

  it('commits everything as nobody in particular, and no hook stops it', async () => {
    const cwd = scratch();
    const git = (...words: string[]): string => execFileSync('git', words, { cwd, encoding: 'utf8' });
    git('init', '-q');
    git('config', 'commit.gpgsign', 'true');
    for (const hook of ['pre-commit', 'commit-msg', 'post-commit'])
      writeFileSync(join(cwd, '.git/hooks', hook), '#!/bin/sh\ntouch hooked\nexit 1\n', { mode: 0o755 });
    const talk = await act(
      [{ write: { path: 'a', content: 'b' } }, { commit: 'Phase {phase}' }, { commit: 'nothing more' }],
      { cwd },
    );
    expect(git('log', '--format=%s|%an|%ae').trim()).toBe(
      'Phase 2a|Scripted Agent|scripted-agent@phasewright.invalid',
    );
    expect(git('status', '--porcelain')).toBe('');
    expect(existsSync(join(cwd, 'hooked'))).toBe(false);
    expect(toolResults(talk).map(([ok]) => ok)).toEqual([true, true, false]);
  });

  it('has the words in braces filled in, in all texts', async () => {
    const talk = await act([
      { say: '{run} {phase} {attempt} {subtask} {other} {{run}}' },
      { write: { path: '{phase}/{subtask}', content: '{attempt}' } },
      { report: { status: 'completed', '{run}': [{ deep: '{phase}' }], n: 1, none: null } },
    ]);
    expect(texts(talk)).toEqual(['run1 2a 1 2a.1-2a.2 {other} {run1}']);
    expect(readFileSync(join(talk.cwd, '2a/2a.1-2a.2'), 'utf8')).toBe('1');
    expect(talk.result.answer).toEqual({
      status: 'completed',
      '{run}': [{ deep: '2a' }],
      n: 1,
      none: null,
    });
  });

  it('is taken for the model of the session, whose name is told', async () => {
    const steps: Attempt = [
      {
        model: {
          small: [{ say: 'I am {model}.' }, { fail: { category: 'logic', message: 'too hard for {model}' } }],
          '*': [{ write: { path: 'by-{model}', content: '' } }],
        },
      },
      { report: { status: 'completed', summary: 'model "{model}"' } },
    ];
    const small = await act(steps, { model: 'small' });
    expect(texts(small)).toEqual(['I am small.']);
    expect(small.result).toMatchObject({
      status: 'failed',
      failure: { category: 'logic', message: 'too hard for small' },
    });
    const large = await act(steps, { model: 'large' });
    expect(existsSync(join(large.cwd, 'by-large'))).toBe(true);
    expect(large.result).toMatchObject({ status: 'completed', answer: { summary: 'model "large"' } });
    const unknown = await act(steps, { model: null });
    expect(existsSync(join(unknown.cwd, 'by-'))).toBe(true);
    expect(unknown.result).toMatchObject({ status: 'completed', answer: { summary: 'model ""' } });
  });

  it('fails with the time at which a quota is there again', async () => {
    const message = 'used up';
    const { result } = await act([
      { fail: { category: 'infra.quota', message, resetsAt: '2100-01-01T00:00:00Z' } },
    ]);
    const failure = { category: 'infra.quota', message, retryAt: Date.UTC(2100, 0) };
    expect(result).toMatchObject({ status: 'failed', failure });
  });

  it('fails with the time after which to try again, counted from the failure', async () => {
    const [category, retryAfterMs] = ['infra.rate_limit', 3_600_000] as const;
    const before = Date.now();
    const { result } = await act([{ fail: { category, message: 'slow down', retryAfterMs } }]);
    if (result.status !== 'failed') expect.fail(result.status);
    expect(result.failure.retryAt).toBeGreaterThanOrEqual(before + retryAfterMs);
    expect(result.failure.retryAt).toBeLessThanOrEqual(Date.now() + retryAfterMs);
  });

  it('fails without a time where none is told', async () => {
    const { result } = await act([{ fail: { category: 'infra.quota', message: 'used up' } }]);
    expect(result).toMatchObject({ failure: { category: 'infra.quota' } });
    expect(result).not.toHaveProperty('failure.retryAt');
  });

  it('tells what it spent at once, so that the session can be stopped before it spends more', async () => {
    const { events, result } = await act(
      [
        { usage: { input: 7, output: 1, costUsd: 0.5 } },
        { sleep: 86_400_000 },
        { usage: { input: 100, output: 100, costUsd: 100 } },
      ],
      { cancelAt: ({ type }) => type === 'usage' },
    );
    const usage = { inputTokens: 7, outputTokens: 1, costUsd: 0.5 };
    expect(events.filter(({ type }) => type === 'usage')).toEqual([{ type: 'usage', usage }]);
    expect(result).toMatchObject({ status: 'cancelled', usage });
  });

  it('reports with the category of what is wrong and a question', async () => {
    const report = { status: 'failed', category: 'wrong_tech_stack', question: 'Is it Deno?', error: 'no' };
    const loaded = loadScript(JSON.stringify({ developer: { '*': [[{ report }]] } }), 'script.json');
    if (!loaded.ok) expect.fail(JSON.stringify(loaded.diagnostics));
    const { result } = await converse(scriptedDriver(loaded.script));
    expect(result).toMatchObject({ status: 'completed' });
    expect(result.answer).toEqual(report);
  });

  it('of the doctor is that of the time it is asked', async () => {
    const script = { doctor: { '*': [[{ reply: 'first {attempt}' }], [{ reply: 'second {attempt}' }]] } };
    const ask = async (asked: number) => {
      const assignment = { ...ASSIGNMENT, attempt: 4, asked };
      return (await converse(scriptedDriver(script), { role: 'doctor', assignment })).result.answer;
    };
    expect([await ask(0), await ask(1)]).toEqual(['first 4', 'second 4']);
  });

  it('of the last answer counts', async () => {
    const { result } = await act([{ reply: 1 }, { reply: null }]);
    expect(result).toMatchObject({ status: 'completed', answer: null });
  });
});
