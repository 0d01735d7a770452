import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { globProblem } from '../../../src/base/glob.ts';
import { printable } from '../../../src/base/printable.ts';
import { type Resolved, resolveSettings } from '../../../src/cli/settings/resolve.ts';
import { settingsIn } from '../../../src/cli/settings/settings-file.ts';
import { settingsAsFile, settingsYaml } from '../../../src/cli/settings/show.ts';
import { starterFile } from '../../../src/cli/settings/starter-file.ts';
import { toYaml } from '../../../src/cli/settings/to-yaml.ts';
import { writtenCheck } from '../../../src/cli/settings/written.ts';
import { plainValue } from '../../../src/plan/data/node.ts';
import { parseYaml } from '../../../src/plan/data/yaml.ts';
import { FAILURE_CATEGORIES } from '../../../src/run/failure.ts';
import {
  CHECK_KINDS,
  COMMIT_MODES,
  NOTICES,
  OUTSIDE_POLICIES,
  PRESETS,
  REJECT_POLICIES,
  REVIEW_MOMENTS,
} from '../../../src/run/policies.ts';
import { ROLES } from '../../../src/run/role.ts';
import { settingsSchema } from '../../../src/run/settings.ts';

/** Texts as people write them, and as nobody should. */
const text = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }),
    fc.string({ minLength: 1, maxLength: 30, unit: 'binary' }),
    fc.constantFrom(
      'npm test',
      'off',
      'null',
      '1',
      '- a',
      'a: b',
      '# x',
      '"',
      "'",
      '*a',
      '&a',
      '!x',
      '{',
      '[]',
    ),
    fc.constantFrom(
      'a\nb',
      ' a ',
      'a\n',
      '\x1B[31m',
      'a\u202Eb',
      '\u0085',
      '\uFEFFx',
      '\uD800x',
      '😀',
      '~',
      '.inf',
    ),
    fc.constantFrom(
      'a\tb',
      '\r\nx',
      'x '.repeat(200),
      '|',
      '>-',
      '%x',
      '@x',
      '`x`',
      '---',
      '...',
      '<<',
      'yes',
    ),
  )
  .filter(value => /\S/.test(value));
/** What may stand in a header of a commit. */
const signature = text.filter(
  each => /\S/.test(each) && each === printable(each) && !/[<>]/.test(each) && each.length <= 200,
);

const glob = text.filter(value => globProblem(value) === null);

const share = fc.double({ min: 0, max: 1, noNaN: true }).map(value => value + 0);
const count = fc.integer({ min: 1, max: 100 });
const some = <T>(parts: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(parts, { requiredKeys: [] });
const name = text.filter(value => value.length <= 200);
const choice = fc.oneof(name, some({ agent: fc.option(name), model: fc.option(name), provider: name }));
const limit = fc.oneof(count, fc.constantFrom('none', null));
const spent = fc.oneof(
  some({ tokens: limit, usd: limit, wallMs: limit, sessions: limit, failures: limit }),
  fc.record({ wallMinutes: limit }),
  fc.record({ wallHours: fc.double({ min: 1e-9, max: 8_784, noNaN: true }) }),
);
const categories = fc.subarray([...FAILURE_CATEGORIES]);
const ladder = {
  guarded: fc.boolean(),
  recovery: fc.oneof(
    fc.constantFrom('on', 'off', true, false),
    some({
      similarity: some({ threshold: share, messages: fc.boolean() }),
      doctor: fc.oneof(
        fc.constantFrom('off', true),
        some({ perPhase: count, infra: categories, fixes: fc.array(text) }),
      ),
      replan: fc.oneof(fc.boolean(), some({ fatal: categories })),
    }),
  ),
  models: some(
    Object.fromEntries(
      ROLES.map(role => [role, fc.oneof(choice, fc.array(choice, { minLength: 1, maxLength: 4 }))]),
    ),
  ),
  budgets: some({ run: spent, phase: spent, warnAt: share, multipliers: some({ impl: count }) }),
  prices: fc.dictionary(
    name.filter(value => value !== '__proto__'),
    fc.record({ input: share, output: share }),
    { maxKeys: 3 },
  ),
  notify: fc.oneof(
    text,
    fc.constantFrom('off', false),
    some({
      commands: fc.oneof(text, fc.array(text, { maxLength: 3 })),
      webhooks: fc.constantFrom('https://a.example/x?y=1', [], ['http://b.example']),
      on: fc.subarray([...NOTICES]),
    }),
  ),
};

const milliseconds = fc.integer({ min: 1, max: 7 * 24 * 3_600_000 });
const form = fc
  .record(
    {
      ...ladder,
      preset: fc.constantFrom(...PRESETS),
      agent: text.filter(value => value.length <= 40),
      script: text,
      concurrency: fc.integer({ min: 1, max: 256 }),
      onReject: fc.constantFrom(...REJECT_POLICIES),
      maxAttempts: fc.integer({ min: 1, max: 100 }),
      review: fc.oneof(
        fc.boolean(),
        fc.constantFrom('off', ...REVIEW_MOMENTS),
        fc.record({ seats: fc.integer({ min: 1, max: 9 }), risky: fc.array(glob, { maxLength: 3 }) }),
      ),
      scope: fc.record(
        { outside: fc.constantFrom(...OUTSIDE_POLICIES), allow: fc.array(glob, { maxLength: 3 }) },
        { requiredKeys: [] },
      ),
      prompts: fc.record({ developer: text, reviewer: text }, { requiredKeys: [] }),
      setup: fc.array(fc.oneof(text, fc.record({ command: text, timeoutSeconds: seconds() })), {
        maxLength: 3,
      }),
      checks: fc.array(
        fc.oneof(
          text,
          fc.record(
            { command: text, kind: fc.constantFrom(...CHECK_KINDS), timeoutSeconds: seconds() },
            { requiredKeys: ['command'] },
          ),
        ),
        { maxLength: 4 },
      ),
      commit: fc.record(
        {
          mode: fc.constantFrom(...COMMIT_MODES),
          author: fc.option(fc.record({ name: signature, email: signature })),
        },
        { requiredKeys: [] },
      ),
      limits: fc.oneof(
        fc.record({ sessionMs: milliseconds }),
        fc.record({ sessionMinutes: fc.double({ min: 1e-9, max: 10_080, noNaN: true }) }),
      ),
    },
    { requiredKeys: [] },
  )
  .filter(({ preset, onReject }) => preset !== 'subtasks' || onReject !== 'continue');

function seconds() {
  return fc.oneof(
    milliseconds.map(value => value / 1_000),
    fc.double({ min: 1e-9, max: 604_800, noNaN: true }),
  );
}

function resolved(file: string): Resolved {
  const result = resolveSettings({
    user: null,
    repository: { name: 'phasewright.yaml', text: file },
    profile: null,
    environment: {},
    set: [],
    flags: [],
    readPrompt: path => ({ ok: true, text: `about ${path.replaceAll(/[{}]/g, '')}` }),
    agentProblem: () => null,
  });
  if (!result.ok) throw new Error(`${JSON.stringify(result.problems)}\n${file}`);
  return result.resolved;
}

const UNPRINTABLE = /[\0-\x09\x0B-\x1F\x7F-\x9F\u2028\u2029\u202A-\u202E\u2066-\u2069]/;

describe('settings that are written', () => {
  it('read back to the same value, with nothing in them that acts on a terminal', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), texts => {
        const written = toYaml({ texts });
        expect(written).not.toMatch(UNPRINTABLE);
        expect(written.isWellFormed()).toBe(true);
        const { root, findings } = parseYaml(written);
        expect(findings).toEqual([]);
        expect(plainValue(root!)).toEqual({ texts });
      }),
      { numRuns: 400 },
    );
  });

  it('are the same when they are shown, read and shown again', () => {
    let [checks, chains] = [0, 0];
    fc.assert(
      fc.property(form, value => {
        const first = resolved(JSON.stringify(value));
        const second = resolved(settingsYaml(first));
        expect(second.settings).toEqual(first.settings);
        expect(settingsYaml(second)).toBe(settingsYaml(first));
        expect(resolved(JSON.stringify(settingsAsFile(first))).settings).toEqual(first.settings);
        expect(settingsSchema.parse(first.settings)).toEqual(first.settings);
        checks += first.settings.checks.length;
        chains += Object.keys(first.settings.models).length;
      }),
      { numRuns: 60 },
    );
    expect(checks).toBeGreaterThan(20);
    expect(chains).toBeGreaterThan(20);
  });

  it('are exactly what was chosen where a file begins', () => {
    const check = fc.record({ command: text, kind: fc.constantFrom(...CHECK_KINDS) });
    const choices = fc.record({
      agent: fc.option(text),
      setup: fc.array(text, { maxLength: 4 }),
      checks: fc.array(check, { maxLength: 4 }),
    });
    fc.assert(
      fc.property(choices, ({ agent, setup, checks }) => {
        const { given, problems } = settingsIn(
          { name: 'f', text: starterFile({ agent, setup, checks }, true) },
          'repository',
        );
        expect(problems.filter(({ message }) => !message.startsWith('agent must have at most'))).toEqual([]);
        if (problems.length > 0) return;
        const timeoutMs = 1_800_000;
        expect(Object.fromEntries(given.map(({ path, value }) => [path, value]))).toEqual({
          ...(agent === null ? {} : { agent }),
          setup: setup.map(command => ({ command, timeoutMs })),
          checks: checks.map(chosen => ({ ...chosen, timeoutMs })),
        });
      }),
      { numRuns: 120 },
    );
  });

  it('have examples in remarks that can be taken as they are', () => {
    const text = starterFile({ agent: 'scripted', setup: [], checks: [] }, false);
    const examples = [...text.matchAll(/^# (\w+): .*$/gm)].filter(([, key]) => key !== 'yaml');
    expect(examples.map(([, key]) => key)).toEqual(
      expect.arrayContaining(['tdd', 'guarded', 'recovery', 'budgets', 'models', 'notify']),
    );
    const file = examples.map(([line]) => line.slice(2)).join('\n');
    expect(settingsIn({ name: 'f', text: file }, 'repository').problems).toEqual([]);
  });

  it.each([
    [{ command: 'npm test', kind: 'test', timeoutMs: 1_800_000 }, 'npm test'],
    [
      { command: 'make', kind: 'test', timeoutMs: 1_800_000 },
      { command: 'make', kind: 'test' },
    ],
    [
      { command: 'make', kind: 'other', timeoutMs: 1 },
      { command: 'make', timeoutSeconds: 0.001 },
    ],
  ] as const)('have checks as people write them', (check, expected) =>
    expect(writtenCheck(check)).toEqual(expected),
  );
});
