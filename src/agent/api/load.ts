import type { LanguageModel } from 'ai';
import { unreachable } from '../../base/unreachable.ts';
import type { Failing } from '../wire/message.ts';
import { type Chosen, installLine } from './providers.ts';

export type Sdk = typeof import('ai');

/** The AI SDK with a model. */
export interface Loaded {
  readonly sdk: Sdk;
  readonly model: LanguageModel;
}

/** Loads what the chosen model needs; what to install where that is not there. */
export async function loadModel(chosen: Chosen, load = loadNow): Promise<Loaded | Failing> {
  try {
    return await load(chosen);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const [reason] = message.split('\n', 1);
    return {
      category: 'infra.setup',
      message: `a package for models of ${chosen.provider} is not installed (${reason}); run: ${installLine(chosen.provider)}`,
    };
  }
}

async function loadNow(chosen: Chosen): Promise<Loaded> {
  const [sdk, model] = await Promise.all([import('ai'), modelOf(chosen)]);
  return { sdk, model };
}

async function modelOf({ provider, model, key, baseUrl }: Chosen): Promise<LanguageModel> {
  const settings = { ...(key === null ? {} : { apiKey: key }), ...(baseUrl ? { baseURL: baseUrl } : {}) };
  switch (provider) {
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(settings)(model);
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(settings).responses(model);
    case 'google':
      return (await import('@ai-sdk/google')).createGoogle(settings)(model);
    case 'openrouter':
      return (await import('@openrouter/ai-sdk-provider')).createOpenRouter({
        ...settings,
        compatibility: 'strict',
      })(model);
    case 'compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        name: 'compatible',
        includeUsage: true,
        ...settings,
        baseURL: baseUrl ?? '',
      })(model);
    }
    default:
      return unreachable(provider);
  }
}
