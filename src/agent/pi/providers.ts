/** How pi comes to a model: the provider's name in pi, the variables with its keys, and the one with another address. */
export interface Provider {
  readonly name: string;
  readonly keys: readonly string[];
  readonly address?: string;
  /** What pi expects at the end of an address, and the variable does not have. */
  readonly path?: string;
}

/** Where no provider is named, the first of which there is a key is taken. */
export const PROVIDERS: readonly Provider[] = [
  { name: 'anthropic', keys: ['ANTHROPIC_API_KEY', 'ANTHROPIC_OAUTH_TOKEN'], address: 'ANTHROPIC_BASE_URL' },
  { name: 'openai', keys: ['OPENAI_API_KEY'], address: 'OPENAI_BASE_URL' },
  { name: 'google', keys: ['GEMINI_API_KEY'], address: 'GOOGLE_GEMINI_BASE_URL', path: '/v1beta' },
  { name: 'openrouter', keys: ['OPENROUTER_API_KEY'], address: 'OPENROUTER_BASE_URL' },
  { name: 'deepseek', keys: ['DEEPSEEK_API_KEY'] },
  { name: 'mistral', keys: ['MISTRAL_API_KEY'] },
  { name: 'groq', keys: ['GROQ_API_KEY'] },
  { name: 'cerebras', keys: ['CEREBRAS_API_KEY'] },
  { name: 'xai', keys: ['XAI_API_KEY'] },
  { name: 'zai', keys: ['ZAI_API_KEY'] },
  { name: 'moonshotai', keys: ['MOONSHOT_API_KEY'] },
  { name: 'moonshotai-cn', keys: ['MOONSHOT_API_KEY'] },
  { name: 'kimi-coding', keys: ['KIMI_API_KEY'] },
  { name: 'minimax', keys: ['MINIMAX_API_KEY'] },
  { name: 'minimax-cn', keys: ['MINIMAX_CN_API_KEY'] },
  { name: 'fireworks', keys: ['FIREWORKS_API_KEY'] },
  { name: 'together', keys: ['TOGETHER_API_KEY'] },
  { name: 'huggingface', keys: ['HF_TOKEN'] },
  { name: 'vercel-ai-gateway', keys: ['AI_GATEWAY_API_KEY'] },
  { name: 'opencode', keys: ['OPENCODE_API_KEY'] },
  { name: 'opencode-go', keys: ['OPENCODE_API_KEY'] },
  { name: 'github-copilot', keys: ['COPILOT_GITHUB_TOKEN'] },
  {
    name: 'azure-openai-responses',
    keys: [
      'AZURE_OPENAI_API_KEY',
      'AZURE_OPENAI_BASE_URL',
      'AZURE_OPENAI_RESOURCE_NAME',
      'AZURE_OPENAI_API_VERSION',
    ],
  },
  {
    name: 'amazon-bedrock',
    keys: [
      'AWS_PROFILE',
      'AWS_ACCESS_KEY_ID',
      'AWS_SECRET_ACCESS_KEY',
      'AWS_BEARER_TOKEN_BEDROCK',
      'AWS_REGION',
    ],
  },
  {
    name: 'google-vertex',
    keys: [
      'GOOGLE_CLOUD_API_KEY',
      'GOOGLE_CLOUD_PROJECT',
      'GOOGLE_CLOUD_LOCATION',
      'GOOGLE_APPLICATION_CREDENTIALS',
    ],
  },
];

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that the provider of the model needs. */
export function keysFor(model: string | null, environment: Environment): readonly string[] {
  const named = model?.includes('/') ? model.slice(0, model.indexOf('/')) : null;
  const provider = PROVIDERS.find(({ name, keys }) =>
    named === null ? keys.some(key => environment[key]) : name === named,
  );
  return provider?.keys ?? [];
}

/** Settings of pi's for providers that are to be reached at another address. */
export function addressesIn(
  environment: Environment,
): Readonly<Record<string, { readonly baseUrl: string }>> {
  return Object.fromEntries(
    PROVIDERS.flatMap(({ name, address, path = '' }) => {
      const url = address === undefined ? undefined : environment[address];
      return url ? [[name, { baseUrl: withPath(url, path) }]] : [];
    }),
  );
}

const withPath = (url: string, path: string): string => {
  const plain = url.endsWith('/') ? url.slice(0, -1) : url;
  return plain.endsWith(path) ? plain : plain + path;
};
