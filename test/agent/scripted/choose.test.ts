import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stepsFor } from '../../../src/agent/scripted/choose.ts';
import { scriptedDriver } from '../../../src/agent/scripted/driver.ts';
import type { Attempt, Script } from '../../../src/agent/scripted/step.ts';
import { readAdvice, readRevision } from '../../../src/run/answer.ts';
import { ROLES, type Role } from '../../../src/run/role.ts';
import { ASSIGNMENT, converse } from '../conversation.ts';

const SCRIPT: Script = {
  developer: {
    '*': [[{ say: 'any' }]],
    '2': [[{ say: 'first' }], [{ say: 'second' }], [{ say: 'last' }]],
    '2#1': [[{ say: 'one subtask' }]],
    '2/1': [[{ say: 'phase 2/1' }]],
  },
  reviewer: { '7': [[{ say: 'seven' }]] },
};

describe('the steps of a session', () => {
  const cases: readonly (readonly [
    phase: string,
    subtasks: readonly string[],
    attempt: number,
    said: string,
  ])[] = [
    ['1', [], 1, 'any'],
    ['1', [], 9, 'any'],
    ['2', [], 1, 'first'],
    ['2', [], 2, 'second'],
    ['2', [], 3, 'last'],
    ['2', [], 1000, 'last'],
    ['2', [], 0, 'first'],
    ['2', ['1'], 1, 'one subtask'],
    ['2', ['2'], 1, 'first'],
    ['2', ['1', '2'], 1, 'first'],
    ['2/1', [], 1, 'phase 2/1'],
    ['constructor', [], 1, 'any'],
  ];
  it.each(cases)('of phase %s, subtasks %j, attempt %i: %s', (phase, subtasks, attempt, said) => {
    expect(stepsFor(SCRIPT, 'developer', { run: 'r', phase, subtasks, attempt })).toEqual([{ say: said }]);
  });

  describe('of a role that is asked again', () => {
    const attempts = [[{ say: 'first' }], [{ say: 'second' }], [{ say: 'last' }]];
    const asked: readonly (readonly [Role, attempt: number, asked: number | undefined, said: string])[] = [
      ['doctor', 5, undefined, 'first'],
      ['doctor', 1, 0, 'first'],
      ['doctor', 1, 1, 'second'],
      ['doctor', 3, 1, 'second'],
      ['doctor', 1, 2, 'last'],
      ['doctor', 1, 1000, 'last'],
      ['replanner', 3, 0, 'first'],
      ['replanner', 3, 1, 'second'],
      ['developer', 1, 1, 'first'],
      ['developer', 2, 0, 'second'],
      ['reviewer', 1, 2, 'first'],
      ['evaluator', 2, 2, 'second'],
      ['architect', 3, 0, 'last'],
    ];
    it.each(asked)('%s in attempt %i, asked before %s times: %s', (role, attempt, asked, said) => {
      const assignment = { ...ASSIGNMENT, attempt, ...(asked !== undefined && { asked }) };
      expect(stepsFor({ [role]: { '*': attempts } }, role, assignment)).toEqual([{ say: said }]);
    });
  });

  it.each<readonly [model: string | null, said: readonly string[]]>([
    ['small', ['before', 'small one', 'small two', 'after']],
    ['large', ['before', 'any', 'after', 'large']],
    ['other', ['before', 'any', 'after']],
    [null, ['before', 'any', 'after']],
    ['*', ['before', 'any', 'after']],
    ['constructor', ['before', 'any', 'after']],
    ['', ['before', 'any', 'after']],
  ])('for the model %j: %j', (model, said) => {
    const steps: Attempt = [
      { say: 'before' },
      { model: { small: [{ say: 'small one' }, { say: 'small two' }], '*': [{ say: 'any' }] } },
      { say: 'after' },
      { model: { large: [{ say: 'large' }] } },
    ];
    const chosen = stepsFor({ developer: { '*': [steps] } }, 'developer', ASSIGNMENT, model);
    expect(chosen).toEqual(said.map(say => ({ say })));
  });

  it('that no script tells are the usual ones', () => {
    expect(stepsFor(SCRIPT, 'reviewer', ASSIGNMENT)).toEqual(stepsFor(null, 'reviewer', ASSIGNMENT));
  });
});

describe('without a script', () => {
  it('the developer writes a file for each subtask and reports them as completed', async () => {
    const { cwd, result } = await converse(scriptedDriver(null));
    const files = ['scripted/2a/2a.1.txt', 'scripted/2a/2a.2.txt'];
    expect(files.map(file => readFileSync(join(cwd, file), 'utf8'))).toEqual([
      'Phase 2a, subtask 2a.1\n',
      'Phase 2a, subtask 2a.2\n',
    ]);
    expect(result).toMatchObject({
      status: 'completed',
      answer: {
        status: 'completed',
        subtasksCompleted: ['2a.1', '2a.2'],
        subtasksFailed: [],
        error: null,
        filesChanged: files,
      },
    });
  });

  it('phases and subtasks never share a file', async () => {
    const driver = scriptedDriver(null);
    const of = (phase: string, subtasks: readonly string[]) => ({ run: 'r', phase, attempt: 1, subtasks });
    const { cwd } = await converse(driver, { assignment: of('2/1', []) });
    await converse(driver, { cwd, assignment: of('2', ['1']) });
    await converse(driver, { cwd, assignment: of('2', []) });
    const files = ['scripted/2%2F1.txt', 'scripted/2/1.txt', 'scripted/2.txt'];
    expect(files.filter(file => !existsSync(join(cwd, file)))).toEqual([]);
  });

  it('the reviewer approves', async () => {
    const { result } = await converse(scriptedDriver(null), { role: 'reviewer', permissions: 'read-only' });
    expect(result).toMatchObject({ status: 'completed', answer: { approved: true, comments: [] } });
  });

  it('the doctor wants the cause mended', async () => {
    const { result } = await converse(scriptedDriver(null), { role: 'doctor', permissions: 'read-only' });
    expect(result).toMatchObject({
      status: 'completed',
      answer: {
        action: 'retry_with_fix',
        confidence: 0.9,
        diagnosis: 'scripted',
        hint: 'Read the error and mend its cause.',
      },
    });
    expect(readAdvice(result.answer)).toMatchObject({ action: 'retry_with_fix' });
  });

  it('the replanner answers nothing', async () => {
    const { result } = await converse(scriptedDriver(null), { role: 'replanner', permissions: 'read-only' });
    expect(result).toMatchObject({ status: 'completed', answer: null });
    expect(readRevision(result.answer)).toBeNull();
  });

  it('every other role answers', () => {
    for (const role of ROLES.filter(role => role !== 'developer' && role !== 'replanner'))
      expect(stepsFor(null, role, ASSIGNMENT)).toEqual([{ reply: expect.any(Object) }]);
  });
});
