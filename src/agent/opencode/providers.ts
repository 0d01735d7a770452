import type { Failure } from '../../run/failure.ts';

/** Whoever offers models, by the name that OpenCode knows it by. */
interface Provider {
  /** Variables with keys. OpenCode reads the first one by itself. */
  readonly keys: readonly string[];
  /** The variable that says where its API is, where that is not the usual place. */
  readonly address?: string;
  /** What OpenCode expects at the end of an address, and programs of the provider's own add by themselves. */
  readonly path?: string;
  /** A server of the user's own, of which OpenCode knows nothing: it must be told where. */
  readonly isOwn?: true;
}

const PROVIDERS: Readonly<Record<string, Provider>> = {
  anthropic: { keys: ['ANTHROPIC_API_KEY'], address: 'ANTHROPIC_BASE_URL', path: '/v1' },
  openai: { keys: ['OPENAI_API_KEY'], address: 'OPENAI_BASE_URL' },
  google: {
    keys: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    address: 'GOOGLE_GEMINI_BASE_URL',
    path: '/v1beta',
  },
  openrouter: { keys: ['OPENROUTER_API_KEY'], address: 'OPENROUTER_BASE_URL' },
  compatible: { keys: ['OPENAI_COMPATIBLE_API_KEY'], address: 'OPENAI_COMPATIBLE_BASE_URL', isOwn: true },
  opencode: { keys: ['OPENCODE_API_KEY'] },
  cerebras: { keys: ['CEREBRAS_API_KEY'] },
  deepseek: { keys: ['DEEPSEEK_API_KEY'] },
  'fireworks-ai': { keys: ['FIREWORKS_API_KEY'] },
  groq: { keys: ['GROQ_API_KEY'] },
  mistral: { keys: ['MISTRAL_API_KEY'] },
  moonshotai: { keys: ['MOONSHOT_API_KEY'] },
  togetherai: { keys: ['TOGETHER_API_KEY'] },
  vercel: { keys: ['AI_GATEWAY_API_KEY'] },
  xai: { keys: ['XAI_API_KEY'] },
  zai: { keys: ['ZHIPU_API_KEY'] },
};

/** Of every provider that we know. */
export const KEYS: readonly string[] = Object.values(PROVIDERS).flatMap(({ keys }) => keys);

/** A model, and how it is reached. */
export interface Chosen {
  readonly provider: string;
  readonly model: string;
  /** Variables that OpenCode needs for it. */
  readonly keys: readonly string[];
  /** The variable with the key, where OpenCode has to be told of it. */
  readonly key: string | null;
  /** Null for the provider's own. */
  readonly address: string | null;
  readonly isOwn: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What `provider/model` means in this environment, or what is wrong with it. The provider may be one that we do not
 * know: then the user passes its key on.
 */
export function chosenModel(name: string, environment: Environment): Chosen | Failure {
  const slash = name.indexOf('/');
  if (slash <= 0 || slash === name.length - 1)
    return setup(`the model "${name}" does not say whose it is; write it as ${EXAMPLES}`);
  const provider = name.slice(0, slash);
  const known = Object.hasOwn(PROVIDERS, provider) ? PROVIDERS[provider]! : UNKNOWN;
  const address = withPath(known.address && environment[known.address], known.path);
  if (known.isOwn && address === null)
    return setup(`${known.address} must say where the models of "${provider}/" are, such as http://host/v1`);
  const { keys, isOwn = false } = known;
  const key = keys.find(variable => environment[variable]) ?? null;
  return {
    provider,
    model: name.slice(slash + 1),
    keys,
    key: isOwn || key !== keys[0] ? key : null,
    address,
    isOwn,
  };
}

const UNKNOWN: Provider = { keys: [] };

const EXAMPLES =
  'provider/model, such as anthropic/claude-sonnet-5, openai/gpt-5.5, openrouter/qwen/qwen3-coder';

const setup = (message: string): Failure => ({ category: 'infra.setup', message });

function withPath(url: string | undefined, path = ''): string | null {
  if (!url) return null;
  const bare = url.endsWith('/') ? url.slice(0, -1) : url;
  return bare.endsWith(path) ? bare : `${bare}${path}`;
}
