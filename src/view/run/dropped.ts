import type { Phase } from '../../plan/model.ts';
import { mustsOf } from '../../run/policy/revision.ts';
import type { Proposal } from '../../run/step.ts';

/** Of what a smaller scope leaves out, what a person has to acknowledge one by one. */
export function droppedMusts(phase: Phase, { dropped }: Proposal): readonly string[] {
  const musts = new Set(mustsOf(phase));
  return dropped.map(({ what }) => what).filter(what => musts.has(what));
}
