import type { Rule } from './why.ts';

/** What can be done about a phase for which all that is cheaper is used up. */
export const STUCK_DECISIONS = [
  'REPLAN',
  'ESCALATE_MODEL',
  'REDUCE_SCOPE',
  'BLOCKED_NEEDS_HUMAN',
  'STOP',
  'CONTINUE',
] as const;
export type StuckDecision = (typeof STUCK_DECISIONS)[number];

/** What the decision looks at. */
export interface Predicament {
  /** The developer asks something, finds nothing to do, or only a person can remove what is in the way. */
  readonly needsPerson: boolean;
  /** How often the phase was stuck before, since a person last stepped in. */
  readonly rounds: number;
  readonly maxRounds: number;
  /** What failed was done by us, not by an agent. */
  readonly ownError: boolean;
  /** The smallest share of any budget that is left, from 0 to 1. */
  readonly budgetLeft: number;
  readonly reduceBelow: number;
  readonly escalateAbove: number;
  /** Whether a smaller scope may be proposed, and there is something to leave out. */
  readonly canReduce: boolean;
  /** Whether another description has been tried as often as allowed, and may be tried. */
  readonly replanned: boolean;
  readonly canReplan: boolean;
  readonly escalated: boolean;
  /** Whether there is a stronger model that may be used. */
  readonly canEscalate: boolean;
  /** The last session ended before it was done. */
  readonly truncated: boolean;
}

interface Row {
  readonly rule: Rule;
  readonly when: (predicament: Predicament) => boolean;
  readonly decision: StuckDecision;
}

/** The first row that fits decides. */
export const STUCK_TABLE: readonly Row[] = [
  { rule: 'stuck.question', when: p => p.needsPerson, decision: 'BLOCKED_NEEDS_HUMAN' },
  { rule: 'stuck.rounds', when: p => p.rounds >= p.maxRounds, decision: 'STOP' },
  { rule: 'stuck.own_error', when: p => p.ownError, decision: 'CONTINUE' },
  { rule: 'stuck.budget', when: p => p.budgetLeft < p.reduceBelow && p.canReduce, decision: 'REDUCE_SCOPE' },
  { rule: 'stuck.budget', when: p => p.budgetLeft < p.reduceBelow, decision: 'STOP' },
  { rule: 'stuck.replan', when: p => !p.replanned && p.canReplan, decision: 'REPLAN' },
  {
    rule: 'stuck.escalate',
    when: p => !p.escalated && p.canEscalate && p.budgetLeft > p.escalateAbove,
    decision: 'ESCALATE_MODEL',
  },
  { rule: 'stuck.truncated', when: p => p.truncated && p.canReduce, decision: 'REDUCE_SCOPE' },
  { rule: 'stuck.nothing_left', when: () => true, decision: 'STOP' },
];

export function decideStuck(predicament: Predicament): { decision: StuckDecision; rule: Rule } {
  const { decision, rule } = STUCK_TABLE.find(({ when }) => when(predicament))!;
  return { decision, rule };
}
