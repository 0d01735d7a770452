import { describe, expect, it } from 'vitest';
import { type FileSettings, settingsIn } from '../../src/cli/settings/settings-file.ts';

const read = (text: string): FileSettings => settingsIn({ name: 'phasewright.yaml', text }, 'repository');
const complaints = (text: string): string[] =>
  read(text).problems.map(({ place, message }) => `${place}: ${message}`);
const values = (text: string): Record<string, unknown> => {
  const { given, problems } = read(text);
  expect(problems).toEqual([]);
  return Object.fromEntries(given.map(({ path, value }) => [path, value]));
};

describe('a settings file', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['nothing', '', {}],
    ['remarks only', '# nothing\n', {}],
    [
      'checks with time limits and kinds',
      'checks:\n  - npm test\n  - { command: make lint, timeoutSeconds: 0.5 }\n  - { command: make verify, kind: test }\n',
      {
        checks: [
          { command: 'npm test', kind: 'test', timeoutMs: 1_800_000 },
          { command: 'make lint', kind: 'other', timeoutMs: 500 },
          { command: 'make verify', kind: 'test', timeoutMs: 1_800_000 },
        ],
      },
    ],
    [
      'setup commands',
      'setup: [npm ci, { command: make deps, timeoutSeconds: 60 }]',
      {
        setup: [
          { command: 'npm ci', timeoutMs: 1_800_000 },
          { command: 'make deps', timeoutMs: 60_000 },
        ],
      },
    ],
    ['a review switched off', 'review: off', { 'review.when': 'never' }],
    ['a review that is false', 'review: false', { 'review.when': 'never' }],
    ['a review that is true', 'review: true', { 'review.when': 'phase' }],
    ['a review at the end', 'review: end', { 'review.when': 'end' }],
    ['parts of a review', 'review: { tier: auto, seats: 5 }', { 'review.tier': 'auto', 'review.seats': 5 }],
    ['minutes of a session', 'limits: { sessionMinutes: 1.5 }', { 'limits.sessionMs': 90_000 }],
    ['milliseconds of a session', 'limits: { sessionMs: 7 }', { 'limits.sessionMs': 7 }],
    ['a folder for records', 'record: { folder: docs/runs/ }', { 'record.folder': 'docs/runs' }],
    [
      'an author',
      'commit: { author: { name: A, email: a@b } }',
      { 'commit.author': { name: 'A', email: 'a@b' } },
    ],
    ['no author', 'commit: { author: null }', { 'commit.author': null }],
    ['a prompt', 'prompts: { developer: docs/dev.md }', { 'prompts.developer': 'docs/dev.md' }],
    [
      'who works',
      'agent: scripted\nscript: s.json\npreset: tasks',
      { agent: 'scripted', script: 's.json', preset: 'tasks' },
    ],
    ['a guard', 'guarded: true', { guarded: true }],
    [
      'waits',
      'limits: { maxBackoffMs: 0, quotaWaits: 3 }',
      { 'limits.maxBackoffMs': 0, 'limits.quotaWaits': 3 },
    ],
    ['JSON', '{"tdd": "off", "scope": {"outside": "reject"}}', { tdd: 'off', 'scope.outside': 'reject' }],
  ])('may hold %s', (_, text, expected) => expect(values(text)).toEqual(expected));

  it('tells the line of everything in it', () => {
    const { given, profiles } = read(
      'tdd: off\nlimits:\n  sessionMinutes: 3\nprofiles:\n  ci:\n    tdd: warn\n',
    );
    expect(given.map(({ path, origin }) => [path, origin])).toEqual([
      ['tdd', { from: 'file', whose: 'repository', file: 'phasewright.yaml', line: 1 }],
      ['limits.sessionMs', { from: 'file', whose: 'repository', file: 'phasewright.yaml', line: 3 }],
    ]);
    expect(profiles.get('ci')).toEqual([
      {
        path: 'tdd',
        value: 'warn',
        origin: { from: 'profile', profile: 'ci', file: 'phasewright.yaml', line: 6 },
      },
    ]);
  });

  it.each<[string, string, ...string[]]>([
    ['an unknown setting', 'tdd: off\nconcurency: 2', '2: unknown setting concurency (concurrency?)'],
    ['one like no other', 'colour: red', '1: unknown setting colour'],
    ['one in a map', 'scope:\n  outsid: warn', '2: unknown setting scope.outsid (outside?)'],
    [
      'one in a list',
      'checks:\n  - a\n  - { comand: b, command: c }',
      '3: unknown setting checks[1].comand (command?)',
    ],
    [
      'one of an author',
      'commit: { author: { name: A, email: b, mail: c } }',
      '1: unknown setting commit.author.mail (email?)',
    ],
    ...['\\n', '\\0', '\\r', '\\x1b', '\\u2028', '\\u202e', '<', '>'].flatMap(
      (character): [string, string, string][] =>
        ['name', 'email'].map(part => [
          `an author whose ${part} has a ${character}`,
          `commit:\n  author:\n    ${part === 'name' ? 'email' : 'name'}: e@x\n    ${part}: "a${character}b"`,
          `4: commit.author.${part} must be on one line, without < and > and control characters`,
        ]),
    ),
    [
      'an author of blanks',
      'commit: { author: { name: "  ", email: b } }',
      '1: commit.author.name must not be empty',
    ],
    [
      'an author without end',
      `commit: { author: { name: a, email: ${'x'.repeat(201)} } }`,
      '1: commit.author.email must have at most 200 characters',
    ],
    ['one of a review', 'review:\n  tir: auto', '2: unknown setting review.tir (tier?)'],
    ['an unknown prompt', 'prompts:\n  developr: a.md', '2: unknown setting prompts.developr (developer?)'],
    [
      'one in a profile',
      'profiles:\n  ci:\n    maxAtempts: 3',
      '3: unknown setting maxAtempts (maxAttempts?)',
    ],
    ['profiles in a profile', 'profiles: { a: { profiles: {} } }', '1: unknown setting profiles'],
    ['a key of all objects', '__proto__: { review: false }', '1: unknown setting __proto__ (prompt?)'],
    ['one in a map', 'commit: { constructor: 1 }', '1: unknown setting commit.constructor'],
    [
      'a profile of that name',
      'profiles: { __proto__: {} }',
      '1: the profile "__proto__" needs a name of letters, digits, "-" and "_"',
    ],
    [
      'a key without end',
      JSON.stringify({ ['x'.repeat(5_000)]: 1 }),
      `1: unknown setting ${'x'.repeat(60)}…`,
    ],
    ['a word for a number', 'concurrency: many', '1: concurrency must be a number, not "many"'],
    ['half a session', 'concurrency: 1.5', '1: concurrency must be a whole number, not 1.5'],
    ['a number in quotes', 'maxAttempts: "3"', '1: maxAttempts must be a number, not "3"'],
    ['too few', 'concurrency: 0', '1: concurrency must be at least 1'],
    ['too many', 'concurrency: 257', '1: concurrency must be at most 256'],
    ['a number for a switch', 'evaluate: 1', '1: evaluate must be true or false, not 1'],
    [
      'a slip in a value',
      'schedule: redy',
      '1: schedule must be one of ready, batches, levels, serial, not "redy" (ready?)',
    ],
    [
      'a map for a word',
      'schedule: {}',
      '1: schedule must be one of ready, batches, levels, serial, not a map',
    ],
    ['a word for a list', 'checks: npm test', '1: checks must be a list, not "npm test"'],
    ['a word for a map', 'scope: warn', '1: scope must be a map, not "warn"'],
    [
      'a list for a review',
      'review: []',
      '1: review must be true, false, off, phase, end, never, or a map such as {tier: auto}',
    ],
    [
      'another word for a review',
      'review: maybe',
      '1: review must be true, false, off, phase, end, never, or a map such as {tier: auto}',
    ],
    ['a number for a check', 'checks: [1]', '1: checks[0] must be a command, or a map with a command'],
    ['a check without a command', 'checks: [{ kind: test }]', '1: checks[0].command is missing'],
    ['a key without a value', 'checks:\ntdd: off', '1: checks has no value; give one, or leave the key out'],
    ['an empty check', 'checks: [" "]', '1: checks[0] must not be empty'],
    ['a setup with a kind', 'setup: [{ command: a, kind: test }]', '1: unknown setting setup[0].kind'],
    ['too many checks', `checks: [${'a, '.repeat(51)}]`, '1: checks must have at most 50 entries'],
    [
      'time beyond measure',
      'checks: [{ command: a, timeoutSeconds: 1e300 }]',
      '1: checks[0].timeoutSeconds must be at most 604800',
    ],
    [
      'time without end',
      'checks: [{ command: a, timeoutSeconds: .inf }]',
      '1: checks[0].timeoutSeconds must be a number, not Infinity',
    ],
    [
      'no time',
      'checks: [{ command: a, timeoutSeconds: 0 }]',
      '1: checks[0].timeoutSeconds must be more than 0, not 0',
    ],
    [
      'minutes and milliseconds',
      'limits:\n  sessionMs: 1\n  sessionMinutes: 1',
      '3: give limits.sessionMinutes or sessionMs, not both',
    ],
    [
      'a record above',
      'record: { folder: ../out }',
      '1: record.folder must be a path without empty, "." or ".." parts',
    ],
    [
      'a record elsewhere',
      'record: { folder: /tmp/x }',
      '1: record.folder must be a path from the top of the repository, with forward slashes',
    ],
    ['a record inside .git', 'record: { folder: a/.GIT/b }', '1: record.folder must not be inside .git'],
    ['a mistake in the syntax', 'tdd: off\nchecks: [', expect.stringMatching(/^2: invalid YAML/)],
    ['a text alone', 'hello', '1: settings are written as a map, such as "concurrency: 2"'],
    ['a list', '- tdd: off', '1: settings are written as a map, such as "concurrency: 2"'],
    ['a key twice', 'tdd: off\ntdd: warn', '2: the key "tdd" is given twice'],
    ['profiles that are none', 'profiles: [ci]', '1: profiles must be a map of names to settings'],
    ['a profile that is none', 'profiles: { ci: fast }', '1: the profile ci must be a map of settings'],
    [
      'several mistakes at once',
      'tdd: of\nmaxAttempts: 0\nprofiles:\n  ci: { tddd: off }',
      '1: tdd must be one of off, warn, enforce, not "of" (off?)',
      '2: maxAttempts must be at least 1',
      '4: unknown setting tddd (tdd?)',
    ],
  ])('is refused for %s', (_, text, ...expected) => {
    expect(complaints(text).map(told => told.replace(/^phasewright\.yaml:/, ''))).toEqual(expected);
  });

  it('is complained about at most twenty times', () => {
    const text = Array.from({ length: 50 }, (_, i) => `x${i}: 1`).join('\n');
    expect(complaints(text)).toHaveLength(20);
    expect(complaints(text)[19]).toBe('phasewright.yaml:20: unknown setting x19');
  });
});
