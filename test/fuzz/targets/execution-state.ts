import { readExecutionState } from '../../../src/view/record/execution-state.ts';
import { executionStateText, executionText } from '../../../src/view/record/execution-text.ts';
import { fold } from '../../run/fold.ts';
import { type Random, random } from '../random.ts';
import type { Target } from '../target.ts';
import { mutated } from '../text.ts';
import { mangled, parsed } from '../value.ts';
import { JOURNALS } from './journals.ts';

/** The file in which a run's record tells how far the run has come; anyone may have edited it. */
export const executionState: Target<string> = {
  make(seed) {
    const r = random(seed);
    const text = soundText(r);
    switch (r.below(4)) {
      case 0:
        return text;
      case 1:
        return mutated(text, TOKENS, r, 4);
      default:
        return JSON.stringify(mangled(parsed(text), r)) ?? '';
    }
  },
  judge(text) {
    const read = readExecutionState(text);
    if (!read.ok)
      return read.problem.length > 0 && read.problem.length < MAX_PROBLEM ? null : 'no short problem';
    const again = readExecutionState(executionText(read.state));
    return again.ok && JSON.stringify(again.state) === JSON.stringify(read.state)
      ? null
      : 'is read otherwise again';
  },
};

const MAX_PROBLEM = 2_000;

function soundText(r: Random): string {
  const journal = r.pick(JOURNALS);
  return executionStateText(fold(journal.slice(0, 1 + r.below(journal.length)))!);
}

const TOKENS = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ',',
  ':',
  'null',
  '-1',
  '1e999',
  '"__proto__":',
  '\0',
  '\uD800',
  '\uFEFF',
];
