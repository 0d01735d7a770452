import { distance } from 'fastest-levenshtein';
import { unreachable } from '../../../base/unreachable.ts';
import type { Failure } from '../../failure.ts';
import type { SIMILARITY_METRICS } from '../../policies.ts';
import { normalise } from './normalise.ts';

export type SimilarityMetric = (typeof SIMILARITY_METRICS)[number];

/** When two failures are one and the same. */
export interface SamenessRule {
  /** From 0 to 1: how alike messages must be at least. */
  readonly similarity: number;
  /** Messages that are shorter once normalised, in characters, say too little to be compared. */
  readonly minLength: number;
  readonly metric: SimilarityMetric;
  /** Without it the category alone decides. */
  readonly compareMessages: boolean;
}

const WORDS = /[\p{L}\p{N}_]+/gu;

/** Whether two failures are of the same category and, where their messages can be compared, say nearly the same. */
export function isSameFailure(a: Failure, b: Failure, rule: SamenessRule): boolean {
  if (a.category !== b.category) return false;
  if (!rule.compareMessages) return true;
  const [one, other] = [normalise(a.message), normalise(b.message)];
  if (Math.min(one.length, other.length) < rule.minLength) return true;
  return likeness(one, other, rule.metric) >= rule.similarity;
}

/**
 * How alike two messages are once they are normalised, from 0 to 1. `sequence`: the share of characters that need not
 * be changed to make one of the other. `jaccard`: the share of words that both have, whatever their order. `normalise`
 * bounds what is compared.
 */
export const similarity = (a: string, b: string, metric: SimilarityMetric): number =>
  likeness(normalise(a), normalise(b), metric);

function likeness(a: string, b: string, metric: SimilarityMetric): number {
  if (a === b) return 1;
  switch (metric) {
    case 'sequence':
      return 1 - distance(a, b) / Math.max(a.length, b.length);
    case 'jaccard':
      return sharedWords(a, b);
    default:
      return unreachable(metric);
  }
}

function sharedWords(a: string, b: string): number {
  const [one, other] = [new Set(a.match(WORDS)), new Set(b.match(WORDS))];
  const all = one.union(other).size;
  return all === 0 ? 0 : one.intersection(other).size / all;
}
