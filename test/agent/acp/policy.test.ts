import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPermission } from '../../../src/agent/acp/message.ts';
import { outcomeOf, refusal } from '../../../src/agent/acp/policy.ts';
import { scratch } from '../../cli/phasewright.ts';

const asked = (toolCall: object, options: object[] = []) =>
  readPermission({ sessionId: 's', toolCall: { toolCallId: 'c', ...toolCall }, options })!;

describe('permission', () => {
  const reading = { cwd: '/w', isReadOnly: true, isConfined: false };

  it.each([
    [{ kind: 'read' }, true],
    [{ kind: 'search' }, true],
    [{ kind: 'think' }, true],
    [{ kind: 'fetch' }, true],
    [{ kind: 'edit', locations: [{ path: '/w/a' }] }, false],
    [{ kind: 'delete' }, false],
    [{ kind: 'move' }, false],
    [{ kind: 'switch_mode' }, false],
    [{ kind: 'other', title: 'mystery' }, false],
    [{}, false],
    [{ kind: 'execute', rawInput: { command: 'git diff HEAD~1 -- src' } }, true],
    [{ kind: 'execute', title: 'git log --oneline | head -5' }, true],
    [{ kind: 'execute', rawInput: { command: 'git diff --output=x' } }, false],
    [{ kind: 'execute', rawInput: { command: 'git diff > x' } }, false],
    [{ kind: 'execute', rawInput: { command: 'rm -rf .' }, title: 'git diff' }, false],
    [{ kind: 'execute', rawInput: { command: ['git', 'commit'] }, title: 'git commit' }, false],
    [{ kind: 'other', title: 'submit_result (phasewright MCP Server)' }, true],
    [{ kind: 'execute', title: 'echo submit_result > x' }, false],
    [{ kind: 'execute', rawInput: { server: 'phasewright', tool: 'submit_result', arguments: {} } }, true],
    [{ kind: 'execute', rawInput: { server: 'other', tool: 'submit_result' } }, false],
  ])('where it may only read, of %j: %s', (tool, isAllowed) => {
    expect(refusal(asked(tool).toolCall, reading) === null).toBe(isAllowed);
  });

  it('runs any command where a sandbox keeps it from writing, but edits nothing', () => {
    const confined = { ...reading, isConfined: true };
    expect(refusal(asked({ kind: 'execute', title: 'rm -rf .' }).toolCall, confined)).toBeNull();
    expect(refusal(asked({ kind: 'edit' }).toolCall, confined)).not.toBeNull();
  });

  it('where it may write, is refused for edits outside of the workspace, links followed', () => {
    const [cwd, elsewhere] = [scratch(), scratch()];
    mkdirSync(join(cwd, 'src'));
    symlinkSync(elsewhere, join(cwd, 'link'));
    const refused = (tool: object): boolean =>
      refusal(asked(tool).toolCall, { cwd, isReadOnly: false, isConfined: false }) !== null;
    const edit = (path: string, kind = 'edit'): object => ({ kind, locations: [{ path }] });
    expect(refused(edit(join(cwd, 'src/new/a.ts')))).toBe(false);
    expect(refused(edit('src/a.ts'))).toBe(false);
    expect(refused(edit(join(elsewhere, 'a.ts')))).toBe(true);
    expect(refused(edit('../a.ts', 'delete'))).toBe(true);
    expect(refused(edit(join(cwd, 'link/a.ts'), 'move'))).toBe(true);
    expect(refused({ kind: 'edit', content: [{ type: 'diff', path: '/etc/passwd', newText: '' }] })).toBe(
      true,
    );
    expect(refused({ kind: 'execute', title: 'npm test' })).toBe(false);
  });

  const options = [
    { optionId: 'a', kind: 'allow_always', name: 'Always' },
    { optionId: 'o', kind: 'allow_once', name: 'Once' },
    { optionId: 'r', kind: 'reject_once', name: 'No' },
  ];
  it.each([
    [options, true, { outcome: 'selected', optionId: 'o' }],
    [options, false, { outcome: 'selected', optionId: 'r' }],
    [options.slice(0, 1), true, { outcome: 'selected', optionId: 'a' }],
    [options.slice(0, 1), false, { outcome: 'cancelled' }],
  ])('is answered by one of the options', (offered, isAllowed, outcome) => {
    expect(outcomeOf(asked({}, offered), isAllowed)).toEqual({ outcome });
  });
});
