import { describe, expect, it } from 'vitest';
import type { DiagnosticCode } from '../../../src/plan/diagnostic.ts';
import { parse } from '../../../src/plan/parse.ts';

type Expected = readonly [code: DiagnosticCode, line: number, message: string, hint?: string];

async function check(text: string, expected: readonly Expected[]): Promise<void> {
  const { diagnostics } = await parse(text, { tdd: 'off' });
  expect(diagnostics.map(({ code, line, message }) => [code, line, message])).toEqual(
    expected.map(([code, line, message]) => [code, line, message]),
  );
  expected.forEach(([, , , hint], i) => {
    if (hint) expect(diagnostics[i]!.hint).toContain(hint);
  });
  for (const { hint } of diagnostics) expect(hint).not.toBe('');
}

/** A plan of two phases in JSON, one field a line; the second phase begins at line 7. */
const json = (...fields: readonly string[]): string => `{
  "title": "Plan",
  "phases": [
    { "id": "1",
      "title": "First"
    },
    { "id": "2",
      "title": "Second"${fields.map(field => `,\n      ${field}`).join('')}
    }
  ]
}`;

/** The same in YAML; the second phase begins at line 5. */
const yaml = (...fields: readonly string[]): string =>
  `title: Plan\nphases:\n  - id: "1"\n    title: First\n  - id: "2"\n    title: Second\n${fields.map(field => `    ${field}\n`).join('')}`;

it('finds nothing wrong with a right plan', async () => {
  await check(json('"dependsOn": ["1"]'), []);
  await check(yaml('dependsOn: ["1"]'), []);
});

describe('a JSON plan with a mistake is told the line:', () => {
  it.each<[string, string, Expected[]]>([
    [
      'no comma',
      json('"done": true "gated": true'),
      [['invalid-syntax', 9, 'invalid JSON: "," or "}" is expected here, not "gated"', 'double quotes']],
    ],
    [
      'cut off',
      '{\n"phases": [\n',
      [['invalid-syntax', 3, 'invalid JSON: the text ends where a value or "]" is expected']],
    ],
    [
      'not an object',
      '[\n{"id": "1", "title": "a"}]',
      [['invalid-shape', 1, 'a plan must be an object', '"phases"']],
    ],
    ['no list', '{\n"title": "a"}', [['no-units', 1, 'the plan has no phases']]],
    ['an empty list', '{\n"phases": []}', [['no-units', 2, 'the plan has no phases']]],
    [
      'not a list',
      '{\n"title": "a",\n"phases": {"1": "a"}}',
      [['invalid-shape', 3, 'phases must be a list of phases']],
    ],
    [
      'a text for a phase',
      '{"phases": [\n"a"]}',
      [['invalid-shape', 2, 'phases[0] must be an object with an id and a title']],
    ],
    ['no title', '{"phases": [\n{"id": "1"}]}', [['invalid-shape', 2, 'phases[0].title is missing']]],
    [
      'no id',
      '{"phases": [\n{"title": "1"}]}',
      [['invalid-shape', 2, 'phases[0].id is missing', '"id": "2a"']],
    ],
    [
      'null for a title',
      '{"phases": [\n{"id": "1", "title": null}]}',
      [['invalid-shape', 2, 'phases[0].title is missing']],
    ],
    [
      'a number for a title',
      '{"phases": [{"id": "1",\n"title": 5}]}',
      [['invalid-shape', 2, 'phases[0].title must be text', 'quotes']],
    ],
    [
      'an empty title',
      '{"phases": [\n{"id": "1", "title": " "}]}',
      [['empty-title', 2, 'phase "1" has no title']],
    ],
    [
      'a text for a list',
      json('"done": false', '"dependsOn": "1"'),
      [['invalid-shape', 10, 'phases[1].dependsOn must be a list of ids', '"dependsOn": ["1","2a"]']],
    ],
    [
      'an object in a list',
      json('"dependsOn": [\n{}]'),
      [['invalid-shape', 10, 'phases[1].dependsOn[0] must be an id']],
    ],
    [
      'a text for a flag',
      json('"done": "yes"'),
      [['invalid-shape', 9, 'phases[1].done must be true or false']],
    ],
    [
      'a negative estimate',
      json('"estimate": -1'),
      [['invalid-shape', 9, 'phases[1].estimate must not be negative']],
    ],
    [
      'an endless estimate',
      json('"estimate": 1e999'),
      [['invalid-shape', 9, 'phases[1].estimate must be a number']],
    ],
    [
      'an unknown unit',
      '{"estimateUnit": "days",\n"phases": [{"id": "1", "title": "a"}]}',
      [['invalid-shape', 1, 'estimateUnit must be one of points, hours']],
    ],
    [
      'an unknown type',
      json('"subtasks": [\n{"id": "2.1", "title": "a", "type": "doc"}]'),
      [['invalid-shape', 10, 'phases[1].subtasks[0].type must be one of test, impl, refactor, task']],
    ],
    [
      'another version',
      '{"phasewright": 2, "phases": [{"id": "1", "title": "a"}]}',
      [['invalid-shape', 1, 'phasewright must be 1']],
    ],
    [
      'a misspelt key',
      json('"dependson": ["1"]'),
      [['invalid-shape', 9, 'phases[1] has no key "dependson"', 'Did you mean "dependsOn"?']],
    ],
    [
      'an unknown key',
      json('"colour": "red"'),
      [['invalid-shape', 9, 'phases[1] has no key "colour"', 'Keys here are id, title']],
    ],
    [
      'an unknown key of the plan',
      '{"goals": "x",\n"phases": [{"id": "1", "title": "a"}]}',
      [['invalid-shape', 1, 'a plan has no key "goals"', 'Did you mean "goal"?']],
    ],
    [
      '__proto__',
      json('"__proto__": {"done": true}'),
      [['invalid-shape', 9, 'phases[1] has no key "__proto__"']],
    ],
    ['constructor', json('"constructor": 1'), [['invalid-shape', 9, 'phases[1] has no key "constructor"']]],
    ['a key given twice', json('"title": "Third"'), [['invalid-shape', 9, 'the key "title" is given twice']]],
    [
      'a key in two spellings',
      json('"dependsOn": ["1"]', '"depends_on": []'),
      [['invalid-shape', 10, 'phases[1].dependsOn is given twice, also as "depends_on"']],
    ],
    [
      'an id that cannot be used',
      '{"phases": [\n{"id": "a b", "title": "a"}]}',
      [['invalid-id', 2, 'the phase id "a b" cannot be used']],
    ],
    [
      'an id that leads elsewhere',
      '{"phases": [\n{"id": "../x", "title": "a"}]}',
      [['invalid-id', 2, 'the phase id "../x" cannot be used']],
    ],
    [
      'a long id',
      `{"phases": [\n{"id": "${'a'.repeat(65)}", "title": "a"}]}`,
      [['invalid-id', 2, `the phase id "${'a'.repeat(40)}" cannot be used`]],
    ],
    [
      'an id given twice',
      '{"phases": [{"id": "1", "title": "a"},\n{"id": 1, "title": "b"}]}',
      [['duplicate-id', 2, 'two phases have the id "1"; this one is called "1-2"']],
    ],
    [
      'a dependency on an id given twice',
      '{"phases": [{"id": "1", "title": "a"},\n{"id": 1, "title": "b"},\n{"id": "2", "title": "c", "dependsOn": ["1"]}]}',
      [
        ['duplicate-id', 2, 'two phases have the id "1"; this one is called "1-2"'],
        ['ambiguous-dependency', 3, '"2" names "1", an id that 2 units have (lines 1, 2)'],
      ],
    ],
    [
      'a dependency on a subtask of which phases have several',
      '{"phases": [{"id": "a", "title": "a", "subtasks": [{"id": "x", "title": "x"}]},\n{"id": "b", "title": "b", "subtasks": [{"id": "x", "title": "x"}]},\n{"id": "c", "title": "c", "subtasks": [{"id": "y", "title": "y", "dependsOn": ["x"]}]}]}',
      [['ambiguous-dependency', 3, '"y" names "x", an id that 2 units have (lines 1, 2)']],
    ],
    [
      'an unknown dependency',
      json('"dependsOn": ["1",\n"7"]'),
      [['unknown-dependency', 10, '"2" names "7", which is not in the plan']],
    ],
    [
      'a misspelt dependency',
      '{"phases": [{"id": "setup", "title": "a"},\n{"id": "b", "title": "b", "dependsOn": ["setpu"]}]}',
      [['unknown-dependency', 2, '"b" names "setpu", which is not in the plan', 'Did you mean "setup"?']],
    ],
    [
      'an unknown neighbour',
      json('"parallelWith": ["7"]'),
      [['unknown-dependency', 9, '"2" names "7", which is not in the plan']],
    ],
    ['a dependency on itself', json('"dependsOn": ["2"]'), [['self-dependency', 9, '"2" depends on itself']]],
    [
      'a cycle',
      '{"phases": [\n{"id": "1", "title": "a", "dependsOn": ["2"]},\n{"id": "2", "title": "b", "dependsOn": ["1"]}]}',
      [['cycle', 2, 'dependencies form a cycle: 1 -> 2 -> 1']],
    ],
    [
      'an absolute path',
      json('"files": ["/etc/passwd"]'),
      [['outside-path', 9, '"/etc/passwd" lies outside the repository and is left out']],
    ],
    [
      'a path that leads out',
      json('"deliverables": ["a/../../b"]'),
      [['outside-path', 9, '"a/../../b" lies outside the repository and is left out']],
    ],
    [
      'a path that leads out on Windows',
      json('"files": ["a\\\\..\\\\..\\\\b"]'),
      [['outside-path', 9, '"a\\..\\..\\b" lies outside the repository and is left out']],
    ],
    [
      'an escaped control character',
      json('"description": "\\u001b[2J"'),
      [['control-characters', 9, 'control characters were replaced']],
    ],
    [
      'half a character',
      json('"description": "\\ud83d"'),
      [['control-characters', 9, 'control characters were replaced']],
    ],
    [
      'a long title',
      `{"phases": [\n{"id": "1", "title": "${'x'.repeat(501)}"}]}`,
      [['too-large', 2, 'a text of 501 characters was cut; the limit for titles and criteria is 500']],
    ],
    [
      'a shared file',
      '{"phases": [{"id": "1", "title": "a", "files": ["x"]},\n{"id": "2", "title": "b", "files": ["x"]}]}',
      [['file-overlap', 2, '"1" and "2" both declare x; "2" will wait for "1"']],
    ],
  ])('%s', (_, text, expected) => check(text, expected));
});

describe('a YAML plan with a mistake is told the line:', () => {
  it.each<[string, string, Expected[]]>([
    [
      'a second document',
      `${yaml()}---\n${yaml()}`,
      [['invalid-syntax', 7, 'the file holds several YAML documents; a plan is one']],
    ],
    [
      'a custom tag',
      yaml('description: !run ls'),
      [['invalid-syntax', 7, 'invalid YAML: Unresolved tag: !run']],
    ],
    ['a key given twice', yaml('title: Third'), [['invalid-shape', 7, 'the key "title" is given twice']]],
    ['a merge key', yaml('<<: {done: true}'), [['invalid-shape', 7, 'phases[1] has no key "<<"']]],
    [
      'a misspelt key',
      yaml('dependson: ["1"]'),
      [['invalid-shape', 7, 'phases[1] has no key "dependson"', 'Did you mean "dependsOn"?']],
    ],
    [
      'a text for a list',
      yaml('done: false', 'dependsOn:', '  "1"'),
      [['invalid-shape', 8, 'phases[1].dependsOn must be a list of ids']],
    ],
    [
      'an unknown dependency',
      yaml('dependsOn:', '- "1"', '- 7'),
      [['unknown-dependency', 9, '"2" names "7", which is not in the plan']],
    ],
    [
      'a bomb',
      `${yaml()}    criteria: [${Array(101).fill('*a').join(', ')}]\n`.replace('First', '&a First'),
      [['too-large', 0, 'the YAML has 101 aliases; the limit is 100']],
    ],
  ])('%s', (_, text, expected) => check(text, expected));
});

it('reports at most twenty mistakes of shape', async () => {
  const phases = Array.from({ length: 30 }, (_, i) => ({ id: i, title: i, nonsense: i }));
  const { diagnostics, plan } = await parse(JSON.stringify({ phases }, null, 1));
  expect(diagnostics).toHaveLength(20);
  expect(plan.phases).toEqual([]);
});

it('reports mistakes of the graph beside unknown keys', async () => {
  await check(json('"colour": "red"', '"dependsOn": ["7"]'), [
    ['invalid-shape', 9, 'phases[1] has no key "colour"'],
    ['unknown-dependency', 10, '"2" names "7", which is not in the plan'],
  ]);
});

it('does not let a plan reach into the prototypes of objects', async () => {
  await parse(json('"__proto__": {"done": true}', '"constructor": {"prototype": {"done": true}}'));
  await parse(yaml('__proto__: {done: true}'));
  expect(({} as Record<string, unknown>).done).toBeUndefined();
});
