import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PRICE_LIST, PRICES_AS_OF } from '../../src/config/prices/list.ts';
import { estimatedUsd, priceOf, withEstimate } from '../../src/config/prices/prices.ts';

describe('the list of prices', () => {
  it('has a plausible price for each model, once', () => {
    expect(PRICE_LIST.length).toBeGreaterThan(50);
    expect(new Set(PRICE_LIST.map(([model]) => model.replaceAll('.', '-'))).size).toBe(PRICE_LIST.length);
    const odd = PRICE_LIST.filter(([, input, output]) => !(input > 0 && output > input && output <= 200));
    expect(odd).toEqual([]);
  });

  it('has the day that docs/budgets.md names', () => {
    const text = readFileSync(new URL('../../docs/budgets.md', import.meta.url), 'utf8');
    expect(text).toContain(`as of ${PRICES_AS_OF}.`);
  });

  it.each(PRICE_LIST)('is found for %s under its own name', (model, input, output) => {
    expect(priceOf(model, {})).toEqual({ input, output, from: 'list' });
  });
});

/** What an agent calls its model, and the model on the list that is meant. */
const SAME: readonly (readonly [told: string, listed: string])[] = [
  ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5'],
  ['claude-sonnet-4-5-20250929[1m]', 'claude-sonnet-4-5'],
  ['claude-sonnet-4-5@20250929', 'claude-sonnet-4-5'],
  ['claude-sonnet-4.5', 'claude-sonnet-4-5'],
  ['Claude-Sonnet-4-5', 'claude-sonnet-4-5'],
  ['anthropic/claude-sonnet-4.5', 'claude-sonnet-4-5'],
  ['openrouter/anthropic/claude-sonnet-4.5', 'claude-sonnet-4-5'],
  ['anthropic/claude-sonnet-4.5:thinking', 'claude-sonnet-4-5'],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-sonnet-4-5'],
  ['bedrock/anthropic.claude-opus-4-1-20250805-v1:0', 'claude-opus-4-1'],
  ['claude-opus-4-20250514', 'claude-opus-4'],
  ['claude-opus-4-1-20250805', 'claude-opus-4-1'],
  ['claude-3-5-haiku-latest', 'claude-3-5-haiku'],
  ['gpt-5-2025-08-07', 'gpt-5'],
  ['gpt-5-mini-2025-08-07', 'gpt-5-mini'],
  ['gpt-5-codex-high', 'gpt-5-codex'],
  ['gpt-5.1-codex-max', 'gpt-5.1-codex-max'],
  ['gpt-5/high', 'gpt-5'],
  ['gpt-4o-2024-11-20', 'gpt-4o'],
  ['gemini-2.5-pro-preview-03-25', 'gemini-2.5-pro'],
  ['gemini-2.5-flash-preview-09-2025', 'gemini-2.5-flash'],
  ['gemini-2.5-flash-lite-001', 'gemini-2.5-flash-lite'],
  ['models/gemini-3.1-pro-preview', 'gemini-3.1-pro'],
];

const UNKNOWN: readonly string[] = [
  '',
  '-',
  '/',
  'scripted',
  'sonnet',
  'claude',
  'claude-opus-4-99',
  'claude-opus-4-9-20270101',
  'claude-opus-4-10-20270101',
  'claude-opus-40',
  'gpt-5.9',
  'gpt-5.10',
  'gpt-50',
  'gpt-5-image',
  'gpt-6.1-sol-ultrafast',
  'openai/gpt-5:free',
  'my-gpt-5',
  'gpt-5x',
  'llama-3-70b',
  '__proto__',
  'constructor',
  'a/b/c/d/e/f/gpt-5',
  `gpt-5${'-latest'.repeat(100)}`,
];

describe('the price of a model', () => {
  for (const [told, listed] of SAME) {
    it(`${told} is that of ${listed}`, () => {
      const [, input, output] = PRICE_LIST.find(([model]) => model === listed)!;
      expect(priceOf(told, {})).toEqual({ input, output, from: 'list' });
    });
  }

  for (const model of UNKNOWN) {
    it(`of ${JSON.stringify(model.slice(0, 40))} is not known`, () => expect(priceOf(model, {})).toBeNull());
  }

  it('is unknown where the agent does not tell its model', () => {
    expect(priceOf(null, { null: { input: 1, output: 1 } })).toBeNull();
  });

  it('is what the user says, under exactly that name', () => {
    const own = { 'gpt-5': { input: 7, output: 9 }, local: { input: 0, output: 0 } };
    expect(priceOf('gpt-5', own)).toEqual({ input: 7, output: 9, from: 'own' });
    expect(priceOf('gpt-5-2025-08-07', own)).toEqual({ input: 1.25, output: 10, from: 'list' });
    expect(priceOf('local', own)).toEqual({ input: 0, output: 0, from: 'own' });
  });
});

describe('an estimate', () => {
  const usage = { inputTokens: 2_000_000, outputTokens: 100_000, costUsd: null };

  it('counts input and output each at its price', () => {
    expect(estimatedUsd(usage, { input: 3, output: 15 })).toBe(7.5);
    expect(estimatedUsd(usage, { input: 0, output: 0 })).toBe(0);
  });

  it('is made where the agent tells tokens but no cost', () => {
    expect(withEstimate(usage, 'claude-sonnet-4-5-20250929', {})).toEqual({ ...usage, estimatedUsd: 7.5 });
  });

  const NONE: readonly (readonly [
    why: string,
    usage: typeof usage | { costUsd: number },
    model: string | null,
  ])[] = [
    ['the agent tells its cost', { ...usage, costUsd: 1 }, 'gpt-5'],
    ['the cost that it tells is zero', { ...usage, costUsd: 0 }, 'gpt-5'],
    ['it tells no tokens', { ...usage, inputTokens: 0, outputTokens: 0 }, 'gpt-5'],
    ['the model is not on the list', usage, 'some-model'],
    ['it tells no model', usage, null],
  ];
  for (const [why, told, model] of NONE) {
    it(`is not made where ${why}`, () => {
      const whole = { ...usage, ...told };
      expect(withEstimate(whole, model, {})).toEqual(whole);
      expect(withEstimate(whole, model, {})).not.toHaveProperty('estimatedUsd');
    });
  }
});
