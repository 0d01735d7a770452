/**
 * Why an attempt, a session or an operation came to nothing. `infra.*` is never the phase's fault and spends no
 * attempt.
 */
export const FAILURE_CATEGORIES = [
  'infra.rate_limit',
  'infra.quota',
  'infra.overload',
  'infra.network',
  'infra.auth',
  'infra.crash',
  'infra.timeout',
  'infra.disk',
  'infra.git',
  'infra.setup',
  'checks',
  'tests',
  'lint',
  'build',
  'import',
  'logic',
  'deliverables',
  'scope',
  'no_change',
  'review',
  'landing_conflict',
  'overlap',
  'truncated',
  'refused',
  'wrong_tech_stack',
  'schema_mismatch',
  'api_contract_wrong',
  'agent_error',
  'budget',
] as const;
export type FailureCategory = (typeof FAILURE_CATEGORIES)[number];

export interface Failure {
  readonly category: FailureCategory;
  readonly message: string;
  /** The moment, in milliseconds since 1970, before which trying again is of no use, where the agent told it. */
  readonly retryAt?: number;
  /** What only a person can answer, where the developer asks something. */
  readonly question?: string;
  /** A person sent the work back. */
  readonly byPerson?: true;
}

export const isInfra = ({ category }: Failure): boolean => category.startsWith('infra.');

/** Whoever could not be asked will be there again. */
const PASSING: readonly FailureCategory[] = [
  'infra.rate_limit',
  'infra.quota',
  'infra.overload',
  'infra.network',
];

/** Whether it is enough to wait. */
export const isPassing = ({ category }: Failure): boolean => PASSING.includes(category);

/** Whether it tells something about the work: not what is around it failed, nor was the attempt merely stopped. */
export const isAboutWork = (failure: Failure): boolean => !isInfra(failure) && failure.category !== 'budget';

export const isFailureCategory = (word: string): word is FailureCategory =>
  (FAILURE_CATEGORIES as readonly string[]).includes(word);
