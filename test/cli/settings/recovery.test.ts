import { describe, expect, it } from 'vitest';
import { type FileSettings, settingsIn } from '../../../src/cli/settings/settings-file.ts';
import { FAILURE_CATEGORIES } from '../../../src/run/failure.ts';
import { model, settings } from './of-file.ts';

const read = (text: string): FileSettings => settingsIn({ name: 'f', text }, 'repository');

describe('a settings file about failures', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['recovery that is off', 'recovery: off', { 'recovery.enabled': false }],
    ['recovery that is false', 'recovery: false', { 'recovery.enabled': false }],
    ['recovery that is on', 'recovery: on', { 'recovery.enabled': true }],
    ['recovery that is true', 'recovery: true', { 'recovery.enabled': true }],
    [
      'switches for its parts',
      'recovery: { doctor: off, replan: true, escalation: on, scope: { reduce: false } }',
      {
        'recovery.doctor.enabled': false,
        'recovery.replan.enabled': true,
        'recovery.escalation.enabled': true,
        'recovery.scope.reduce': false,
      },
    ],
    [
      'parts of its parts',
      'recovery: { doctor: { perPhase: 0, fixes: [npm ci] }, stuck: { maxRounds: 9 } }',
      { 'recovery.doctor.perPhase': 0, 'recovery.doctor.fixes': ['npm ci'], 'recovery.stuck.maxRounds': 9 },
    ],
    ['nothing of it', 'recovery: {}', {}],
    ['a model', 'models: { developer: a }', { 'models.developer': [model('a')] }],
    ['a model with colons', 'models: { doctor: "a:b/c" }', { 'models.doctor': [model('a:b/c')] }],
    [
      'a map for a model',
      'models: { reviewer: { agent: x, provider: y } }',
      { 'models.reviewer': [{ agent: 'x', model: null, provider: 'y' }] },
    ],
    ['no model in particular', 'models: { reviewer: { model: null } }', { 'models.reviewer': [model(null)] }],
    [
      'a chain of models',
      'models: { developer: [a, { agent: x, model: b }, {}] }',
      { 'models.developer': [model('a'), { agent: 'x', model: 'b', provider: null }, model(null)] },
    ],
    [
      'limits',
      'budgets: { run: { tokens: 5, usd: 0.5 }, phase: { sessions: 2, failures: 1 }, warnAt: 1, multipliers: { impl: 2.5 } }',
      {
        'budgets.run.tokens': 5,
        'budgets.run.usd': 0.5,
        'budgets.phase.sessions': 2,
        'budgets.phase.failures': 1,
        'budgets.warnAt': 1,
        'budgets.multipliers.impl': 2.5,
      },
    ],
    [
      'no limits',
      'budgets: { run: { tokens: none, usd: null, wallHours: none }, phase: { wallMs: none } }',
      {
        'budgets.run.tokens': null,
        'budgets.run.usd': null,
        'budgets.run.wallMs': null,
        'budgets.phase.wallMs': null,
      },
    ],
    [
      'hours and minutes',
      'budgets: { run: { wallHours: 1.5 }, phase: { wallMinutes: 2 } }',
      { 'budgets.run.wallMs': 5_400_000, 'budgets.phase.wallMs': 120_000 },
    ],
    ['prices', 'prices: { a-4.1: { input: 0, output: 2.5 } }', { 'prices.a-4.1': { input: 0, output: 2.5 } }],
    ['a command', 'notify: say hello', { 'notify.commands': ['say hello'] }],
    ['nobody to tell', 'notify: off', { 'notify.commands': [], 'notify.webhooks': [] }],
    ['nobody, again', 'notify: false', { 'notify.commands': [], 'notify.webhooks': [] }],
    [
      'people to tell',
      'notify: { commands: ring, webhooks: [https://a.example/b], on: [ended], timeoutMs: 5 }',
      {
        'notify.commands': ['ring'],
        'notify.webhooks': ['https://a.example/b'],
        'notify.on': ['ended'],
        'notify.timeoutMs': 5,
      },
    ],
    [
      'an address and several commands',
      'notify: { commands: [a, b], webhooks: http://a.example }',
      { 'notify.commands': ['a', 'b'], 'notify.webhooks': ['http://a.example'] },
    ],
  ])('may hold %s', (_, text, expected) => {
    const { given, problems } = read(text);
    expect(problems).toEqual([]);
    expect(Object.fromEntries(given.map(({ path, value }) => [path, value]))).toEqual(expected);
    // What the file may hold, a run can have.
    settings(text);
  });

  it('tells the line of everything in it', () => {
    const { given } = read(
      'recovery:\n  doctor:\n    perPhase: 3\n  replan: off\nbudgets:\n  run:\n    wallHours: 1\n',
    );
    expect(given.map(({ path, origin }) => [path, origin.from === 'file' && origin.line])).toEqual([
      ['recovery.doctor.perPhase', 3],
      ['recovery.replan.enabled', 4],
      ['budgets.run.wallMs', 7],
    ]);
  });

  const chain = (length: number): string => `models: { doctor: [${'a, '.repeat(length)}] }`;
  const priced = (count: number): string =>
    JSON.stringify({
      prices: Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, { input: 1, output: 1 }])),
    });

  it('may be as long as is allowed', () => {
    expect(settings(chain(10)).models.doctor).toHaveLength(10);
    expect(Object.keys(settings(priced(200)).prices)).toHaveLength(200);
    const many = Array.from({ length: 50 }, () => 'x');
    expect(settings(JSON.stringify({ notify: { commands: many } })).notify.commands).toEqual(many);
    expect(settings(`models: { doctor: ${'x'.repeat(200)} }`).models.doctor).toHaveLength(1);
  });

  it.each<[string, string, ...string[]]>([
    ['another switch', 'recovery: maybe', '1: recovery must be true, false, on, off, or a map'],
    [
      'a number for a part',
      'recovery:\n  doctor: 3',
      '2: recovery.doctor must be true, false, on, off, or a map',
    ],
    ['nothing', 'recovery:', '1: recovery has no value; give one, or leave the key out'],
    ['an unknown part', 'recovery:\n  docter: off', '2: unknown setting recovery.docter (doctor?)'],
    [
      'an unknown part of a part',
      'recovery:\n  doctor:\n    perPhse: 3',
      '3: unknown setting recovery.doctor.perPhse (perPhase?)',
    ],
    [
      'a key of all objects',
      'recovery: { stuck: { constructor: 1 } }',
      '1: unknown setting recovery.stuck.constructor',
    ],
    [
      'a share beyond one',
      'recovery: { doctor: { nearLimit: 80 } }',
      '1: recovery.doctor.nearLimit must be at most 1',
    ],
    [
      'a share below nothing',
      'recovery: { similarity: { threshold: -1 } }',
      '1: recovery.similarity.threshold must be at least 0',
    ],
    [
      'half a question',
      'recovery: { doctor: { perRun: 0.5 } }',
      '1: recovery.doctor.perRun must be a whole number, not 0.5',
    ],
    [
      'a wait without end',
      'recovery: { breaker: { restMs: 1e12 } }',
      '1: recovery.breaker.restMs must be at most 604800000',
    ],
    [
      'a slip in a word',
      'recovery: { doctor: { skip: optionl } }',
      '1: recovery.doctor.skip must be one of never, optional, always, not "optionl" (optional?)',
    ],
    [
      'a slip in a category',
      'recovery:\n  replan:\n    fatal:\n      - wrong_tech_stak',
      `4: recovery.replan.fatal[0] must be one of ${FAILURE_CATEGORIES.join(', ')}, not "wrong_tech_stak" (wrong_tech_stack?)`,
    ],
    ['an unknown role', 'models:\n  developr: a', '2: unknown setting models.developr (developer?)'],
    [
      'a number for a model',
      'models: { doctor: 4 }',
      '1: models.doctor must be the name of a model, a map such as {agent: NAME, model: NAME}, or a list of these',
    ],
    [
      'a number among models',
      'models: { doctor: [a, 4] }',
      '1: models.doctor[1] must be the name of a model, or a map such as {agent: NAME, model: NAME}',
    ],
    ['no model', 'models: { doctor: [] }', '1: models.doctor must not be empty'],
    ['an empty model', 'models: { doctor: "" }', '1: models.doctor must not be empty'],
    ['a blank agent', 'models: { doctor: [{ agent: " " }] }', '1: models.doctor[0].agent must not be empty'],
    ['too many models', chain(11), '1: models.doctor must have at most 10 entries'],
    [
      'a name without end',
      `models: { doctor: ${'x'.repeat(201)} }`,
      '1: models.doctor must have at most 200 characters',
    ],
    [
      'an unknown key of a model',
      'models: { doctor: { modle: a } }',
      '1: unknown setting models.doctor.modle (model?)',
    ],
    [
      'one in a list',
      'models:\n  doctor:\n    - a\n    - { modle: a }',
      '4: unknown setting models.doctor[1].modle (model?)',
    ],
    [
      'a word for a limit',
      'budgets: { run: { tokens: many } }',
      '1: budgets.run.tokens must be a whole number, or none for no limit',
    ],
    [
      'a word for money',
      'budgets: { run: { usd: much } }',
      '1: budgets.run.usd must be a number, or none for no limit',
    ],
    [
      'a limit of nothing',
      'budgets: { phase: { usd: 0 } }',
      '1: budgets.phase.usd must be more than 0, not 0',
    ],
    [
      'more than a year',
      'budgets: { run: { wallHours: 9000 } }',
      '1: budgets.run.wallHours must be at most 8784',
    ],
    [
      'an unknown limit',
      'budgets:\n  phase:\n    session: 3',
      '3: unknown setting budgets.phase.session (sessions?)',
    ],
    [
      'an unknown type',
      'budgets: { multipliers: { tests: 3 } }',
      '1: unknown setting budgets.multipliers.tests (test?)',
    ],
    [
      'hours and milliseconds',
      'budgets:\n  run:\n    wallMs: 1\n    wallHours: 1',
      '4: give budgets.run.wallHours or wallMs, not both',
    ],
    [
      'the other way round',
      'budgets:\n  run:\n    wallHours: 1\n    wallMs: 1',
      '3: give budgets.run.wallHours or wallMs, not both',
    ],
    [
      'hours and minutes',
      'budgets:\n  phase:\n    wallMinutes: 1\n    wallHours: 1',
      '4: give budgets.phase.wallHours or wallMinutes, not both',
    ],
    ['half a price', 'prices:\n  a:\n    input: 1', '2: prices.a.output is missing'],
    [
      'a price below nothing',
      'prices: { a: { input: 1, output: -1 } }',
      '1: prices.a.output must be at least 0',
    ],
    [
      'an unknown part of a price',
      'prices: { a.b: { input: 1, output: 1, outptu: 1 } }',
      '1: unknown setting prices.a.b.outptu (output?)',
    ],
    ['a list of prices', 'prices: []', '1: prices must be a map, not a list'],
    [
      'a price of nothing',
      'prices: { "": { input: 1, output: 1 } }',
      '1: prices. has a name that is empty or too long',
    ],
    [
      'a price of all objects',
      'prices:\n  __proto__: { input: 1, output: 1 }',
      '2: unknown setting prices.__proto__',
    ],
    ['too many prices', priced(201), '1: prices must have at most 200 entries'],
    [
      'a number for a command',
      'notify: 1',
      '1: notify must be a command, false, off, or a map such as {commands: [COMMAND]}',
    ],
    ['an empty command', 'notify: " "', '1: notify must not be empty'],
    ['an empty command in a list', 'notify: { commands: [""] }', '1: notify.commands[0] must not be empty'],
    [
      'too many commands',
      `notify: { commands: [${'a, '.repeat(51)}] }`,
      '1: notify.commands must have at most 50 entries',
    ],
    [
      'a file for an address',
      'notify: { webhooks: [file:///etc/passwd] }',
      '1: notify.webhooks[0] must be an address with http:// or https://',
    ],
    [
      'words for an address',
      'notify: { webhooks: my hook }',
      '1: notify.webhooks must be an address with http:// or https://',
    ],
    [
      'an unknown notice',
      'notify: { on: [waitng] }',
      '1: notify.on[0] must be one of waiting, ended, phase_failed, phase_completed, budget, rest, not "waitng" (waiting?)',
    ],
    ['a word for a guard', 'guarded: always', '1: guarded must be true or false, not "always"'],
  ])('is refused for %s', (_, text, ...expected) => {
    expect(read(text).problems.map(({ place, message }) => `${place.slice(2)}: ${message}`)).toEqual(
      expected,
    );
  });
});
