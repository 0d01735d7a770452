import type { Failure } from '../../run/failure.ts';

/** Whoever offers models, and what of the user's environment is needed to speak with them. */
interface Provider {
  /** The package of the AI SDK that speaks with it. */
  readonly package: PackageName;
  /** Variables that may hold the key; the first that is set counts. */
  readonly keys: readonly string[];
  readonly baseUrl: string;
  /** What programs of the provider's own add to a base URL by themselves, and the AI SDK does not. */
  readonly path?: string;
  /** A server of the user's own: it must be told where, and may want no key. */
  readonly isOwn?: true;
  /** A model of it, for messages. */
  readonly example: string;
}

/** What is installed beside this package only where somebody wants it, and the major version that it works with. */
export const PACKAGES = {
  ai: 7,
  '@ai-sdk/anthropic': 4,
  '@ai-sdk/google': 4,
  '@ai-sdk/openai': 4,
  '@ai-sdk/openai-compatible': 3,
  '@openrouter/ai-sdk-provider': 3,
} as const;

type PackageName = keyof typeof PACKAGES;

export const PROVIDERS = {
  anthropic: {
    package: '@ai-sdk/anthropic',
    keys: ['ANTHROPIC_API_KEY'],
    baseUrl: 'ANTHROPIC_BASE_URL',
    path: '/v1',
    example: 'claude-sonnet-5',
  },
  openai: {
    package: '@ai-sdk/openai',
    keys: ['OPENAI_API_KEY'],
    baseUrl: 'OPENAI_BASE_URL',
    example: 'gpt-5.5',
  },
  google: {
    package: '@ai-sdk/google',
    keys: ['GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
    baseUrl: 'GOOGLE_GEMINI_BASE_URL',
    path: '/v1beta',
    example: 'gemini-2.5-pro',
  },
  openrouter: {
    package: '@openrouter/ai-sdk-provider',
    keys: ['OPENROUTER_API_KEY'],
    baseUrl: 'OPENROUTER_BASE_URL',
    example: 'qwen/qwen3-coder',
  },
  compatible: {
    package: '@ai-sdk/openai-compatible',
    keys: ['OPENAI_COMPATIBLE_API_KEY'],
    baseUrl: 'OPENAI_COMPATIBLE_BASE_URL',
    isOwn: true,
    example: 'qwen3-coder',
  },
} as const satisfies Readonly<Record<string, Provider>>;

export type ProviderName = keyof typeof PROVIDERS;

/** A model, and how it is reached. */
export interface Chosen {
  readonly provider: ProviderName;
  readonly model: string;
  readonly key: string | null;
  /** Null for the provider's own. */
  readonly baseUrl: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What `provider/model` means in this environment, or what is missing. */
export function chosenModel(name: string | null, environment: Environment): Chosen | Failure {
  if (name === null) return setup(`no model is set; ${HOW_TO_WRITE}`);
  const slash = name.indexOf('/');
  const provider = name.slice(0, Math.max(slash, 0));
  const model = name.slice(slash + 1);
  if (!isProvider(provider) || model === '')
    return setup(`the model "${name}" does not say whose it is; ${HOW_TO_WRITE}`);
  const needed: Provider = PROVIDERS[provider];
  const key = needed.keys.map(variable => environment[variable]).find(Boolean) ?? null;
  if (key === null && !needed.isOwn)
    return { category: 'infra.auth', message: `models of ${provider} need a key in ${needed.keys[0]}` };
  const baseUrl = withPath(environment[needed.baseUrl], needed.path);
  if (baseUrl === null && needed.isOwn)
    return setup(`${needed.baseUrl} must say where the models of "${provider}/" are, such as http://host/v1`);
  return { provider, model, key, baseUrl };
}

/** The command that brings what the provider needs. */
export const installLine = (provider: ProviderName): string =>
  `npm install ${versioned('ai')} ${versioned(PROVIDERS[provider].package)}`;

const versioned = (name: PackageName): string => `${name}@${PACKAGES[name]}`;

const HOW_TO_WRITE = `write it as provider/model, such as ${Object.entries(PROVIDERS)
  .map(([name, { example }]) => `${name}/${example}`)
  .join(', ')}`;

const setup = (message: string): Failure => ({ category: 'infra.setup', message });

const isProvider = (name: string): name is ProviderName => Object.hasOwn(PROVIDERS, name);

function withPath(url: string | undefined, path = ''): string | null {
  if (!url) return null;
  const bare = url.endsWith('/') ? url.slice(0, -1) : url;
  return bare.endsWith(path) ? bare : `${bare}${path}`;
}
