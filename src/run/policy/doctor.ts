import { digest } from '../../base/digest.ts';
import type { Advice } from '../answer.ts';
import { type Failure, type FailureCategory, isInfra } from '../failure.ts';
import type { Strength } from '../ladder-event.ts';
import { normalise } from './failure/normalise.ts';
import type { Recovery } from './settings.ts';

type DoctorSettings = Recovery['doctor'];

/** How often doctors were asked. */
export interface Calls {
  readonly inPhase: number;
  readonly inRun: number;
  readonly strongInRun: number;
  readonly infraInRun: number;
}

/** Whether a doctor is to be asked: from so many failed attempts on, and at once where it was not the work's fault. */
export function isDoctorDue(
  failure: Failure,
  failures: number,
  calls: Calls,
  settings: DoctorSettings,
): boolean {
  if (!settings.enabled || calls.inPhase >= settings.perPhase || calls.inRun >= settings.perRun) return false;
  if (!isInfra(failure)) return failures >= settings.afterFailures;
  return settings.infra.includes(failure.category) && calls.infraInRun < settings.infraPerRun;
}

/** What tells how serious the matter is. */
export interface Gravity {
  readonly category: FailureCategory;
  /** Different categories among the phase's failures. */
  readonly categories: number;
  readonly attempts: number;
  /** The used share of the budget that is nearest to its end. */
  readonly budgetUsed: number;
}

export type Complication = 'risk' | 'categories' | 'attempts' | 'budget';

/** The first reason to ask the strong model at once; null where there is none. */
export function complicationOf(gravity: Gravity, settings: DoctorSettings): Complication | null {
  if (settings.highRisk.includes(gravity.category)) return 'risk';
  if (gravity.categories >= settings.manyCategories) return 'categories';
  if (gravity.attempts >= settings.manyAttempts) return 'attempts';
  return gravity.budgetUsed >= settings.nearLimit ? 'budget' : null;
}

export const strengthFor = (gravity: Gravity, { strongInRun }: Calls, settings: DoctorSettings): Strength =>
  complicationOf(gravity, settings) !== null && strongInRun < settings.strongPerRun ? 'strong' : 'cheap';

/** Whether the strong model is asked, too, because the cheap one is not sure. */
export const wantsSecondOpinion = (
  strength: Strength,
  { confidence }: Advice,
  failure: Failure,
  calls: Calls,
  askedAgain: number,
  settings: DoctorSettings,
): boolean =>
  strength === 'cheap' &&
  confidence < settings.minConfidence &&
  !settings.lowRisk.includes(failure.category) &&
  askedAgain < settings.strongAgainPerPhase &&
  calls.strongInRun < settings.strongPerRun &&
  calls.inPhase < settings.perPhase &&
  calls.inRun < settings.perRun &&
  (!isInfra(failure) || calls.infraInRun < settings.infraPerRun);

/** The same for failures that are the same but for places, numbers and times. */
export const questionOf = ({ category, message }: Failure): string =>
  `${category}:${digest(normalise(message))}`;

/**
 * Whether an answer to the same question, of another phase, can stand for a new one. Only a hint can: what is to be left
 * out, given up or planned anew is that phase's own affair. A message that says too little asks too much.
 */
export const isReusable = (advice: Advice, failure: Failure, { doctor, similarity }: Recovery): boolean =>
  advice.action === 'retry_with_fix' &&
  advice.confidence >= doctor.minConfidence &&
  normalise(failure.message).length >= similarity.minLength;
