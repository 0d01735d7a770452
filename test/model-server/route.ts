import type { Format } from './format.ts';
import { anthropic } from './formats/anthropic.ts';
import { chat } from './formats/chat.ts';
import { GEMINI_PATH, gemini } from './formats/gemini.ts';
import { responses } from './formats/responses.ts';
import type { Json } from './json.ts';

/** What a request is about. */
export type Route =
  | { readonly kind: 'model'; readonly format: Format; readonly path: string }
  | { readonly kind: 'plain'; readonly body: Json }
  | { readonly kind: 'proxy'; readonly host: string }
  | { readonly kind: 'unknown' };

/** What any text counts, where somebody asks for its tokens. */
const COUNTED_TOKENS = 1_000;
const MODEL_NAME = 'model-server';

export function routeOf(method: string, url: string): Route {
  if (!url.startsWith('/')) return { kind: 'proxy', host: hostOf(url) };
  const path = url.split('?', 1)[0]!;
  if (method === 'POST') return posted(path);
  if (method !== 'GET' && method !== 'HEAD') return { kind: 'unknown' };
  return { kind: 'plain', body: path.endsWith('/models') ? MODELS : {} };
}

function posted(path: string): Route {
  const model = (format: Format): Route => ({ kind: 'model', format, path });
  if (path.endsWith('/messages')) return model(anthropic);
  if (path.endsWith('/responses')) return model(responses);
  if (path.endsWith('/chat/completions')) return model(chat);
  if (path.endsWith('/count_tokens')) return { kind: 'plain', body: { input_tokens: COUNTED_TOKENS } };
  if (path.endsWith(':countTokens')) return { kind: 'plain', body: { totalTokens: COUNTED_TOKENS } };
  return GEMINI_PATH.test(path) ? model(gemini) : { kind: 'unknown' };
}

/** Lists of models, those of all vendors in one. */
const MODELS: Json = {
  object: 'list',
  data: [{ id: MODEL_NAME, object: 'model', type: 'model', display_name: MODEL_NAME }],
  has_more: false,
  models: [{ name: `models/${MODEL_NAME}`, displayName: MODEL_NAME }],
};

/** Of a proxied request: a whole address, or host and port. */
export const hostOf = (url: string): string => url.replace(/^[a-z]+:\/\//i, '').replace(/[/?#].*$/s, '');
