import { describe, expect, it } from 'vitest';
import { changesIn, documentOf, introductionTo, withChanges } from '../../src/cli/edit/document.ts';
import { withProblems } from '../../src/cli/edit/problems.ts';
import { type Edited, MAX_PHASE_BYTES, readEdited } from '../../src/cli/edit/read-edited.ts';
import type { Phase, Subtask } from '../../src/plan/model.ts';
import { parse } from '../../src/plan/parse.ts';
import { apply } from '../../src/run/apply.ts';
import { settingsOf } from '../../src/run/settings.ts';
import type { RunState } from '../../src/run/state.ts';
import { creation } from '../engine/origin.ts';
import { planOf, subtasks } from '../run/plans.ts';

const [FIRST, SECOND] = subtasks('2.1', '2.2') as [Subtask, Subtask];
const PHASE: Partial<Phase> = {
  title: 'Parse: the "header"',
  description: 'Reads it.\n\n- from a file\n- # not a comment',
  files: ['src/a.ts'],
  deliverables: ['src/a.ts'],
  criteria: ['It must be quick.'],
  estimate: 3,
  group: 'Core',
  parallelWith: ['3'],
  subtasks: [
    { ...FIRST, type: 'test', dependsOn: ['1.1'] },
    { ...SECOND, type: 'impl', dependsOn: ['2.1'] },
  ],
};
const PLAN = planOf('1; 2: 1; 3: 1', {
  1: { subtasks: subtasks('1.1') },
  2: PHASE,
  3: { files: ['src/b.ts'], subtasks: subtasks('3.1') },
});
const stateOf = (tdd: 'off' | 'warn' | 'enforce' = 'enforce'): RunState =>
  apply(null, { at: 0, event: creation('r', PLAN, settingsOf('phased', { tdd })) });
const OLD = PLAN.phases[1]!;

const read = async (text: string, state = stateOf()): Promise<Edited> => {
  const parsed = await parse(text, { from: 'yaml', tdd: 'off' });
  return readEdited(state, 1, { file: 'phase.yaml', text, parsed });
};

/** The phase's text with these changes, by what is replaced. */
const changed = (...changes: readonly (readonly [string, string])[]): string =>
  changes.reduce((text, [before, after]) => {
    expect(text).toContain(before);
    return text.replace(before, after);
  }, documentOf(OLD));

describe('the text of a phase', () => {
  it('is read back as the phase that it was made of, dependencies on others included', async () => {
    const text = introductionTo('r', OLD) + documentOf(OLD);
    expect(text).not.toMatch(/1\.1|dependsOn: \["1"\]|Core/);
    expect(await read(text)).toEqual({ ok: true, plan: OLD, findings: [] });
    expect(changesIn(OLD, OLD)).toEqual([]);
  });

  it('changes what it says, and keeps the place of the phase in the plan', async () => {
    const text = changed(
      ['title: \'Parse: the "header"\'', 'title: Parse'],
      ['estimate: 3', 'optional: true\n    gated: true\n    allowEmpty: true'],
      ['- src/a.ts\n    deliverables', '- src/c.ts\n    deliverables'],
    );
    const edited = await read(text);
    if (!edited.ok) return expect.fail(JSON.stringify(edited.findings));
    const { plan } = edited;
    expect(plan).toEqual({
      ...OLD,
      title: 'Parse',
      estimate: null,
      optional: true,
      gated: true,
      allowEmpty: true,
      files: ['src/c.ts'],
    });
    expect(changesIn(OLD, plan)).toEqual(['title', 'files', 'estimate', 'optional', 'gated', 'allowEmpty']);
    expect(withChanges(plan, OLD)).not.toHaveProperty('allowEmpty');
  });
});

describe('a text that cannot be used', () => {
  const CASES: readonly (readonly [what: string, text: () => string, line: number, words: RegExp])[] = [
    ['no text', () => '', 0, /empty/],
    ['comments alone', () => introductionTo('r', OLD), 0, /must be an object|empty|no phases/],
    ['another id', () => changed(['id: "2"', 'id: "5"']), 2, /called "5"/],
    ['no id', () => changed(['  - id: "2"\n   ', '  -']), 2, /id is missing/],
    ['no title', () => changed(['title: \'Parse: the "header"\'\n    ', '']), 2, /title is missing/],
    ['an unknown key', () => changed(['estimate:', 'estimation:']), 15, /no key "estimation"/],
    ['another phase', () => `${documentOf(OLD)}  - id: "4"\n    title: More\n`, 25, /more than one phase/],
    ['a dependency', () => changed(['estimate: 3', 'dependsOn: [1]']), 15, /names "1"/],
    ['a mark that it is done', () => changed(['estimate: 3', 'done: true']), 2, /marked as done/],
    ['another group', () => changed(['estimate: 3', 'group: Rest']), 2, /another group/],
    ["another phase's subtask", () => changed(['id: "2.2"', 'id: "3.1"']), 20, /phase 3 has a subtask "3.1"/],
    ['no test before', () => changed(['type: test', 'type: impl']), 2, /"2.1" has no test/],
    ['broken YAML', () => changed(['estimate: 3', 'estimate: [3']), 16, /invalid YAML/],
    ['too much of it', () => `${documentOf(OLD)}${' '.repeat(MAX_PHASE_BYTES)}`, 0, /larger than 1 MB/],
  ];
  it.each(CASES)('has %s: it says so at the line', async (_, text, line, words) => {
    const edited = await read(text());
    expect(edited.ok).toBe(false);
    expect(edited.findings).toContainEqual(
      expect.objectContaining({ severity: 'error', line, message: expect.stringMatching(words) }),
    );
  });

  it('may be one only where the settings want tests first', async () => {
    const edited = await read(changed(['type: test', 'type: impl']), stateOf('warn'));
    expect(edited).toMatchObject({ ok: true, findings: [{ severity: 'warning' }, { severity: 'warning' }] });
  });
});

it('a person is told that a file is declared by a phase that does not wait for this one', async () => {
  const edited = await read(changed(['- src/a.ts\n    deliverables', '- src/b.ts\n    deliverables']));
  expect(edited).toMatchObject({
    ok: true,
    findings: [{ code: 'file-overlap', severity: 'warning', message: /phase 3 declares src\/b.ts/ }],
  });
});

describe('problems on top of a text', () => {
  it('name the lines as they then stand, again and again, and disappear with what they are about', async () => {
    let text = changed(['estimate:', 'estimation:']);
    for (let round = 0; round < 3; round += 1) {
      const { ok, findings } = await read(text);
      expect(ok).toBe(false);
      text = withProblems(text, findings);
      const [, line] = /^#! line:(\d+):5: error\[invalid-shape\]: .*"estimation"$/m.exec(text)!;
      expect(text.split('\n')[Number(line) - 1]).toBe('    estimation: 3');
      expect(text.match(/cannot be used yet/g)).toHaveLength(1);
    }
    expect(await read(text.replace('\n    estimation:', '\n    estimate:'))).toMatchObject({
      ok: true,
      plan: OLD,
    });
  });
});
