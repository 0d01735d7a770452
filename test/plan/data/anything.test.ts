import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readData } from '../../../src/plan/data/read-data.ts';
import type { ParseOptions } from '../../../src/plan/parse.ts';

const key: fc.Arbitrary<string> = fc.constantFrom(
  ...['id', 'title', 'description', 'dependsOn', 'depends_on', 'parallelWith', 'subtasks', 'tasks', 'phases'],
  ...['files', 'criteria', 'estimate', 'done', 'type', 'dependencies', 'details', 'status', 'master', 'wave'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'plan_markdown', 'goal', ''],
);

/** Data with our keys in any place and with values of any kind. */
const { value } = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(fc.constantFrom(null, true, -1, 1.5, '', '1', 'test', '../x', '\u001b', '\ud800'), fc.string()),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 5 }),
  ),
}));
const unit = fc.dictionary(key, value, { maxKeys: 6 }).map(fields => ({ id: '1', title: 'x', ...fields }));
const plan = fc
  .tuple(fc.constantFrom('phases', 'tasks', 'subtasks'), fc.array(fc.oneof(unit, value), { maxLength: 4 }))
  .map(([list, units]) => ({ [list]: units }));
const from = fc.constantFrom<ParseOptions>({}, { from: 'subtasks' }, { from: 'taskmaster' });

/** What must hold of whatever was read: an error, or units whose names and edges are sound. */
function sound(text: string, options: ParseOptions): void {
  const { plan: read, findings, places } = readData(text, options);
  const ids = read.phases.map(phase => phase.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...places.keys()]).toEqual(ids);
  for (const phase of read.phases) {
    expect(phase.id).toMatch(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,63}$/);
    for (const other of [...phase.dependsOn, ...phase.parallelWith]) expect(ids).toContain(other);
    for (const path of phase.files) expect(path.split('/')).not.toContain('..');
  }
  if (ids.length === 0) expect(findings.some(({ severity }) => severity === 'error')).toBe(true);
  expect(findings.filter(({ code }) => code === 'invalid-shape').length).toBeLessThanOrEqual(20);
  for (const { line, hint } of findings) {
    expect(line).toBeGreaterThanOrEqual(0);
    expect(hint).not.toBe('');
  }
}

it('reads any data without throwing, and makes only sound plans of it', () => {
  fc.assert(
    fc.property(fc.oneof(plan, value), from, (data, options) => sound(JSON.stringify(data), options)),
    { numRuns: 1000 },
  );
});

it('reads any text as YAML or JSON without throwing', () => {
  const token = fc.constantFrom(
    ...[
      '- ',
      '? ',
      ': ',
      '\n',
      '\n  ',
      '\n    ',
      ' ',
      '[',
      ']',
      '{',
      '}',
      ',',
      '&a ',
      '*a ',
      '!t ',
      '!!str ',
    ],
    ...[
      '"',
      "'",
      '|\n',
      '>-\n',
      '# c',
      '\t',
      'a',
      'phases:',
      'id: 1',
      'title: x',
      '---',
      '...',
      '%YAML 1.2\n',
    ],
    ...['<<: ', '\\', '0', '~', '@', '`', '|2+\n', '"\\u001b"', 'tasks: ', 'dependsOn: [1]'],
  );
  fc.assert(
    fc.property(fc.array(token, { maxLength: 30 }), fc.constantFrom('yaml', 'json'), (tokens, syntax) =>
      sound(tokens.join(''), { from: syntax }),
    ),
    { numRuns: 1500 },
  );
});
