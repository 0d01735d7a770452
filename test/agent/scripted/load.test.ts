import { describe, expect, it } from 'vitest';
import { loadScript } from '../../../src/agent/scripted/load.ts';
import { aliasBomb } from '../../plan/data/alias-bomb.ts';

const yaml = (text: string) => loadScript(text, 'script.yaml');
const json = (text: string) => loadScript(text, 'script.json');
const developer = (steps: string) => `developer: {"*": [[${steps}]]}`;

/** One line for each diagnostic: its line, its message, its hint. */
function objections(loaded: ReturnType<typeof loadScript>): string[] {
  if (loaded.ok) return [];
  return loaded.diagnostics.map(({ line, message, hint }) => `${line}: ${message} | ${hint}`);
}

describe('a script', () => {
  it('is the same as JSON and as YAML', () => {
    const script = { developer: { '1': [[{ say: 'one' }], []] }, reviewer: { '*': [[{ reply: [1] }]] } };
    expect(json(JSON.stringify(script))).toEqual({ ok: true, script });
    expect(loadScript(JSON.stringify(script, null, 2), 'no-ending')).toEqual({ ok: true, script });
    const text = 'developer:\n  1:\n    - - say: one\n    - []\nreviewer:\n  "*": [[reply: [1]]]\n';
    expect(yaml(text)).toEqual({ ok: true, script });
    expect(loadScript(`\uFEFF${text.replaceAll('\n', '\r\n')}`, 'x')).toEqual({ ok: true, script });
  });

  it('may have every step', () => {
    const steps = [
      { write: { path: 'a/b', content: '' } },
      { append: { path: '.hidden', content: 'x' } },
      { delete: 'a..b/c' },
      { shell: 'true' },
      { sleep: 0 },
      { say: '' },
      { usage: { input: 1, output: 0 } },
      { usage: { input: 1, output: 0, costUsd: null } },
      { commit: 'm' },
      { report: { status: 'partial', subtasks_completed: ['1'], error_context: null, files_changed: [] } },
      { report: { status: 'failed', subtasksFailed: ['1'], error: 'x', summary: 's' } },
      { reply: null },
      { fail: { category: 'infra.quota', message: '' } },
      { hang: true },
      { crash: 255 },
      { crash: 'SIGKILL' },
      { garbage: 1 },
      { spawn: 'sleep 1' },
    ];
    const script = { developer: { '2/1': [steps], '2/1#2/1.1': [[]] } };
    expect(json(JSON.stringify(script))).toEqual({ ok: true, script });
  });

  it('may repeat itself by aliases', () => {
    const loaded = yaml('developer:\n  1: &same [[say: hi]]\n  2: *same\n');
    expect(loaded).toEqual({
      ok: true,
      script: { developer: { 1: [[{ say: 'hi' }]], 2: [[{ say: 'hi' }]] } },
    });
  });
});

describe('objections', () => {
  it('are not more than anybody reads', () => {
    const twice = `{${'"developer": {}, '.repeat(5_000)}"reviewer": {}}`;
    expect(objections(json(twice))).toHaveLength(20);
  });
});

describe('an objection', () => {
  const nesting =
    'A phase has a list of attempts, and an attempt is a list of steps: [[ {…}, {…} ], [ {…} ]].';
  const docs = 'See docs/scripted-agent.md.';
  const quotes = 'Text that looks like a number needs quotes.';
  const here = '1: developer, any phase, attempt 1, step 1';
  const roles = 'The roles are architect, developer, reviewer, evaluator, doctor, replanner.';

  const cases: readonly (readonly [string, ...string[]])[] = [
    ['[]', '1: a script: must be an object | Write {"developer": {"*": [[ … ]]}}.'],
    ['developr: {}', '1: there is no role "developr" | Did you mean "developer"?'],
    ['\nplumber: {}', `2: there is no role "plumber" | ${roles}`],
    [
      'reviewer: []',
      '1: reviewer: must be an object | Write {"reviewer": {"*": [[ … ]]}}: phases, each with a list of attempts.',
    ],
    [
      'developer: {"a b": [[]]}',
      '1: developer: "a b" cannot be a phase | Use the id of a phase, the ids of phase and subtask as in "2a#2a.1", or "*".',
    ],
    [
      'developer: {"1#2#3": [[]]}',
      '1: developer: "1#2#3" cannot be a phase | Use the id of a phase, the ids of phase and subtask as in "2a#2a.1", or "*".',
    ],
    ['developer:\n  1.10: []', `2: developer, phase 1.10: must be a list of attempts | ${nesting}`],
    ['developer: {2: hang}', `1: developer, phase 2: must be a list of attempts | ${nesting}`],
    [
      'developer:\n  2a:\n    - say: x',
      `3: developer, phase 2a, attempt 1: must be a list of steps | ${nesting}`,
    ],
    [
      developer('hang'),
      `${here}: must be an object | A step is an object with one key, as {"say": "hello"}.`,
    ],
    [developer('{}'), `${here}: a step has one key, not 0 | Make a step of its own of each.`],
    [
      developer('{say: a, hang: true}'),
      `${here}: a step has one key, not 2 | Make a step of its own of each.`,
    ],
    [developer('{wirte: {}}'), `${here}: there is no step "wirte" | Did you mean "write"?`],
    [
      developer('{dance: 1}'),
      `${here}: there is no step "dance" | The steps are write, append, delete, shell, sleep, say, usage, commit, report, reply, fail, hang, crash, garbage, spawn.`,
    ],
    [developer('{constructor: 1}'), expect.stringContaining('there is no step "constructor"')],
    [
      'reviewer: {"*": [[{report: {status: completed}}]]}',
      '1: reviewer, any phase, attempt 1, step 1: only developers report | Use "reply" for other roles.',
    ],
    [developer('{write: x}'), `${here}, write: must be {path, content} | ${docs}`],
    [developer('{write: {path: x}}'), `${here}, write.content: must be text | ${quotes}`],
    [developer('{write: {path: x, content: 5}}'), `${here}, write.content: must be text | ${quotes}`],
    [
      developer('{write: {path: x, content: "", contnt: ""}}'),
      `${here}, write: unknown key "contnt" | Did you mean "content"?`,
    ],
    [
      developer('{usage: {input: 1, output: -1}}'),
      expect.stringContaining('usage.output: must be a whole number from 0'),
    ],
    [
      developer('{usage: {input: 1, output: 1, costUsd: -1}}'),
      `${here}, usage.costUsd: must not be negative | ${docs}`,
    ],
    [developer('{sleep: 1.5}'), `${here}, sleep: must be a whole number from 0 to 86400000 | ${docs}`],
    [developer('{hang: false}'), `${here}, hang: must be true | ${docs}`],
    [
      developer('{crash: SIGFOO}'),
      `${here}, crash: must be an exit code from 0 to 255 or one of SIGABRT, SIGHUP, SIGINT, SIGKILL, SIGSEGV, SIGTERM | ${docs}`,
    ],
    [developer('{crash: 256}'), `${here}, crash: must be a whole number from 0 to 255 | ${docs}`],
    [developer('{shell: ""}'), `${here}, shell: must not be empty | ${docs}`],
    [
      developer('{report: {status: done}}'),
      `${here}, report.status: must be completed, failed or partial | ${docs}`,
    ],
    [
      developer('{report: {status: completed, sumary: x}}'),
      `${here}, report: unknown key "sumary" | Did you mean "summary"?`,
    ],
    [
      developer('{fail: {category: rate_limit, message: x}}'),
      expect.stringContaining('fail.category: must be one of infra.rate_limit, '),
    ],
    [
      developer('{fail: {category: infra.rate-limits, message: x}}'),
      `${here}, fail.category: must be "infra.rate_limit", probably | ${docs}`,
    ],
    ['developer: {1: [[]], 1: [[]]}', '1: the key "1" is given twice | See docs/scripted-agent.md.'],
    ['{', expect.stringMatching(/^1: invalid YAML: /)],
    [
      'a: 1\n---\nb: 2',
      '2: the file holds several YAML documents; a script is one | See docs/scripted-agent.md.',
    ],
    [' \n ', `0: the script is empty | ${docs}`],
    ['a: "\0"', `0: the script contains NUL bytes | ${docs}`],
  ];
  it.each(cases)('to %j', (text, ...expected) => expect(objections(yaml(text))).toEqual(expected));

  it.each(['/etc/passwd', '../x', 'a/../../x', 'a/..', '..', '.', './', ''])('to the path %j', path => {
    for (const step of [
      { write: { path, content: '' } },
      { append: { path, content: '' } },
      { delete: path },
    ])
      expect(objections(json(JSON.stringify({ developer: { '*': [[step]] } })))).toHaveLength(1);
  });

  it('stands for each fault, up to a limit', () => {
    expect(objections(yaml(developer('{a: 1}, {b: 1}, {say: 1}')))).toHaveLength(3);
    expect(objections(yaml(developer('{a: 1},'.repeat(1000))))).toHaveLength(20);
  });

  it('meets texts that are too large for anything', () => {
    const tower = `${'['.repeat(100_000)}`;
    const steps = `developer:\n  1: &a [[${'{say: x},'.repeat(9000)}]]\n${[2, 3, 4].map(n => `  ${n}: *a\n`).join('')}`;
    expect(objections(yaml(`x: ${'y'.repeat(2_000_000)}`))).toEqual([
      `0: the script is larger than 1024 KB | ${docs}`,
    ]);
    expect(objections(json(tower))[0]).toMatch(/nested more than 32 deep/);
    expect(objections(yaml(tower))[0]).toMatch(/nested more than 32 deep/);
    expect(objections(yaml(`developer: ${aliasBomb()}`))).toEqual([
      expect.stringContaining('aliases written out'),
    ]);
    expect(objections(yaml(steps))[0]).toMatch(/more than 20000 steps/);
  });
});
