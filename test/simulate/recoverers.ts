import type { Phase } from '../../src/plan/model.ts';
import { type Answered, isBusy } from './answers.ts';
import { type Chance, oneIn, oneOf } from './chance.ts';
import { FIX, REDUCE } from './recovery.ts';
import { CRITERIA } from './scenario.ts';

/** What simulated doctors and replanners answer: something right, something useless, or nothing that can be read. */

/** The first one is what most doctors say: it is the one that is remembered for other phases. */
const HINT = { action: 'retry_with_fix', confidence: 0.9, diagnosis: 'a slip', hint: 'Mind the step.' };

const ADVICE: readonly unknown[] = [
  HINT,
  HINT,
  HINT,
  HINT,
  { action: 'retry_with_fix', confidence: 0.4, diagnosis: 'perhaps a slip' },
  { action: 'replan', confidence: 0.8, diagnosis: 'the wrong way' },
  { action: 'rollback_provider', confidence: 0.9, diagnosis: 'it does not understand', hint: 'Read on.' },
  { action: 'execute_fix', confidence: 0.9, diagnosis: 'nothing is installed', command: FIX },
  { action: 'execute_fix', confidence: 0.9, diagnosis: 'it is in the way', command: 'rm -rf .' },
  { action: 'skip_phase', confidence: 0.9, diagnosis: 'nobody needs it' },
  { action: 'replan', confidence: 0.2 },
  { action: 'fatal_error', confidence: 0.9, diagnosis: 'it cannot be done' },
  { action: 'pray', confidence: 1 },
  { action: 'retry_with_fix', confidence: 2 },
  'drink more water',
  null,
];

export function doctored(chance: Chance, now: number): Answered {
  if (oneIn(chance, 8)) return isBusy(chance, now);
  return { status: 'completed', answer: oneOf(chance, ADVICE) };
}

/** `phase` is how the plan has it. */
export function replanned(prompt: string, phase: Phase, chance: Chance, now: number): Answered {
  if (oneIn(chance, 8)) return isBusy(chance, now);
  const answers = prompt.includes(REDUCE) ? reductions(phase) : revisions(phase, chance);
  return { status: 'completed', answer: oneOf(chance, answers) };
}

function revisions({ subtasks, deliverables }: Phase, chance: Chance): unknown[] {
  const type = subtasks[0]?.type ?? 'task';
  const steps = ['This', 'That', 'The rest'].slice(0, 1 + chance.below(3));
  return [
    { reason: 'it is easier', description: 'Another way.' },
    { reason: 'step by step', subtasks: steps.map(title => ({ title, type })) },
    {
      reason: 'more of it',
      deliverables: [...deliverables, 'README.md'],
      criteria: [...CRITERIA, 'it is told'],
    },
    { reason: 'less is more', deliverables: [], criteria: [] },
    { reason: 'as it was' },
    { reason: 'out of here', files: ['../../etc/passwd'] },
    'just do it',
  ];
}

const reductions = ({ id }: Phase): unknown[] => [
  { reason: 'no time', dropped: [{ what: 'it is quick', reason: 'it takes long' }] },
  { reason: 'no room', dropped: [{ what: `${id}.txt`, reason: 'too large' }] },
  { reason: 'nothing at all', dropped: CRITERIA.map(what => ({ what, reason: '' })) },
  { reason: 'all of it', dropped: [] },
  undefined,
];
