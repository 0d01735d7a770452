import type { ModelMessage } from 'ai';
import type { Chosen } from './providers.ts';
import type { Settings } from './step.ts';

/** For models that the AI SDK does not know on Anthropic's API: it would let them say little. */
const UNKNOWN_OUTPUT_TOKENS = 32_000;

/** What is asked for besides, by provider. */
export function settingsFor({ provider, model }: Chosen): Settings {
  switch (provider) {
    case 'anthropic':
      return model.includes('claude-') ? {} : { maxOutputTokens: UNKNOWN_OUTPUT_TOKENS };
    case 'openai':
      // The conversation is kept by us alone, and sent whole each time.
      return { providerOptions: { openai: { store: false } } };
    default:
      return {};
  }
}

const CACHED = {
  anthropic: { cacheControl: { type: 'ephemeral' } },
  openrouter: { cacheControl: { type: 'ephemeral' } },
} as const;

/** Asks for what was said up to here to be kept at hand until the next request; others do so by themselves. */
export const cached = <M extends ModelMessage>(message: M, { provider }: Chosen): M =>
  provider === 'anthropic' || provider === 'openrouter' ? { ...message, providerOptions: CACHED } : message;

/** The same for the last one of these. */
export const cachedUpToHere = (messages: readonly ModelMessage[], chosen: Chosen): readonly ModelMessage[] =>
  messages.map((message, index) => (index === messages.length - 1 ? cached(message, chosen) : message));
