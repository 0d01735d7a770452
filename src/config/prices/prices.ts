import { PRICE_LIST } from './list.ts';

/** In US dollars for a million tokens. */
export interface Rate {
  readonly input: number;
  readonly output: number;
}

export interface Price extends Rate {
  /** Whether the user set it or it is on the list that comes with the program. */
  readonly from: 'own' | 'list';
}

interface Tokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Longer names are no names of models, and are not looked up. */
const MAX_NAME_CHARACTERS = 200;
/** Of `gateway/provider/model`; names with more parts are not looked up. */
const MAX_NAME_PARTS = 6;
const PER_MILLION = 1_000_000;

/**
 * What a model costs; null where that is not known. A price of the user's own must have the very name that the agent
 * tells. On the list the longest name counts with which the model's begins, provided that what follows only says which
 * release of it is meant: `claude-sonnet-4-5-20250929`, but not `gpt-5-image`, which is another model.
 */
export function priceOf(model: string | null, own: Readonly<Record<string, Rate>>): Price | null {
  if (model === null) return null;
  if (Object.hasOwn(own, model)) {
    const { input, output } = own[model]!;
    return { input, output, from: 'own' };
  }
  const listed = namesOf(model).map(rateOnList).find(Boolean);
  return listed ? { ...listed, from: 'list' } : null;
}

export const estimatedUsd = ({ inputTokens, outputTokens }: Tokens, { input, output }: Rate): number =>
  (inputTokens * input + outputTokens * output) / PER_MILLION;

/**
 * What a session spent, with an estimate of the cost where the agent tells none. Without a price there is none, nor
 * without tokens: an agent that tells no figures has not worked for nothing.
 */
export function withEstimate<U extends Tokens & { readonly costUsd: number | null }>(
  usage: U,
  model: string | null,
  own: Readonly<Record<string, Rate>>,
): U & { readonly estimatedUsd?: number } {
  if (usage.costUsd !== null || usage.inputTokens + usage.outputTokens === 0) return usage;
  const price = priceOf(model, own);
  return price ? { ...usage, estimatedUsd: estimatedUsd(usage, price) } : usage;
}

/** `-` for every mark that agents put between the parts of a name. */
const spelled = (name: string): string => name.toLowerCase().replaceAll(/[.@:/]/g, '-');

const RATES: ReadonlyMap<string, Rate> = new Map(
  PRICE_LIST.map(([name, input, output]) => [spelled(name), { input, output }]),
);

/** The name as it may be on the list: whole, and without those who only pass it on. */
function namesOf(model: string): readonly string[] {
  if (model.length > MAX_NAME_CHARACTERS) return [];
  const parts = model.replace(/\[1m\]$/, '').split('/');
  if (parts.length > MAX_NAME_PARTS) return [];
  return parts.map((_, start) => spelled(withoutRegion(parts.slice(start).join('/'))));
}

/** `us.anthropic.claude-…` is what a cloud calls `claude-…`. */
function withoutRegion(name: string): string {
  const at = name.lastIndexOf('anthropic.');
  return at < 0 ? name : name.slice(at + 'anthropic.'.length);
}

function rateOnList(name: string): Rate | undefined {
  for (let end = name.length; end > 0; end = name.lastIndexOf('-', end - 1)) {
    const rate = RATES.get(name.slice(0, end));
    if (rate) return isRelease(name.slice(end + 1)) ? rate : undefined;
  }
  return undefined;
}

/** Words behind a model's name that do not make it another one, nor change its price. */
const RELEASE_WORDS: ReadonlySet<string> = new Set([
  'latest',
  'preview',
  'exp',
  'thinking',
  'none',
  'minimal',
  'low',
  'medium',
  'high',
  'xhigh',
  'max',
]);
/** Digits of a build, a day, a month with its year, and a date. A version would have one or two. */
const STAMP_DIGITS: readonly number[] = [0, 3, 4, 6, 8];

function isRelease(rest: string): boolean {
  const parts = rest
    .replace(/(?:^|-)v\d(?:-\d)?$/, '')
    .split('-')
    .filter(Boolean);
  const numbers = parts.filter(part => /^\d{2,8}$/.test(part));
  const words = parts.filter(part => RELEASE_WORDS.has(part));
  return numbers.length + words.length === parts.length && STAMP_DIGITS.includes(numbers.join('').length);
}
