import type { Actor } from './stage.ts';

/** Keys that open nothing, and where the model is. */
const KEY = 'key-of-nobody';
const anthropic = (url: string) => ({ ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: url });
const openai = (url: string) => ({ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${url}/v1` });
const google = (url: string) => ({ GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: url });
const compatible = (url: string) => ({
  OPENAI_COMPATIBLE_API_KEY: KEY,
  OPENAI_COMPATIBLE_BASE_URL: `${url}/v1`,
});
const openrouter = (url: string) => ({ OPENROUTER_API_KEY: KEY, OPENROUTER_BASE_URL: `${url}/v1` });

/** Every key of every provider at once, of which each agent is to see its own only. */
export const ALL_KEYS = (url: string): Record<string, string> => ({
  ...anthropic(url),
  ...openai(url),
  ...google(url),
  ...compatible(url),
  ...openrouter(url),
});

export const CLAUDE: Actor = { name: 'claude', model: 'claude-sonnet-4-5', environment: anthropic };
export const CODEX: Actor = { name: 'codex', model: 'gpt-5.5', environment: openai };
export const GEMINI: Actor = { name: 'gemini', model: 'gemini-2.5-pro', environment: google };
export const OPENCODE: Actor = { name: 'opencode', model: 'compatible/m1', environment: compatible };
export const PI: Actor = { name: 'pi', model: 'anthropic/claude-sonnet-4-5', environment: anthropic };

export const ACP_CLAUDE: Actor = { name: 'acp:claude', model: 'claude-sonnet-4-5', environment: anthropic };
export const ACP_CODEX: Actor = { name: 'acp:codex', model: 'gpt-5.5', environment: openai };
export const ACP_GEMINI: Actor = { name: 'acp:gemini', model: 'gemini-2.5-pro', environment: google };
export const ACP_OPENCODE: Actor = {
  name: 'acp:opencode',
  model: 'test/m1',
  environment: url => ({
    OPENCODE_CONFIG_CONTENT: JSON.stringify({
      enabled_providers: ['test'],
      provider: {
        test: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${url}/v1`, apiKey: KEY },
          models: { m1: { tool_call: true, limit: { context: 200_000, output: 10_000 } } },
        },
      },
    }),
  }),
};

export const APIS: readonly Actor[] = [
  { name: 'api', model: 'anthropic/claude-sonnet-5', environment: anthropic },
  { name: 'api', model: 'openai/gpt-5.5', environment: openai },
  { name: 'api', model: 'google/gemini-2.5-pro', environment: google },
  { name: 'api', model: 'compatible/some-model', environment: compatible },
  { name: 'api', model: 'openrouter/qwen/qwen3-coder', environment: openrouter },
];
