import type { Review } from '../../src/run/answer.ts';
import type { Settings } from '../../src/run/settings.ts';
import type { Model, PhaseModel } from './model.ts';

/** What must have been shown of an attempt before it may land, told once more and in the plainest way. */

/** What is known of an attempt, as far as it must be known before it may land. */
export interface Proof {
  snapshot: string | null;
  changed: number;
  /** What the gates say, and how many reviewers that asks for; null before. */
  gates: { readonly severities: readonly string[]; readonly seats: number } | null;
  checks: boolean | null;
  votes: readonly Review[];
  /** By the number of a comment; null where nobody evaluated. */
  decisions: ReadonlyMap<number, string> | null;
  /** Whether a person was asked about its landing, and what was said. */
  asked: boolean;
  consent: boolean | null;
  /** True where the combination with what landed meanwhile passed; false before. Null where there is none. */
  combined: boolean | null;
  landed: string | null;
}

export const NO_PROOF: Proof = {
  snapshot: null,
  changed: 0,
  gates: null,
  checks: null,
  votes: [],
  decisions: null,
  asked: false,
  consent: null,
  combined: null,
  landed: null,
};

export const isAccepted = (model: Model, phase: PhaseModel): boolean => unaccepted(model, phase) === null;

/** Why an attempt may not land; null where it may. */
export function unaccepted(model: Model, phase: PhaseModel): string | null {
  const unfit = unconvincing(model, phase);
  if (unfit !== null) return unfit;
  return mustAsk(model, phase) && phase.proof.consent !== true ? 'no person let it through' : null;
}

/** Whether it is good enough, and waits for a person. */
export const isHeld = (model: Model, phase: PhaseModel): boolean =>
  phase.status === 'running' &&
  phase.proof.landed === null &&
  phase.proof.consent === null &&
  unconvincing(model, phase) === null &&
  mustAsk(model, phase);

const mustAsk = ({ created: { settings } }: Model, { proof }: PhaseModel): boolean =>
  settings.approve === 'landing' || proof.gates!.severities.includes('ask');

/** What is wrong with it, whatever a person says. */
export function unconvincing({ created: { settings } }: Model, { proof, plan }: PhaseModel): string | null {
  if (proof.snapshot === null) return 'nothing was kept of it';
  if (proof.changed === 0 && !settings.allowEmpty && !plan.allowEmpty) return 'it changed nothing';
  if (proof.gates === null) return 'nobody looked at what it changed';
  if (proof.gates.severities.includes('reject')) return 'the gates reject it';
  if (settings.checks.length > 0 && proof.checks !== true) return 'its checks did not pass';
  return settings.review.when === 'phase' ? unapproved(settings, proof, proof.gates.seats) : null;
}

/** More than half of the seats approve, or else the evaluator turns down every objection. */
function unapproved({ evaluate }: Settings, { votes, decisions }: Proof, seats: number): string | null {
  const [approving, refusing] = [true, false].map(side => votes.filter(({ approved }) => approved === side));
  const isApproved = approving!.length > seats / 2;
  if (!isApproved && refusing!.length < seats / 2) return 'not enough reviewers gave a verdict';
  const comments = commentsOf(isApproved ? votes : refusing!);
  const isSerious = comments.some(({ severity }) => severity === 'major' || severity === 'critical');
  const needsSorting = evaluate && comments.length > 0 && (!isApproved || isSerious);
  if (!needsSorting) return isApproved ? null : 'nobody approved it';
  if (decisions === null) return 'nobody sorted what the reviewers ask for';
  const wanted = comments.some(
    (_, index) => (decisions.get(index + 1) ?? (isApproved ? '' : 'IMPLEMENT')) === 'IMPLEMENT',
  );
  return wanted ? 'something is still to be done' : null;
}

const commentsOf = (votes: readonly Review[]): Review['comments'] =>
  votes.flatMap(({ comments }) => comments);
