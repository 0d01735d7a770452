import { grouped } from '../../base/counted.ts';
import { NOTHING_SPENT, spend, spendPart, type Usage } from '../../run/usage.ts';
import type { Spent } from './model.ts';

export const NOTHING: Spent = { ...NOTHING_SPENT, sessions: 0, lost: 0 };

export const withUsage = (spent: Spent, usage: Usage): Spent => ({
  ...spend(spent, usage),
  sessions: spent.sessions + 1,
  lost: spent.lost,
});

/** What a session under way has told of its spending. */
export const withPart = (spent: Spent, usage: Usage): Spent => ({
  ...spent,
  ...spendPart(spent, usage),
});

/** A session of which only the beginning is known. */
export const withLost = (spent: Spent): Spent => ({
  ...spent,
  sessions: spent.sessions + 1,
  lost: spent.lost + 1,
});

export const together = (parts: readonly Spent[]): Spent =>
  parts.reduce(
    (sum, part) => ({
      sessions: sum.sessions + part.sessions,
      inputTokens: sum.inputTokens + part.inputTokens,
      outputTokens: sum.outputTokens + part.outputTokens,
      costUsd: sum.costUsd + part.costUsd,
      estimatedUsd: sum.estimatedUsd + part.estimatedUsd,
      unpriced: sum.unpriced + part.unpriced,
      lost: sum.lost + part.lost,
    }),
    NOTHING,
  );

/** What was told, and apart from it what is estimated. A price that is not known makes the sum a lower bound. */
export function costWords({ sessions, costUsd, estimatedUsd, unpriced, lost }: Spent): string {
  if (sessions === 0) return 'none';
  const untold = unpriced + lost;
  const guess = estimatedUsd > 0 ? `≈ ${dollars(estimatedUsd)} estimated` : '';
  if (untold > 0 && costUsd === 0 && guess === '') return 'unknown';
  const known = costUsd > 0 || guess === '' ? dollars(costUsd) : '';
  return `${untold > 0 ? 'at least ' : ''}${[known, guess].filter(Boolean).join(' and ')}`;
}

/** The same in few characters, and what to call it. */
export function costFigure(spent: Spent): readonly [figure: string, label: string] {
  const { costUsd, estimatedUsd } = spent;
  const words = costWords(spent);
  const isLeast = words.startsWith('at least ');
  const figure = estimatedUsd > 0 ? `≈ ${dollars(costUsd + estimatedUsd)}` : words.replace('at least ', '');
  const remarks = [
    ...(isLeast ? ['some is unknown'] : []),
    ...(estimatedUsd > 0 ? [`${dollars(estimatedUsd)} of it estimated`] : []),
  ];
  return [`${isLeast ? '≥ ' : ''}${figure}`, ['cost', ...remarks].join('; ')];
}

/** `1,200 in, 300 out`; agents that tell no figures leave them unknown. */
export function tokenWords({ sessions, inputTokens, outputTokens, lost }: Spent): string {
  if (sessions === 0) return 'none';
  if (inputTokens === 0 && outputTokens === 0) return 'unknown';
  const figures = `${grouped(inputTokens)} in, ${grouped(outputTokens)} out`;
  return lost > 0 ? `at least ${figures}` : figures;
}

/** Cents are not enough for small sessions. */
function dollars(usd: number): string {
  if (usd > 0 && usd < 0.01) return `$${usd.toFixed(4)}`;
  const [whole, cents] = usd.toFixed(2).split('.');
  return `$${grouped(Number(whole))}.${cents}`;
}
