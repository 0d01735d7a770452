import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { renderDocument, renderSummary, summaryLine } from '../../scripts/conformance/report.ts';
import { parseRequirements } from '../../scripts/conformance/requirements.ts';
import { parseResults, type TestResult } from '../../scripts/conformance/results.ts';
import { citedIds, isBreached, type Outcome, trace } from '../../scripts/conformance/trace.ts';

const REPOSITORY = join(import.meta.dirname, '../..');
const HEADER = 'id\trequirement\tconflicts_with\n';

const passed = (title: string, file = 'test/a.test.ts'): TestResult => ({ file, title, status: 'passed' });
const failed = (title: string, file = 'test/a.test.ts'): TestResult => ({ file, title, status: 'failed' });
const skipped = (title: string, file = 'test/a.test.ts'): TestResult => ({ file, title, status: 'skipped' });

const TWO = [
  { id: '004-06', text: 'Refuses cycles' },
  { id: '004-07', text: 'Prints the path' },
];

describe('the list of requirements', () => {
  it('is read without its header and its conflicts', () => {
    const list = parseRequirements(`${HEADER}004-06\tRefuses cycles\t001-02\n004-07\tPrints the path\t\n`);
    expect(list).toEqual({ requirements: TWO, problems: [] });
  });

  it('tells what is wrong with it and where', () => {
    const list = parseRequirements(`${HEADER}004-06\tx\t\n4-6\ty\t\n004-07\t\t\n004-06\tz\t`);
    expect(list.requirements).toEqual([{ id: '004-06', text: 'x' }]);
    expect(list.problems).toEqual([
      'line 3 is not an id and a requirement',
      'line 4 is not an id and a requirement',
      'line 5 has 004-06 a second time',
    ]);
  });

  it('may not be empty', () => expect(parseRequirements(HEADER).problems).toHaveLength(1));

  it('of this repository is whole', () => {
    const list = parseRequirements(readFileSync(join(REPOSITORY, 'docs/requirements.tsv'), 'utf8'));
    expect(list.problems).toEqual([]);
    expect(list.requirements).toHaveLength(126);
  });
});

describe('the ids that a title cites', () => {
  const check = (name: string, title: string, expected: string[]) =>
    it(name, () => expect(citedIds(title)).toEqual(expected));

  check('one', 'refuses a cycle [004-06]', ['004-06']);
  check('several in one pair of brackets', 'refuses [004-06, 004-07]', ['004-06', '004-07']);
  check('several without spaces or commas', '[004-06,004-07] [000-01 000-02]', [
    '004-06',
    '004-07',
    '000-01',
    '000-02',
  ]);
  check('several pairs, each id once', '[004-06] and [004-07][004-06]', ['004-06', '004-07']);
  check('among other words in the brackets', 'refuses [004-06, mostly]', ['004-06']);
  check('none outside of brackets', 'refuses 004-06 (004-07)', []);
  check('none in other brackets', 'takes [1, 2], [], [200-299], [2024-01-02] and [x]', []);
  check('a slip of the pen, so that it is reported', 'refuses [004-6]', ['004-6']);
});

describe('the results', () => {
  const json = (...files: object[]) => JSON.stringify({ numTotalTests: 1, testResults: files });
  const test = (title: string, status: string) => ({ title, status, fullName: `a ${title}`, duration: 3 });

  it('keep a relative path, the title and the status', () => {
    const text = json({
      name: join(REPOSITORY, 'test/plan/a.test.ts'),
      status: 'passed',
      assertionResults: ['passed', 'failed', 'skipped', 'pending', 'todo'].map(each => test(each, each)),
    });
    expect(parseResults(text, REPOSITORY)?.tests).toEqual([
      passed('passed', 'test/plan/a.test.ts'),
      failed('failed', 'test/plan/a.test.ts'),
      skipped('skipped', 'test/plan/a.test.ts'),
      skipped('pending', 'test/plan/a.test.ts'),
      skipped('todo', 'test/plan/a.test.ts'),
    ]);
  });

  it('name the files that failed as a whole', () => {
    const text = json({ name: 'test/a.test.ts', status: 'failed', assertionResults: [] });
    expect(parseResults(text, REPOSITORY)).toEqual({ tests: [], brokenFiles: ['test/a.test.ts'] });
  });

  it('of another checkout show no path of its machine', () => {
    const text = json({ name: '/elsewhere/test/a.test.ts', assertionResults: [test('x', 'passed')] });
    expect(parseResults(text, REPOSITORY)?.tests).toEqual([passed('x', 'a.test.ts')]);
  });

  it('are refused if they are something else', () => {
    expect(parseResults('{', REPOSITORY)).toBeNull();
    expect(parseResults('{"testResults":[{"name":1}]}', REPOSITORY)).toBeNull();
  });
});

describe('the trace', () => {
  const check = (name: string, tests: TestResult[], outcome: Outcome, breached: string) =>
    it(name, () => {
      const found = trace(TWO.slice(0, 1), tests);
      expect(found.requirements[0]?.outcome).toBe(outcome);
      expect(`${isBreached(found, false)}, strictly ${isBreached(found, true)}`).toBe(breached);
    });

  check('proves by a test that passed', [passed('a [004-06]')], 'proved', 'false, strictly false');
  check(
    'does not ask for every test',
    [passed('a [004-06]'), skipped('b [004-06]')],
    'proved',
    'false, strictly false',
  );
  check(
    'fails by one failing test',
    [passed('a [004-06]'), failed('b [004-06]')],
    'failing',
    'true, strictly true',
  );
  check('does not prove by skipped tests', [skipped('a [004-06]')], 'skipped', 'false, strictly true');
  check('misses what no test cites', [passed('a'), failed('b')], 'missing', 'false, strictly true');
  check('objects to unknown ids', [passed('a [004-06, 009-99]')], 'proved', 'true, strictly true');

  it('says which test cites an unknown id', () => {
    expect(trace(TWO, [passed('a [009-99]')]).unknown).toEqual([
      { id: '009-99', test: passed('a [009-99]') },
    ]);
  });

  it('keeps one order, however the tests came in', () => {
    const tests = [passed('b [004-06]'), passed('a [004-06]', 'test/b.test.ts'), passed('a [004-06]')];
    const found = trace(TWO, tests);
    expect(found.requirements.map(({ id }) => id)).toEqual(['004-06', '004-07']);
    expect(found.requirements[0]?.tests).toEqual([tests[2], tests[0], tests[1]]);
    expect(renderDocument(found)).toBe(renderDocument(trace(TWO, tests.toReversed())));
  });
});

describe('the document', () => {
  it('is a summary and a table', () => {
    const tests = [
      passed('stops [004-06]'),
      skipped('stops *later* | never [004-06]'),
      passed('stops [004-06]'),
    ];
    const document = renderDocument(trace(TWO, tests));
    expect(document.split('\n').slice(-7)).toEqual([
      '2 requirements: 1 proved, 0 failing, 0 skipped, 1 missing.',
      '',
      '| id | requirement | tests | result |',
      '| --- | --- | --- | --- |',
      '| 004-06 | Refuses cycles | `test/a.test.ts`: stops \\*later\\* \\| never [004-06] (skipped)<br>`test/a.test.ts`: stops [004-06] | proved |',
      '| 004-07 | Prints the path |  | missing |',
      '',
    ]);
  });
});

describe('the summary', () => {
  it('is one line where all is well', () => {
    const found = trace(TWO, [passed('a [004-06, 004-07]')]);
    expect(renderSummary(found, [])).toBe('2 requirements: 2 proved, 0 failing, 0 skipped, 0 missing.');
  });

  it('lists whatever is not as it should be', () => {
    const found = trace(
      [...TWO, { id: '004-08', text: 'Says why' }],
      [failed('a [004-06]'), passed('b [004-06]'), skipped('c [004-07]'), passed('d [009-99]')],
    );
    expect(renderSummary(found, ['test/z.test.ts'])).toBe(
      [
        summaryLine(found),
        '',
        'A test that cites them fails:',
        '  004-06  test/a.test.ts: a [004-06]',
        '',
        'Cited, but not in the list:',
        '  009-99  test/a.test.ts: d [009-99]',
        '',
        'Their tests were skipped:',
        '  004-07  Prints the path',
        '',
        'No test cites them:',
        '  004-08  Says why',
        '',
        'Test files that could not be loaded:',
        '  test/z.test.ts',
      ].join('\n'),
    );
  });
});

describe('the script', () => {
  const roots: string[] = [];
  afterEach(() => {
    for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
  });

  /** A repository with two requirements and these results, each a test title with its status. */
  function repository(results: Record<string, string> | null, file = '.cache/test-results.json'): string {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'conformance-')));
    roots.push(root);
    write(
      root,
      'docs/requirements.tsv',
      `${HEADER}004-06\tRefuses cycles\t\n004-07\tPrints the path\t004-06\n`,
    );
    if (results === null) return root;
    const assertionResults = Object.entries(results).map(([title, status]) => ({ title, status }));
    const testResults = [{ name: join(root, 'test/a.test.ts'), status: 'passed', assertionResults }];
    write(root, file, JSON.stringify({ testResults }));
    return root;
  }

  function write(root: string, path: string, text: string): void {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }

  function run(root: string, ...args: string[]) {
    const script = join(REPOSITORY, 'scripts/conformance.ts');
    const done = spawnSync(process.execPath, [script, '--root', root, ...args], { encoding: 'utf8' });
    return { code: done.status, out: done.stdout, err: done.stderr };
  }

  const document = (root: string) => readFileSync(join(root, 'docs/CONFORMANCE.md'), 'utf8');

  it('writes the document and lists what is missing', () => {
    const root = repository({ 'stops [004-06]': 'passed' });
    const { code, out } = run(root);
    expect(code).toBe(0);
    expect(out).toContain('1 proved, 0 failing, 0 skipped, 1 missing');
    expect(out).toContain('004-07  Prints the path');
    expect(document(root)).toContain(
      '| 004-06 | Refuses cycles | `test/a.test.ts`: stops [004-06] | proved |',
    );
    expect(document(root)).not.toContain(root);
  });

  it('ends with 1 when strict and something is missing', () => {
    const root = repository({ 'stops [004-06]': 'passed', 'prints [004-07]': 'skipped' });
    expect(run(root).code).toBe(0);
    expect(run(root, '--strict').code).toBe(1);
  });

  it('ends with 0 when strict and all is proved', () => {
    expect(run(repository({ 'stops and prints [004-06, 004-07]': 'passed' }), '--strict').code).toBe(0);
  });

  it('ends with 1 when a citing test fails, but writes the document', () => {
    const root = repository({ 'stops [004-06]': 'failed' });
    expect(run(root).code).toBe(1);
    expect(document(root)).toContain('(failed) | failing |');
  });

  it('ends with 1 when a title cites an unknown id', () => {
    const { code, out } = run(repository({ 'stops [004-99]': 'passed' }));
    expect(code).toBe(1);
    expect(out).toContain('004-99  test/a.test.ts: stops [004-99]');
  });

  it('takes the results from another file', () => {
    const root = repository({ 'stops [004-06]': 'passed' }, 'other.json');
    expect(run(root, '--results', join(root, 'other.json')).code).toBe(0);
  });

  it('ends with 2 when there is nothing to judge by', () => {
    const empty = run(repository(null));
    expect(empty.code).toBe(2);
    expect(empty.err).toContain('Run `npm test` first');
    const root = repository(null);
    write(root, '.cache/test-results.json', '<html>');
    expect(run(root).code).toBe(2);
    write(root, 'docs/requirements.tsv', HEADER);
    expect(run(root).err).toContain('there is no requirement');
    expect(run(root, '--unknown').err).toContain('Usage');
    expect(run(join(root, 'nowhere')).code).toBe(2);
  });
});
