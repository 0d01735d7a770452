import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scriptedDriver } from '../../../src/agent/scripted/driver.ts';
import type { Attempt } from '../../../src/agent/scripted/step.ts';
import { scratch } from '../../cli/phasewright.ts';
import { converse, type Given, texts, toolResults } from '../conversation.ts';

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

  it('of the last answer counts', async () => {
    const { result } = await act([{ reply: 1 }, { reply: null }]);
    expect(result).toMatchObject({ status: 'completed', answer: null });
  });
});
