import { describe, expect, it } from 'vitest';
import { approved, carryOut, type Story } from './story.ts';
import { type Workshop, workshop } from './workshop.ts';

/** A repository whose check passes as long as `sum` holds 3. The phase breaks that, and changes what steers the check. */
const FILES = {
  sum: '3\n',
  'all.sh': 'test "$(cat sum)" = 3\n',
  Makefile: 'test:\n\tsh ./all.sh\n',
  'package.json': '{ "scripts": { "test": "sh ./all.sh" } }\n',
};
const BREAK = { write: { path: 'sum', content: '4\n' } };
const write = (path: string, content: string): object => ({ write: { path, content } });
const review = { shell: 'cat > "$HOME/review"' };

const shopFor = (type: string, phase: object = {}): Workshop =>
  workshop({
    ...FILES,
    'plan.md': JSON.stringify({
      title: 'One',
      phases: [{ id: '1', title: 'Work', subtasks: [{ id: 's', title: 'Do it', type }], ...phase }],
    }),
  });

const run = (shop: Workshop, check: string, ...steps: object[]): Promise<Story> =>
  carryOut(
    shop,
    { developer: { 1: [[BREAK, ...steps]] }, reviewer: { '*': [[review, approved]] } },
    ...['--check', check, '--tdd', 'off', '--max-attempts', '1', '--set', 'recovery=off'],
  );

const WAYS: readonly (readonly [way: string, check: string, step: object, file: string])[] = [
  ['a script that the check names', 'sh ./all.sh', write('all.sh', 'true\n'), 'all.sh'],
  ['a recipe', 'make test', write('Makefile', 'test:\n\t@true\n'), 'Makefile'],
  [
    'a file that is read in place of another',
    'make test',
    write('GNUmakefile', 'test:\n\t@true\n'),
    'GNUmakefile',
  ],
  ['a file called like a target', 'make test', write('test', ''), 'test'],
  [
    'a script of npm',
    'npm test',
    write('package.json', '{ "scripts": { "test": "node -v" } }\n'),
    'package.json',
  ],
];

describe('a phase that only implements and changes what steers its check', () => {
  it('fails its check where it does not', async () => {
    const { code, of } = await run(shopFor('impl'), 'sh ./all.sh');
    expect(code).toBe(1);
    expect(of('phase_failed')).toMatchObject([{ failure: { category: 'checks' } }]);
  });

  it.each(WAYS)('waits for a person: %s', async (_, check, step, file) => {
    const { code, of } = await run(shopFor('impl'), check, step);
    expect(code).toBe(3);
    const message = expect.stringMatching(/^1 file that steers .* without being declared: .*; it can /);
    expect(of('attempt_inspected')).toMatchObject([
      { findings: [{ gate: 'tests', severity: 'ask', message, files: [file] }] },
    ]);
    expect(of('approval_asked')).toMatchObject([{ phase: '1', reasons: [message] }]);
    expect(of('phase_landed')).toEqual([]);
  });

  it('fails where the check can pass in spite of a failure', async () => {
    const { code, of } = await run(
      shopFor('impl'),
      'make test',
      write('Makefile', 'test:\n\t-sh ./all.sh\n'),
    );
    expect(code).toBe(1);
    expect(of('phase_failed')).toMatchObject([
      { failure: { message: expect.stringContaining('in spite of') } },
    ]);
  });
});

describe('what is only put before the reviewer', () => {
  it.each<[what: string, type: string, phase: object]>([
    ['a file that the phase declares', 'impl', { files: ['sum', 'Makefile'] }],
    ['a change in a phase that does not only implement', 'task', {}],
  ])('%s', async (_, type, phase) => {
    const shop = shopFor(type, phase);
    const { code, of } = await run(shop, 'make test', write('Makefile', 'test:\n\t@true\n'));
    expect(code).toBe(0);
    expect(of('attempt_inspected')).toMatchObject([{ findings: [{ gate: 'tests', severity: 'warn' }] }]);
    expect(shop.read('../review')).toContain('1 file that steers make was changed: Makefile; it can');
  });
});
