import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/plan/limits.ts';
import { reviseWith } from '../../../src/run/policy/revision.ts';
import { PHASE, revision, subtask } from './revisions.ts';

const revise = (answer: object, phase = PHASE, original = phase) =>
  reviseWith(phase, original, revision(answer));

const STEPS = [
  { title: 'Test the page', type: 'test' },
  { title: 'Render it on the server', description: 'No scripts.', type: 'impl' },
] as const;

describe('a revision', () => {
  it('changes words and steps, and nothing of what the phase is in the plan', () => {
    const result = revise({
      reason: 'Scripts are blocked here.',
      title: 'Add the login page\n',
      description: 'Rendered on the server.\r\nNo scripts.',
      subtasks: STEPS,
      files: ['src/page.ts', 'SRC/login.ts', ' src/page.ts'],
      deliverables: [' SRC/login.ts', 'test/login.test.ts', 'src/page.ts'],
      criteria: ['A wrong  password\nshows an error.', ...PHASE.criteria.slice(1), 'It is fast.'],
    });
    expect(result).toEqual({
      ok: true,
      plan: {
        ...PHASE,
        title: 'Add the login page',
        description: 'Rendered on the server.\nNo scripts.',
        subtasks: [
          subtask('2a.1', 'test', 'Test the page'),
          subtask('2a.2', 'impl', 'Render it on the server', {
            description: 'No scripts.',
            dependsOn: ['2a.1'],
          }),
        ],
        files: ['src/page.ts', 'src/login.ts'],
        deliverables: [...PHASE.deliverables, 'src/page.ts'],
        criteria: [...PHASE.criteria, 'It is fast.'],
      },
    });
  });

  it('leaves what it does not speak of as it is', () => {
    expect(revise({ description: 'Another way.', subtasks: [], files: [], title: '' })).toEqual({
      ok: true,
      plan: { ...PHASE, description: 'Another way.' },
    });
  });

  it('keeps the files that the old steps declared in the scope of the phase', () => {
    const result = revise({ subtasks: STEPS });
    expect(result).toMatchObject({ ok: true, plan: { files: ['src/login.ts', 'test/login.test.ts'] } });
  });

  it('keeps steps that it repeats, with their ids', () => {
    const subtasks = PHASE.subtasks.map(({ title, type }) => ({ title: ` ${title.toUpperCase()}`, type }));
    expect(revise({ description: 'Another way.', subtasks })).toMatchObject({
      ok: true,
      plan: { subtasks: PHASE.subtasks },
    });
  });

  it('gives steps ids that no other phase has', () => {
    const phase = { ...PHASE, id: 'p'.repeat(LIMITS.idCharacters) };
    const answer = revision({ subtasks: STEPS });
    const ids = (result: ReturnType<typeof reviseWith>): string[] =>
      result.ok ? result.plan.subtasks.map(({ id }) => id) : [];
    expect(ids(reviseWith(PHASE, PHASE, answer, new Set(['2a.1', '2a.3'])))).toEqual(['2a.2', '2a.4']);
    const long = ids(reviseWith(phase, phase, answer));
    expect(new Set(long).size).toBe(2);
    for (const id of long) expect(id.length).toBeLessThanOrEqual(LIMITS.idCharacters);
  });

  it.each<[string, object, ...string[]]>([
    [
      'loses a deliverable',
      { deliverables: ['src/login.ts'] },
      'the deliverable "test/login.test.ts" is missing: none may be removed or reworded',
    ],
    [
      'rewords a criterion',
      { criteria: ['A wrong password shows an error.', 'The page should load without scripts.'] },
      'the criterion "The page must load without scripts." is missing: none may be removed or reworded',
    ],
    [
      'empties the lists',
      { deliverables: [], criteria: [] },
      ...PHASE.deliverables.map(
        path => `the deliverable "${path}" is missing: none may be removed or reworded`,
      ),
      ...PHASE.criteria.map(text => `the criterion "${text}" is missing: none may be removed or reworded`),
    ],
    [
      'drops something',
      { description: 'x', dropped: [{ what: 'src/login.ts', reason: 'It can wait.' }] },
      '"src/login.ts" is listed as dropped: nothing may be',
    ],
    [
      'has no tests left',
      { subtasks: [{ title: 'Build', type: 'impl' }] },
      'no subtask is of type test, though the phase had one: tests still have to be written',
    ],
    ['says nothing', {}, 'it changes nothing'],
    [
      'repeats what is there',
      {
        title: 'add the LOGIN form ',
        description: `${PHASE.description}\n`,
        deliverables: PHASE.deliverables.toReversed(),
        criteria: PHASE.criteria,
        files: ['src/login.ts'],
        subtasks: PHASE.subtasks.map(({ title, type }) => ({ title, type })),
      },
      'it changes nothing',
    ],
    ['has a title of blanks', { title: ' \n ' }, 'the phase has no title'],
    ['has a step without a title', { subtasks: [STEPS[0], { title: '\t' }] }, 'subtask 2 has no title'],
    [
      'has titles that are too long',
      { title: 't'.repeat(501), subtasks: [{ title: 's'.repeat(502), type: 'test' }] },
      'the title of the phase has 501 characters; the limit is 500',
      'the title of subtask 1 has 502 characters; the limit is 500',
    ],
    ['has a bell in it', { description: 'ding \u0007' }, 'it has control characters'],
    ['turns text around', { criteria: [...PHASE.criteria, 'a\u202eb'] }, 'it has control characters'],
    ['has half a character', { subtasks: [{ ...STEPS[0], title: 'a\ud800' }] }, 'it has control characters'],
    [
      'is too large',
      {
        subtasks: Array.from({ length: 50 }, () => ({
          title: 'x',
          type: 'test',
          description: 'd'.repeat(9_999),
        })),
      },
      'it has 500000 characters; the limit is 200000',
    ],
  ])('is refused that %s', (_, answer, ...problems) => {
    expect(revise(answer)).toEqual({ ok: false, problems });
  });

  it.each<[string, string]>([
    ['../secret', 'leads out of the repository; paths begin at its top'],
    ['src/../../x', 'leads out of the repository; paths begin at its top'],
    ['/etc/passwd', 'leads out of the repository; paths begin at its top'],
    ['~/.profile', 'leads out of the repository; paths begin at its top'],
    ['C:/x', 'leads out of the repository; paths begin at its top'],
    ['.', 'names the whole repository'],
    ['./', 'names the whole repository'],
    ['**', 'is a pattern; name files or folders'],
    ['src/?.ts', 'is a pattern; name files or folders'],
    ['.git/config', 'is inside of .git'],
    ['sub/.GIT/hooks', 'is inside of .git'],
    ['p'.repeat(401), 'has more than 400 characters'],
  ])('is refused with the path %s', (path, fault) => {
    const shown = path.length > 160 ? `${path.slice(0, 160)}…` : path;
    const expected = { ok: false, problems: [`the path "${shown}" ${fault}`] };
    expect(revise({ files: ['src/login.ts', path] })).toEqual(expected);
    expect(revise({ deliverables: [...PHASE.deliverables, path] })).toEqual(expected);
  });

  it.each(['a\\..\\..\\b', 'a\nb', 'a\tb'])('is refused with the path %j', path => {
    expect(revise({ files: [path] })).toMatchObject({
      problems: [expect.stringContaining('has a tab, a line break or a backslash in it')],
    });
  });

  it('may name what the phase named already, however that looks', () => {
    const phase = { ...PHASE, files: ['src/**', '../shared'] };
    expect(revise({ files: ['SRC/**', '../shared', 'app/[id]/page.ts'] }, phase)).toMatchObject({
      ok: true,
      plan: { files: ['src/**', '../shared', 'app/[id]/page.ts'] },
    });
  });

  it('does not go back to what the plan had and failed', () => {
    const now = { ...PHASE, description: 'Another way.' };
    expect(revise({ description: PHASE.description }, now, PHASE)).toEqual({
      ok: false,
      problems: ['it goes back to what the plan had at first, which failed'],
    });
  });

  it('is refused in bounds, without anything that acts on a terminal', () => {
    const files = Array.from({ length: 1_000 }, (_, i) => `/${i}\u001b[2J${'x'.repeat(3_00)}`.slice(0, 180));
    const result = revise({ files });
    expect(result).toMatchObject({ ok: false });
    const problems = result.ok ? [] : result.problems;
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)).toBe('and 981 more problems');
    expect(problems.join('\n').length).toBeLessThan(10_000);
    expect(problems.join('')).not.toContain('\u001b');
  });
});
