import type { Failure } from '../../run/failure.ts';
import { firstSign, type SignRule } from '../../run/policy/failure/sign/rule.ts';
import { saidFailure } from '../failure-of.ts';

/** What Codex says in words of its own, or in words that would be taken for something else. */
const WORDS: readonly SignRule[] = [
  ['refused', /\breason: content_filter\b|\bflagged for (?:possible|potential)|\bcyber policy\b/i],
  ['infra.auth', /\bMissing environment variable\b|\bMissing bearer\b|\b(?:access|refresh) token\b/i],
  ['infra.quota', /\bTo use Codex with your ChatGPT plan\b/i],
  ['infra.setup', /\bmodel\b.{0,200}\b(?:does not exist|is not supported when using Codex)\b/i],
];

/** Times of day in it are in UTC, since that is the zone that Codex is started in. */
export function codexFailure(message: string, now = Date.now()): Failure {
  const said = saidFailure(message, 'agent_error', now);
  const category = firstSign(WORDS, message.slice(0, MAX_CHARACTERS));
  return category === null ? said : { ...said, category };
}

/** What is read of a message. */
const MAX_CHARACTERS = 20_000;
