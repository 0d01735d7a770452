import { describe, expect, it } from 'vitest';
import { configFor } from '../../../src/agent/opencode/config.ts';
import { type Chosen, chosenModel } from '../../../src/agent/opencode/providers.ts';

describe('a model', () => {
  it.each([
    ['anthropic/m', { ANTHROPIC_BASE_URL: 'http://h' }, { address: 'http://h/v1', key: null }],
    [
      'anthropic/m',
      { ANTHROPIC_BASE_URL: 'http://h/v1/', ANTHROPIC_API_KEY: 'k' },
      { address: 'http://h/v1' },
    ],
    ['openai/m', {}, { address: null, model: 'm', keys: ['OPENAI_API_KEY'] }],
    ['google/m', { GEMINI_API_KEY: 'k' }, { key: 'GEMINI_API_KEY' }],
    ['openrouter/a/b:free', {}, { provider: 'openrouter', model: 'a/b:free' }],
    ['compatible/m', { OPENAI_COMPATIBLE_BASE_URL: 'http://h/v1' }, { address: 'http://h/v1', isOwn: true }],
    ['compatible/m', {}, { category: 'infra.setup' }],
    ['constructor/m', {}, { provider: 'constructor', keys: [], address: null }],
    ['m', {}, { category: 'infra.setup' }],
    ['/m', {}, { category: 'infra.setup' }],
    ['openai/', {}, { category: 'infra.setup' }],
  ])('%s in %j', (name, environment, expected) => {
    expect(chosenModel(name, environment)).toMatchObject(expected);
  });

  it('is the only one that is called, and its key is not in the settings', () => {
    const environment = { OPENAI_COMPATIBLE_BASE_URL: 'http://h/v1', OPENAI_COMPATIBLE_API_KEY: 'secret' };
    const chosen = chosenModel('compatible/m', environment) as Chosen;
    const config = configFor({ chosen, rules: { '*': 'allow' }, shell: '/bin/sh', inherit: false });
    expect(config).toMatchObject({
      model: 'compatible/m',
      small_model: 'compatible/m',
      enabled_providers: ['compatible'],
      share: 'disabled',
      autoupdate: false,
      provider: {
        compatible: { options: { baseURL: 'http://h/v1', apiKey: '{env:OPENAI_COMPATIBLE_API_KEY}' } },
      },
    });
    expect(JSON.stringify(config)).not.toContain('secret');
  });
});
