import { describe, expect, it } from 'vitest';
import { approved, carryOut, type Story } from './story.ts';
import { type Workshop, workshop } from './workshop.ts';

/** Phases such as `t1; i1: t1`; those that begin with `t` write tests, the others implement. */
function planOf(text: string): string {
  const phases = text.split(';').map(part => {
    const [id = '', needs = ''] = part.split(':').map(word => word.trim());
    const dependsOn = needs.split(' ').filter(Boolean);
    const type = id.startsWith('t') ? 'test' : 'impl';
    return { id, title: `Do ${id}`, dependsOn, subtasks: [{ id: `${id}s`, title: `Do ${id}`, type }] };
  });
  return JSON.stringify({ title: 'Tests first', phases });
}

/** Tests that these functions, each of a module of its own, return their own names. */
const testsOf = (...names: string[]): string =>
  [
    `import assert from 'node:assert';\nimport { test } from 'node:test';`,
    ...names.map(
      name =>
        `test('${name}', async () => assert.equal((await import('./${name}.mjs')).default(), '${name}'));\n`,
    ),
  ].join('\n');
const tests = (file: string, ...names: string[]): object => ({
  write: { path: `${file}.test.mjs`, content: testsOf(...names) },
});
const code = (name: string, value = name): object => ({
  write: { path: `${name}.mjs`, content: `export default () => '${value}';\n` },
});

const verdicts = ({ of }: Story): string[] =>
  of('checks_ended').map(({ phase, attempt, on, results }) => {
    const [{ verdict, passed }] = results as [{ verdict: string; passed: boolean }];
    return `${phase}.${attempt}${on === 'landing' ? ' landing' : ''} ${verdict} ${passed ? 'on' : 'back'}`;
  });

const run = (
  shop: Workshop,
  developer: Readonly<Record<string, readonly (readonly object[])[]>>,
  ...words: string[]
): Promise<Story> =>
  carryOut(shop, { developer, reviewer: { '*': [[approved]] } }, '--check', 'node --test', ...words);

describe('a phase that writes tests', () => {
  const tell = { shell: 'cat > "$HOME/told"' };

  it('is sent back where they do not load', async () => {
    const shop = workshop({ 'plan.md': planOf('t1') });
    const broken = {
      write: { path: 'a.test.mjs', content: `import { test } from 'node:test';\ntest('a', () => {\n` },
    };
    const ended = await run(shop, { t1: [[broken], [tell, tests('a', 'a')]] });
    expect(ended.code).toBe(0);
    expect(verdicts(ended)).toEqual(['t1.1 broken back', 't1.2 red on']);
    expect(shop.read('../told')).toMatch(/the tests do not run: .*SyntaxError/);
  });

  it('lands with a warning where they pass at once, unless tests first are enforced [001-28]', async () => {
    const passing = {
      write: { path: 'a.test.mjs', content: `import { test } from 'node:test';\ntest('a', () => {});\n` },
    };
    const warned = await run(workshop({ 'plan.md': planOf('t1') }), { t1: [[passing]] });
    expect(warned.code).toBe(0);
    expect(verdicts(warned)).toEqual(['t1.1 premature on']);
    const shop = workshop({ 'plan.md': planOf('t1') });
    const enforced = await run(shop, { t1: [[passing], [tell, tests('b', 'b')]] }, '--tdd', 'enforce');
    expect(enforced.code).toBe(0);
    expect(verdicts(enforced)).toEqual(['t1.1 premature back', 't1.2 red on']);
    expect(shop.read('../told')).toContain('nothing implements what they test yet');
  });

  it('does not land red on what failed before it', async () => {
    const shop = workshop({ 'plan.md': planOf('t1'), 'old.test.mjs': testsOf('old') });
    const passing = {
      write: { path: 'a.test.mjs', content: `import { test } from 'node:test';\ntest('a', () => {});\n` },
    };
    const ended = await run(shop, { t1: [[passing], [tests('b', 'b')]] }, '--tdd', 'enforce');
    expect(verdicts(ended)).toEqual(['t1.1 premature back', 't1.2 red on']);
  });

  it('may do as it likes where nobody looks', async () => {
    const ended = await run(
      workshop({ 'plan.md': planOf('t1') }),
      { t1: [[tests('a', 'a')]] },
      '--tdd',
      'off',
    );
    expect(verdicts(ended)).toEqual(['t1.1 red on']);
  });

  it('is none where it has no test in it', async () => {
    const shop = workshop({ 'plan.md': planOf('t1') });
    const ended = await run(
      shop,
      { t1: [[{ write: { path: 'notes.txt', content: 'x' } }]] },
      '--tdd',
      'enforce',
      '--max-attempts',
      '1',
    );
    expect(ended.code).toBe(1);
    expect(verdicts(ended)).toEqual(['t1.1 broken back']);
  });
});

describe('a phase that implements', () => {
  it('is rejected as long as one of its tests fails, although it failed before [001-29]', async () => {
    const shop = workshop({ 'plan.md': planOf('t1; i1: t1') });
    const ended = await run(shop, {
      t1: [[tests('ab', 'a', 'b')]],
      i1: [[code('a')], [code('a'), code('b')]],
    });
    expect(ended.code).toBe(0);
    expect(verdicts(ended)).toEqual(['t1.1 red on', 'i1.1 failed back', 'i1.2 passed on']);
  });

  it('is not blamed for what failed before the run', async () => {
    const shop = workshop({ 'plan.md': planOf('t1; i1: t1'), 'old.test.mjs': testsOf('old') });
    const ended = await run(shop, { t1: [[tests('a', 'a')]], i1: [[code('a', 'wrong')], [code('a')]] });
    expect(ended.code).toBe(0);
    expect(verdicts(ended)).toEqual(['t1.1 red on', 'i1.1 failed back', 'i1.2 known on']);
  });

  it('has to do its part where another does the rest, and the last makes all pass', async () => {
    const shop = workshop({ 'plan.md': planOf('t1; i1: t1; i2: i1') });
    const ended = await run(shop, {
      t1: [[tests('ab', 'a', 'b')]],
      i1: [[code('a', 'wrong')], [code('a')]],
      i2: [[code('b', 'wrong')], [code('b')]],
    });
    expect(ended.code).toBe(0);
    expect(verdicts(ended)).toEqual([
      't1.1 red on',
      'i1.1 failed back',
      'i1.2 known on',
      'i2.1 failed back',
      'i2.2 passed on',
    ]);
  });

  it('does its part side by side with the other, and what lands last has to pass', async () => {
    const shop = workshop({ 'plan.md': planOf('t1; i1: t1; i2: t1') });
    const ended = await run(shop, { t1: [[tests('ab', 'a', 'b')]], i1: [[code('a')]], i2: [[code('b')]] });
    expect(ended.code).toBe(0);
    const found = verdicts(ended);
    expect(found.slice(0, 3).sort()).toEqual(['i1.1 known on', 'i2.1 known on', 't1.1 red on']);
    expect(found.at(-1)).toMatch(/^i[12]\.1 landing passed on$/);
  });

  it.each([
    ['one file', ['both']],
    ['a file for each', ['a', 'b']],
  ])('does its part also where the tests, in %s, do not even load before', async (_, files) => {
    const head = `import assert from 'node:assert';\nimport { test } from 'node:test';\n`;
    const part = (name: string): string =>
      `import ${name} from './${name}.mjs';\ntest('${name}', () => assert.equal(${name}(), '${name}'));\n`;
    const steps = files.map(file => ({
      write: {
        path: `${file}.test.mjs`,
        content: head + (file === 'both' ? part('a') + part('b') : part(file)),
      },
    }));
    // Another test runs all the time: where none does, a file that loads no more cannot be told from one that never did.
    const other = `${head}test('other', () => assert.ok(true));\n`;
    const shop = workshop({ 'plan.md': planOf('t1; i1: t1; i2: i1'), 'other.test.mjs': other });
    const idle = { write: { path: 'notes.txt', content: 'x' } };
    const ended = await run(shop, { t1: [steps], i1: [[idle], [code('a')]], i2: [[idle], [code('b')]] });
    expect(ended.code).toBe(0);
    expect(verdicts(ended)).toEqual([
      't1.1 red on',
      'i1.1 failed back',
      'i1.2 known on',
      'i2.1 failed back',
      'i2.2 passed on',
    ]);
  });

  it('is not helped by one that has tests of its own to wait for', async () => {
    const shop = workshop({ 'plan.md': planOf('t1; i1: t1; t2: i1; i2: t2') });
    const ended = await run(shop, {
      t1: [[tests('ab', 'a', 'b')]],
      i1: [[code('a')], [code('a'), code('b')]],
      t2: [[tests('c', 'c')]],
      i2: [[code('c')]],
    });
    expect(ended.code).toBe(0);
    expect(verdicts(ended)).toEqual([
      't1.1 red on',
      'i1.1 failed back',
      'i1.2 passed on',
      't2.1 red on',
      'i2.1 passed on',
    ]);
  });
});
