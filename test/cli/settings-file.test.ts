import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/cli/exit.ts';
import { settingsIn } from '../../src/cli/run/settings-file.ts';

const FILE = '/repository/phasewright.yaml';

function refusal(text: string): string {
  try {
    settingsIn(text, FILE);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return '';
}

describe('a settings file', () => {
  it('gives checks with their time limits', () => {
    expect(settingsIn('checks:\n  - npm test\n  - { command: lint, timeoutSeconds: 0.5 }\n', FILE)).toEqual({
      checks: [
        { command: 'npm test', timeoutMs: 1_800_000 },
        { command: 'lint', timeoutMs: 500 },
      ],
    });
  });

  it.each([
    ['more checks than a run may have', `checks: [${'a, '.repeat(51)}]`, /^checks: Too big/],
    ['a time limit beyond all measure', 'checks: [{ command: a, timeoutSeconds: 1e300 }]', /^checks\.0/],
    ['a time limit without end', 'checks: [{ command: a, timeoutSeconds: .inf }]', /^checks\.0/],
    ['an empty check', 'checks: [""]', /^checks\.0/],
    ['a key of all objects', '__proto__: { review: false }', /^unknown setting __proto__$/],
    ['a key without end', JSON.stringify({ ['x'.repeat(5_000)]: 1 }), /^unknown setting x{60}$/],
    ['a mistake in its syntax', 'review: true\nchecks: [', /^2: /],
  ])('is refused for %s', (_, text, message) => {
    const told = refusal(text);
    expect(told.startsWith(FILE)).toBe(true);
    expect(told.slice(FILE.length).replace(/^: ?/, '')).toMatch(message);
  });
});
