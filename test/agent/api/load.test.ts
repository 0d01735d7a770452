import { expect, it } from 'vitest';
import { loadModel } from '../../../src/agent/api/load.ts';
import type { Chosen } from '../../../src/agent/api/providers.ts';

const CHOSEN: Chosen = { provider: 'google', model: 'm', key: 'k', baseUrl: null };

it('says what to install where a package is missing', async () => {
  const missing = Object.assign(
    new Error("Cannot find package '@ai-sdk/google' imported from load.js\nmore"),
    {
      code: 'ERR_MODULE_NOT_FOUND',
    },
  );
  expect(await loadModel(CHOSEN, () => Promise.reject(missing))).toEqual({
    category: 'infra.setup',
    message:
      "a package for models of google is not installed (Cannot find package '@ai-sdk/google' imported from load.js); run: npm install ai@7 @ai-sdk/google@4",
  });
});

it.each(['anthropic', 'openai', 'google', 'openrouter', 'compatible'] as const)(
  'loads %s',
  async provider => {
    const chosen = { provider, model: 'some-model', key: 'k', baseUrl: 'http://127.0.0.1:1/v1' };
    expect(await loadModel(chosen)).toMatchObject({ model: { modelId: 'some-model' } });
  },
);
