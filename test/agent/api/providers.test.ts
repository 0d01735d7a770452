import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chosenModel, installLine, PACKAGES } from '../../../src/agent/api/providers.ts';

const KEYS = {
  ANTHROPIC_API_KEY: 'a',
  OPENAI_API_KEY: 'o',
  GOOGLE_GENERATIVE_AI_API_KEY: 'g',
  OPENROUTER_API_KEY: 'r',
};
const COMPATIBLE = { OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:1/v1/' };

describe('the name of a model', () => {
  it.each([
    ['anthropic/claude-sonnet-5', KEYS, ['anthropic', 'claude-sonnet-5', 'a', null]],
    ['openai/gpt-5.5', KEYS, ['openai', 'gpt-5.5', 'o', null]],
    ['google/gemini-2.5-pro', KEYS, ['google', 'gemini-2.5-pro', 'g', null]],
    [
      'google/gemini-2.5-pro',
      { ...KEYS, GEMINI_API_KEY: 'first' },
      ['google', 'gemini-2.5-pro', 'first', null],
    ],
    ['openrouter/qwen/qwen3-coder', KEYS, ['openrouter', 'qwen/qwen3-coder', 'r', null]],
    ['compatible/a/b', COMPATIBLE, ['compatible', 'a/b', null, 'http://127.0.0.1:1/v1']],
    ['anthropic/m', { ...KEYS, ANTHROPIC_BASE_URL: 'http://h' }, ['anthropic', 'm', 'a', 'http://h/v1']],
    ['anthropic/m', { ...KEYS, ANTHROPIC_BASE_URL: 'http://h/v1/' }, ['anthropic', 'm', 'a', 'http://h/v1']],
    ['openai/m', { ...KEYS, OPENAI_BASE_URL: 'http://h/v1' }, ['openai', 'm', 'o', 'http://h/v1']],
    ['google/m', { ...KEYS, GOOGLE_GEMINI_BASE_URL: 'http://h' }, ['google', 'm', 'g', 'http://h/v1beta']],
  ])('%s', (name, environment, [provider, model, key, baseUrl]) => {
    expect(chosenModel(name, environment)).toEqual({ provider, model, key, baseUrl });
  });

  it.each([
    [null, {}, 'infra.setup', 'provider/model, such as anthropic/claude-sonnet-5'],
    ['claude-sonnet-5', KEYS, 'infra.setup', 'the model "claude-sonnet-5" does not say whose it is'],
    ['mistral/large', KEYS, 'infra.setup', 'provider/model'],
    ['toString/x', KEYS, 'infra.setup', 'provider/model'],
    ['anthropic/', KEYS, 'infra.setup', 'provider/model'],
    ['anthropic/m', { ANTHROPIC_API_KEY: '' }, 'infra.auth', 'need a key in ANTHROPIC_API_KEY'],
    ['openai/m', { ANTHROPIC_API_KEY: 'a' }, 'infra.auth', 'OPENAI_API_KEY'],
    ['compatible/m', KEYS, 'infra.setup', 'OPENAI_COMPATIBLE_BASE_URL must say where'],
  ])('%s, which is not enough', (name, environment, category, words) => {
    const message = expect.stringContaining(words);
    expect(chosenModel(name, environment)).toEqual({ category, message });
  });
});

describe('the packages', () => {
  it('are installed by one command', () => {
    expect(installLine('openrouter')).toBe('npm install ai@7 @openrouter/ai-sdk-provider@3');
  });

  it('have the versions that are tested', () => {
    const { devDependencies } = JSON.parse(
      readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
    );
    for (const [name, major] of Object.entries(PACKAGES))
      expect(devDependencies[name]).toMatch(new RegExp(`^\\^${major}\\.`));
  });
});
