import { estimatedUsd, priceOf, withEstimate } from '../../../src/config/prices/prices.ts';
import { random } from '../random.ts';
import type { Target } from '../target.ts';
import { mutated } from '../text.ts';

/** Names of models, as agents and settings spell them. */
export const price: Target<string> = {
  make(seed) {
    const r = random(seed);
    const name = r.pick(NAMES);
    return r.below(4) === 0 ? name : mutated(name, TOKENS, r, 4);
  },
  judge(name) {
    const listed = priceOf(name, {});
    if (listed && !(isPrice(listed.input) && isPrice(listed.output)))
      return `costs ${JSON.stringify(listed)}`;
    if (listed && listed.from !== 'list') return `is ${listed.from} of nobody`;
    const own = priceOf(name, Object.fromEntries([[name, { input: 1, output: 2 }]]));
    if (own?.from !== 'own' || own.input !== 1 || own.output !== 2) return 'the user is not believed';
    const tokens = { inputTokens: 1_000_000, outputTokens: 500_000, costUsd: null };
    if (estimatedUsd(tokens, own) !== 2) return `costs ${estimatedUsd(tokens, own)}`;
    const told = withEstimate({ ...tokens, costUsd: 0.5 }, name, {});
    if (told.estimatedUsd !== undefined) return 'is estimated though it was told';
    const guessed = withEstimate(tokens, name, {});
    return (guessed.estimatedUsd !== undefined) === (listed !== null) ? null : 'an unknown price is a price';
  },
};

const isPrice = (usd: number): boolean => Number.isFinite(usd) && usd >= 0;

const NAMES = [
  ...['claude-sonnet-4-5-20250929', 'anthropic/claude-opus-4.1', 'gpt-5', 'openai/gpt-5-mini', 'gpt-5-image'],
  ...[
    'gemini-2.5-pro',
    'openrouter/anthropic/claude-3.5-haiku@beta',
    'near/small',
    '',
    '__proto__',
    'constructor',
  ],
];

const TOKENS = [
  ...['-', '/', '.', '@', ':', '-latest', '-20250101', 'claude', 'gpt', 'toString', '\0', '\uD800', 'İ', ' '],
  ...['x'.repeat(300), 'a/'.repeat(200), '-'.repeat(1_000)],
];
