/** Why something was decided: the rule that fired, and the figures that it looked at. */
export interface Why {
  readonly rule: Rule;
  readonly facts: Readonly<Record<string, Fact>>;
}
type Fact = string | number | boolean | null;

/** Every rule by which the ladder decides, with what it says. */
export const RULES = {
  'quota.wait': 'the quota is used up; its reset is waited for',
  'infra.wait': 'not the fault of the work: it is tried again after a while',
  'infra.exhausted': 'it was tried again as often as allowed',
  'infra.auth': 'without a person the agent gets no access',
  'retry.attempts': 'another attempt is left',
  'retry.landing': 'the work is done again on top of what landed meanwhile',
  'retry.exhausted': 'no attempt is left',
  'retry.landing_exhausted': 'it was sent back from landing as often as allowed',
  'retry.advice': 'the doctor says what to do differently',
  'retry.fix': 'the command that the doctor chose has run',
  'retry.revised': 'the phase is described anew',
  'retry.escalated': 'stronger models take over',
  'retry.provider': 'another provider takes over',
  'retry.own_error': 'the error was our own',
  'breaker.open': 'the provider failed too often in a short time',
  'provider.asks_to_wait': 'the provider says when it can be asked again',
  'provider.no_access': 'the provider grants no access; another one is asked',
  'provider.rolled_back': 'the doctor wants another provider',
  'doctor.failures': 'the phase has failed often enough to ask a doctor',
  'doctor.infra': 'a failure that is not the fault of the work is looked into at once',
  'doctor.unsure': 'the cheap doctor is not sure enough',
  'doctor.recalled': 'the same question was answered before',
  'doctor.gives_up': 'the doctor sees no way',
  'doctor.skips': 'the doctor wants to leave the phase out',
  'doctor.fix': 'the doctor chose a command that the settings allow',
  'replan.fatal': 'a failure of this kind is a flaw of the approach',
  'replan.same': 'the same failure again and again is a flaw of the approach',
  'replan.doctor': 'the doctor wants another approach',
  'replan.stuck': 'another approach has not been tried yet',
  'stuck.question': 'only a person can answer',
  'stuck.rounds': 'it has been stuck too often',
  'stuck.own_error': 'the error was our own',
  'stuck.budget': 'too little of the budget is left for all of it',
  'stuck.truncated': 'it is too large for one session, also in another description',
  'stuck.replan': 'another approach has not been tried yet',
  'stuck.escalate': 'stronger models have not been tried yet',
  'stuck.nothing_left': 'nothing is left to try',
  'scope.reduce': 'a smaller scope is worked out for a person to decide on',
  'scope.refused': 'a person does not want the smaller scope',
  'budget.phase': 'the budget of the phase is spent',
} as const;
export type Rule = keyof typeof RULES;

export const isRule = (word: string): word is Rule => Object.hasOwn(RULES, word);
