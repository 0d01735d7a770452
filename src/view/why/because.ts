import { shortTime } from '../../base/amounts.ts';
import { counted } from '../../base/counted.ts';
import { RULES, type Rule, type Why } from '../../run/policy/why.ts';
import type { Settings } from '../../run/settings.ts';

/** The rule by which something was decided, with the figures that it looked at. Holds foreign text. */
export function because({ rule, facts }: Why, settings: Settings): string {
  const figures = FIGURES[rule](facts, settings).filter(Boolean).join(', ');
  return figures === '' ? RULES[rule] : `${RULES[rule]} (${figures})`;
}

type Facts = Why['facts'];

/** Figures as phrases; empty where the journal has none. */
type Figures = (facts: Facts, settings: Settings) => readonly string[];

const none: Figures = () => [];

/** How much was used of something before this decision. */
const usedOf =
  (one: string, many = `${one}s`): Figures =>
  facts => [
    both(facts, 'used', 'allowed', (used, allowed) => `${used} of ${counted(allowed, one, many)} used`),
  ];

const attempts: Figures = facts => [
  both(facts, 'attempt', 'allowed', (attempt, allowed) => `${attempt} of ${counted(allowed, 'attempt')}`),
];

const sureness: Figures = facts => [one(facts, 'confidence', confidence => `${percent(confidence)} sure`)];

const rounds: Figures = (facts, { recovery }) => [
  one(facts, 'rounds', before => `${before} of ${counted(recovery.stuck.maxRounds, 'round')} used`),
];

const share: Figures = facts => [one(facts, 'budgetLeft', left => `${percent(left)} of a budget left`)];

const failure: Figures = facts => [word(facts, 'category'), word(facts, 'message')];

const FIGURES: Readonly<Record<Rule, Figures>> = {
  'quota.wait': usedOf('wait'),
  'infra.wait': usedOf('retry', 'retries'),
  'infra.exhausted': usedOf('retry', 'retries'),
  'infra.auth': none,
  'retry.attempts': attempts,
  'retry.landing': usedOf('landing'),
  'retry.exhausted': attempts,
  'retry.landing_exhausted': usedOf('landing'),
  'retry.advice': sureness,
  'retry.fix': none,
  'retry.revised': none,
  'retry.escalated': none,
  'retry.provider': facts => [word(facts, 'provider', 'instead of ')],
  'retry.own_error': rounds,
  'breaker.open': facts => [
    both(facts, 'failures', 'windowMs', (count, ms) => `${counted(count, 'failure')} in ${shortTime(ms)}`),
    one(facts, 'limit', limit => `${limit} are enough`),
  ],
  'provider.asks_to_wait': failure,
  'provider.no_access': failure,
  'provider.rolled_back': facts => [word(facts, 'phase', 'for phase '), word(facts, 'others', 'others: ')],
  'doctor.failures': asked,
  'doctor.infra': asked,
  'doctor.unsure': facts => [
    both(
      facts,
      'confidence',
      'minConfidence',
      (is, least) => `${percent(is)} sure, ${percent(least)} are wanted`,
    ),
  ],
  'doctor.recalled': facts => [word(facts, 'from', 'for phase ')],
  'doctor.gives_up': sureness,
  'doctor.skips': (facts, settings) => [
    word(facts, 'policy', 'the setting is '),
    facts.optional === false ? 'the plan does not call the phase optional' : '',
    ...sureness(facts, settings),
  ],
  'doctor.fix': usedOf('command'),
  'replan.fatal': facts => [word(facts, 'category')],
  'replan.same': (facts, { recovery }) => [
    word(facts, 'category'),
    one(facts, 'same', same => `${counted(same, 'time')} in a row, ${recovery.replan.afterSame} are enough`),
  ],
  'replan.doctor': sureness,
  'replan.stuck': facts => [word(facts, 'category')],
  'stuck.question': none,
  'stuck.rounds': rounds,
  'stuck.own_error': rounds,
  'stuck.budget': predicament,
  'stuck.truncated': predicament,
  'stuck.replan': predicament,
  'stuck.escalate': predicament,
  'stuck.nothing_left': predicament,
  'scope.reduce': share,
  'scope.refused': none,
  'budget.phase': none,
};

/** How often doctors were asked before, and why it is the strong one. */
function asked(facts: Facts, { recovery: { doctor } }: Settings): readonly string[] {
  return [
    one(facts, 'attempts', failed => counted(failed, 'failed attempt')),
    one(facts, 'inPhase', calls => `asked ${calls} of ${counted(doctor.perPhase, 'time')} in the phase`),
    one(facts, 'inRun', calls => `${calls} of ${doctor.perRun} in the run`),
    complication(facts),
  ];
}

/** What makes the matter serious. */
function complication(facts: Facts): string {
  switch (facts.complication) {
    case 'risk':
      return word(facts, 'category', 'failures of this kind are risky: ');
    case 'categories':
      return one(facts, 'categories', kinds => `${kinds} kinds of failures`);
    case 'attempts':
      return 'it has failed often';
    case 'budget':
      return one(facts, 'budgetUsed', used => `${percent(used)} of a budget used`);
    default:
      return '';
  }
}

function predicament(facts: Facts, settings: Settings): readonly string[] {
  const { recovery } = settings;
  return [
    ...rounds(facts, settings),
    ...share(facts, settings),
    facts.replanned === true && recovery.replan.perPhase > 0
      ? 'another description was asked for before'
      : '',
    facts.escalated === true ? 'stronger models tried' : '',
    facts.truncated === true ? 'the last session ended before it was done' : '',
  ];
}

const one = (facts: Facts, name: string, words: (figure: number) => string): string => {
  const figure = facts[name];
  return typeof figure === 'number' ? words(figure) : '';
};

const both = (facts: Facts, a: string, b: string, words: (first: number, second: number) => string): string =>
  one(facts, a, first => one(facts, b, second => words(first, second)));

/** Longest word of a stranger among the figures, in characters. */
const MAX_WORD = 200;

const word = (facts: Facts, name: string, before = ''): string => {
  const text = facts[name];
  if (typeof text !== 'string' || text.trim() === '') return '';
  const [line = ''] = text.trim().split('\n', 1);
  return `${before}${line.length > MAX_WORD ? `${line.slice(0, MAX_WORD).toWellFormed()}…` : line}`;
};

export const percent = (part: number): string => `${Math.round(part * 100)} %`;
