import { grouped } from '../../base/counted.ts';
import { NOTHING_SPENT, spend, spendPart, toldTokens, type Usage, withoutPart } from '../../run/usage.ts';
import type { Spent } from './model.ts';

export const NOTHING: Spent = { ...NOTHING_SPENT, sessions: 0, untold: 0, lost: 0, open: 0 };

/** A session that ended. `part` of what it spent was counted while it went on. */
export function withUsage(spent: Spent, usage: Usage, part: Usage | null = null): Spent {
  return {
    ...spent,
    ...spend(spent, part ? withoutPart(usage, part) : usage),
    sessions: spent.sessions + 1,
    untold: spent.untold + (toldTokens(usage) ? 0 : 1),
  };
}

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

/** A session under way, of which only the beginning is known, too. */
export const withOpen = (spent: Spent): Spent => ({
  ...spent,
  sessions: spent.sessions + 1,
  open: spent.open + 1,
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
      untold: sum.untold + part.untold,
      lost: sum.lost + part.lost,
      open: sum.open + part.open,
    }),
    NOTHING,
  );

/** What was told, and apart from it what is estimated. A price that is not known makes the sum a lower bound. */
export function costWords({ sessions, costUsd, estimatedUsd, unpriced, lost, open }: Spent): string {
  if (sessions === 0) return 'none';
  const untold = unpriced + lost + open;
  const guess = estimatedUsd > 0 ? `≈ ${dollars(estimatedUsd)} estimated` : '';
  if (untold > 0 && costUsd === 0 && guess === '') return 'unknown';
  const known = costUsd > 0 || guess === '' ? dollars(costUsd) : '';
  return `${untold > 0 ? 'at least ' : ''}${[known, guess].filter(Boolean).join(' and ')}`;
}

/** The same in few characters, and what to call it. */
export function costFigure(spent: Spent): readonly [figure: string, label: string] {
  const { costUsd, estimatedUsd } = spent;
  const words = costWords(spent);
  const isPart = words.startsWith('at least ');
  const figure = estimatedUsd > 0 ? `≈ ${dollars(costUsd + estimatedUsd)}` : words.replace('at least ', '');
  const remarks = [
    ...(isPart ? ['some is unknown'] : []),
    ...(estimatedUsd > 0 ? [`${dollars(estimatedUsd)} of it estimated`] : []),
  ];
  return [`${isPart ? '≥ ' : ''}${figure}`, ['cost', ...remarks].join('; ')];
}

/** Whether more tokens were spent than is known. */
export const isLeast = ({ untold, lost, open }: Spent): boolean => untold + lost + open > 0;

/** `1,200 in, 300 out`; agents that tell no figures leave them unknown, and make a sum a lower bound. */
export function tokenWords(spent: Spent): string {
  const { sessions, inputTokens, outputTokens } = spent;
  if (sessions === 0) return 'none';
  if (inputTokens === 0 && outputTokens === 0) return 'unknown';
  const figures = `${grouped(inputTokens)} in, ${grouped(outputTokens)} out`;
  return isLeast(spent) ? `at least ${figures}` : figures;
}

/** Cents are not enough for small sessions. */
function dollars(usd: number): string {
  if (usd > 0 && usd < 0.01) return `$${usd.toFixed(4)}`;
  const [whole, cents] = usd.toFixed(2).split('.');
  return `$${grouped(Number(whole))}.${cents}`;
}
