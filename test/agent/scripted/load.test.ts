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
      { report: { status: 'failed', category: 'wrong_tech_stack', question: 'Which one?' } },
      { report: { status: 'failed', category: null, question: null } },
      { reply: null },
      { fail: { category: 'infra.quota', message: '' } },
      { fail: { category: 'infra.rate_limit', message: 'm', retryAfterMs: 0 } },
      { fail: { category: 'infra.quota', message: 'm', resetsAt: '2026-01-31T18:00:00+01:00' } },
      { model: { small: [{ say: 'a' }, { hang: true }], 'vendor/large@2': [], '*': [{ crash: 1 }] } },
      { hang: true },
      { crash: 255 },
      { crash: 'SIGKILL' },
      { garbage: 1 },
      { spawn: 'sleep 1' },
    ];
    const script = { developer: { '2/1': [steps], '2/1#2/1.1': [[]] } };
    expect(json(JSON.stringify(script))).toEqual({ ok: true, script });
  });

  it('may have a time without quotes', () => {
    const loaded = yaml(developer('{fail: {category: budget, message: x, resetsAt: 2026-01-31T18:00:00Z}}'));
    const fail = { category: 'budget', message: 'x', resetsAt: '2026-01-31T18:00:00Z' };
    expect(loaded).toEqual({ ok: true, script: { developer: { '*': [[{ fail }]] } } });
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
  const choice = 'Write {"model": {"some-model": [ {…}, {…} ], "*": [ {…} ]}}.';
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
      `${here}: there is no step "dance" | The steps are write, append, delete, shell, sleep, say, usage, commit, report, reply, fail, hang, crash, garbage, spawn, model.`,
    ],
    [developer('{constructor: 1}'), expect.stringContaining('there is no step "constructor"')],
    [
      'reviewer: {"*": [[{report: {status: completed}}]]}',
      '1: reviewer, any phase, attempt 1, step 1: only developers report | Use "reply" for other roles.',
    ],
    [
      'doctor: {"*": [[{model: {a: [{report: {status: completed}}]}}]]}',
      '1: doctor, any phase, attempt 1, step 1, model a, step 1: only developers report | Use "reply" for other roles.',
    ],
    [developer('{model: small}'), `${here}, model: must be an object | ${choice}`],
    [developer('{model: [{say: x}]}'), `${here}, model: must be an object | ${choice}`],
    [developer('{model: {a: {say: x}}}'), `${here}, model a: must be a list of steps | ${choice}`],
    [
      developer('{model: {"*": [{say: x}, {sya: x}]}}'),
      `${here}, any model, step 2: there is no step "sya" | Did you mean "say"?`,
    ],
    [
      developer('{model: {a: [{model: {a: []}}]}}'),
      `${here}, model a, step 1: "model" cannot stand inside "model" | A session has one model.`,
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
    [
      developer('{fail: {category: tests, message: x, resetsAt: tomorrow}}'),
      `${here}, fail.resetsAt: must be a time with its zone, as "2026-01-31T18:00:00Z" | ${docs}`,
    ],
    [
      developer('{fail: {category: tests, message: x, resetsAt: "2026-01-31T18:00:00"}}'),
      expect.stringContaining('fail.resetsAt: must be a time with its zone'),
    ],
    [
      developer('{fail: {category: tests, message: x, retryAfterMs: -1}}'),
      `${here}, fail.retryAfterMs: must be a whole number from 0 to 31536000000 | ${docs}`,
    ],
    [
      developer('{report: {status: failed, question: 5}}'),
      `${here}, report.question: must be text | ${quotes}`,
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

  it('counts the steps for each model', () => {
    const steps = (count: number) => `[${'{say: x},'.repeat(count)}]`;
    const script = (count: number) => developer(`{model: {a: ${steps(10_000)}, b: ${steps(count)}}}`);
    expect(objections(yaml(script(9_999)))).toEqual([]);
    expect(objections(yaml(script(10_000)))).toEqual([
      `${here}, model b: the script has more than 20000 steps | Shorten it.`,
    ]);
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
    expect(objections(yaml(`${steps}  5: [[]]\n`))[0]).toMatch(/more than 20000 steps/);
  });
});
