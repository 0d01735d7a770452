import { describe, expect, it } from 'vitest';
import { approved, carryOut, type Story } from './story.ts';
import { type Workshop, workshop } from './workshop.ts';

/** A product and two tests of it, in a file each. */
const test = (name: string): string =>
  `require('node:test').test('${name}', () => require('node:assert').equal(require('../add.js')(1, 2), 3));\n`;
const FILES = {
  'add.js': 'module.exports = (a, b) => a + b;\n',
  'test/one.test.js': test('one'),
  'test/two.test.js': test('two'),
};
const write = (path: string, content: string): object => ({ write: { path, content } });
const MORE = write('more.js', '');
/** Ends the program that tests it before any test runs, as one that has passed. */
const ENDS = write('add.js', 'process.exit(0);\n');
const review = { shell: 'cat > "$HOME/review"' };

const shopFor = (type: string, phases = 1): Workshop =>
  workshop({
    ...FILES,
    'plan.md': JSON.stringify({
      title: 'Numbers',
      phases: Array.from({ length: phases }, (_, at) => ({
        id: String(at + 1),
        title: 'Work',
        dependsOn: at === 0 ? [] : [String(at)],
        subtasks: [{ id: 's', title: 'Do it', type }],
      })),
    }),
  });

const run = (shop: Workshop, steps: readonly object[], ...words: string[]): Promise<Story> =>
  carryOut(
    shop,
    { developer: { '*': [[...steps]] }, reviewer: { '*': [[review, approved]] } },
    ...['--check', 'node --test', '--tdd', 'off', '--max-attempts', '1', '--set', 'recovery=off', ...words],
  );

describe('a check that passes with fewer tests than before', () => {
  it('waits for a person in a phase that only implements', async () => {
    const { code, of } = await run(shopFor('impl'), [ENDS]);
    expect(code).toBe(3);
    const [ended] = of('checks_ended') as unknown as [{ findings: readonly object[] }];
    expect(ended.findings).toEqual([
      expect.objectContaining({
        severity: 'ask',
        message: expect.stringContaining('2 did before the phase'),
      }),
    ]);
  });

  it('is told to the reviewer in any other', async () => {
    const shop = shopFor('task');
    const { code } = await run(shop, [ENDS]);
    expect(code).toBe(0);
    expect(shop.read('../review')).toContain('2 did before the phase');
  });

  it('is told of nobody where a test file was deleted, or in the workspace of the agent', async () => {
    const gone = await run(shopFor('task'), [{ shell: 'rm test/two.test.js' }]);
    expect(gone.of('checks_ended')[0]).not.toHaveProperty('findings');
    const there = await run(shopFor('task'), [ENDS], '--set', 'verify=workspace');
    expect(there.of('checks_ended')[0]).not.toHaveProperty('findings');
  });

  it('is compared with what landed last, which is not run again for it', async () => {
    const { code, of } = await run(shopFor('task', 3), [MORE, { shell: 'date +%N > "{phase}.txt"' }]);
    expect(code).toBe(0);
    expect(of('baseline_ended')).toHaveLength(1);
    expect(of('checks_ended')).toHaveLength(3);
    for (const event of of('checks_ended')) expect(event).toMatchObject({ results: [{ ran: 2 }] });
  });
});
