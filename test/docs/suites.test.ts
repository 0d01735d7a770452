import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** What the source documents want to be tested, and the test that does it: by file and a part of its title. */
const WANTED: readonly (readonly [what: string, file: string, title: string])[] = [
  ['phase dependency resolution', 'plan/graph/order.test.ts', 'puts every node after its dependencies'],
  ['retry logic', 'engine/attempt.test.ts', 'retries a failed session once with its error, then gives up'],
  ['state transitions', 'run/wire.test.ts', 'of statuses of phases are'],
  ['prompts hold paths', 'prompt/signpost.test.ts', 'holds the assignment, where things lie'],
  ['prompts hold the subtasks', 'prompt/signpost.test.ts', 'names only the subtasks of a session'],
  ['prompts hold what failed before', 'prompt/retry.test.ts', 'keeps the errors in full, and names the file'],
  [
    'summaries are markdown with git refs',
    'view/record/summary.test.ts',
    'says what was done, how it was judged and how to s',
  ],
  ['commands of summaries work', 'view/record/commands.test.ts', 'show the whole phase and each file'],
  ['the state is read back', 'view/record/execution-state.test.ts', 'is read back as what was written'],
  ['phases in the order of dependencies', 'engine/schedule.test.ts', 'starts a phase the moment its dep'],
  ['halt on the second failure', 'engine/attempt.test.ts', 'halts after the second rejection'],
  ['parallel phases', 'engine/schedule.test.ts', 'keeps as many sessions busy as it may'],
  ['states are never changed in place', 'run/pure.test.ts', 'never changes a state or an event'],
  ['a whole run with a mock driver', 'engine/lanes.test.ts', 'works on all subtasks of a phase side by side'],
  ['a whole run through the command line', 'cli/run.test.ts', 'carries a plan out, one commit for each'],
];

it.each(WANTED)('there is a test of what was asked for: %s [001-39]', (_, file, title) => {
  const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  // A title may stand in a table.
  const quoted = [...text.matchAll(/(['`])((?:(?!\1).)*)\1/g)].map(([, , found]) => found!);
  expect(quoted.some(found => found.includes(title))).toBe(true);
});
