import { describe, expect, it } from 'vitest';
import { implWithoutTest } from '../../src/plan/graph/tdd.ts';
import { TDD_SETTINGS, type TddSetting } from '../../src/plan/options.ts';
import { parse } from '../../src/plan/parse.ts';
import { type ArchitectBrief, architectPrompt } from '../../src/prompt/architect.ts';
import { revisionPrompt } from '../../src/prompt/revision.ts';
import { markdownIn } from '../../src/run/fenced.ts';
import { readAsMarkdown } from './outside.ts';

const architect = (rest: Partial<ArchitectBrief> = {}): string =>
  architectPrompt(
    {
      goal: 'Users can sign in.',
      trackerId: 'ABC-12',
      tdd: 'warn',
      checks: [],
      unanswered: null,
      record: null,
      report: 'schema',
      ...rest,
    },
    null,
  );
const revision = (rest: Partial<Parameters<typeof revisionPrompt>[0]> = {}): string =>
  revisionPrompt(
    {
      goal: 'Users can sign in.',
      previous: '# The plan so far',
      diagnostics: [],
      feedback: null,
      round: 2,
      tdd: 'enforce',
      checks: [],
      unanswered: null,
      report: 'text',
      ...rest,
    },
    null,
  );
const example = (tdd: TddSetting): string =>
  readAsMarkdown(architect({ tdd })).fences.find(fence => fence.includes('phasewright: 1'))!;

describe('an architect', () => {
  it.each(TDD_SETTINGS)('is shown a plan that is read without a finding (tdd: %s)', async tdd => {
    const { plan, diagnostics, format } = await parse(example(tdd), { tdd });
    expect(diagnostics).toEqual([]);
    expect(format).toBe('canonical');
    expect(plan.phases.length).toBeGreaterThan(1);
    for (const phase of plan.phases) {
      expect(phase.criteria.length).toBeGreaterThan(0);
      expect(phase.files.length).toBeGreaterThan(0);
    }
    const beside = plan.phases.filter(phase => phase.parallelWith.length > 0);
    expect(beside.length).toBeGreaterThan(0);
  });

  it('is told to put tests before the code, with a plan that does so [001-30]', async () => {
    const { plan } = await parse(example('enforce'), { tdd: 'enforce' });
    const subtasks = plan.phases.flatMap(phase => phase.subtasks);
    expect(implWithoutTest(subtasks)).toEqual([]);
    for (const type of ['test', 'impl', 'refactor'])
      expect(subtasks.filter(subtask => subtask.type === type).length).toBeGreaterThan(0);
    const [first, second] = plan.phases;
    expect(first!.subtasks.map(({ type }) => type)).toEqual(['test']);
    expect(second!.subtasks[0]).toMatchObject({ type: 'impl', dependsOn: [first!.subtasks[0]!.id] });
    const text = architect({ tdd: 'enforce' });
    expect(text).toContain('Tests come before the code that they test');
    expect(text).toContain('a plan in which one does not is refused');
    expect(text).toMatch(/`refactor` may follow/);
  });

  it('is not told so where that is off', async () => {
    const text = architect({ tdd: 'off' });
    expect(text).not.toContain('Tests come before');
    expect(text).toContain('how its result is verified');
    expect(example('off')).not.toContain('Tests of the limiter');
  });

  it('is told to study first, to write nothing, and how to divide the work', () => {
    const text = architect({ record: 'docs/phasewright/2026-11-16-ABC-12-sign-in' });
    expect(text).toContain('The goal (ABC-12):');
    expect(readAsMarkdown(text).fences[0]).toBe('Users can sign in.');
    for (const words of [
      'Study the repository in this folder first, without changing anything',
      'lie beside `docs/phasewright/2026-11-16-ABC-12-sign-in`',
      'their files must be disjoint',
      'deliverables',
      'criteria that somebody else can check',
      'what one session does well',
    ])
      expect(text).toContain(words);
  });

  it('is told which checks each phase has to pass, also in a revision', () => {
    const checks = ['npm test', 'npm run lint'];
    for (const text of [architect({ checks }), revision({ checks })])
      expect(text).toContain('no phase has to ask for that:\n  - `npm test`\n  - `npm run lint`');
    expect(architect()).not.toContain('After each phase these commands');
  });

  it('is told to answer in a way that is read', () => {
    expect(architect()).toContain('{"plan": "the whole plan as markdown"}');
    expect(architect({ report: 'text' })).toContain('between lines of five backticks');
    const plan = `${example('warn')}\n`;
    expect(markdownIn(`Here it is.\n\n\`\`\`\`\`markdown\n${plan}\`\`\`\`\`\n`)).toBe(plan.trimEnd());
  });
});

describe('a revision', () => {
  it('holds the goal, the plan, what is wrong with it and what a person wants', () => {
    const text = revision({
      diagnostics: ['line 3: Phase 2 depends\non itself', 'line 9: empty title'],
      feedback: 'Make phase 3 smaller.',
    });
    const { fences } = readAsMarkdown(text);
    expect(fences.slice(0, 3)).toEqual(['Users can sign in.', '# The plan so far', 'Make phase 3 smaller.']);
    expect(text).not.toContain('version 2');
    expect(text).toContain('- line 3: Phase 2 depends on itself\n- line 9: empty title');
    expect(text).toContain('Tests come before the code that they test');
    expect(text).toContain('Answer with the whole plan');
  });

  it('says nothing of what there is not', () => {
    expect(revision()).not.toContain('It cannot be carried out');
    expect(revision()).not.toContain('The person who decides');
  });

  it('is bounded', () => {
    const text = revision({
      previous: 'p'.repeat(5_000_000),
      feedback: 'f'.repeat(5_000_000),
      diagnostics: Array.from({ length: 9_999 }, (_, i) => `line ${i}: ${'d'.repeat(200)}`),
    });
    expect(text.length).toBeLessThan(750_000);
    expect(text).toContain('and 9799 more');
  });
});
