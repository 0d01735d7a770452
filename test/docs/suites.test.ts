import { readFileSync } from 'node:fs';
import { type Node, parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';
import { placesOf } from '../house/syntax.ts';

/** What a source document wants to be tested, and the test that does it: by file and a part of its title. */
type Wanted = readonly (readonly [what: string, file: string, title: string])[];

const OF_PHASES: Wanted = [
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

const OF_TASKS: Wanted = [
  ['the number of tasks', 'cli/presets.test.ts', 'counts the tasks and goes from one to the next'],
  ['state transitions', 'engine/retry.test.ts', 'counts rounds for each task anew'],
  ['where it goes after a review', 'engine/retry.test.ts', 'allows five rounds, then halts'],
  [
    'three tasks with fresh sessions',
    'cli/presets.test.ts',
    'goes from one to the next with a fresh session',
  ],
];

it.each(OF_PHASES)(
  'all tests that are asked for are there, but those that need a real model: %s [001-39]',
  (_, file, title) => check(file, title),
);

it.each(OF_TASKS)(
  'all tests that are asked for tasks are there, but those that need a real model: %s [002-12]',
  (_, file, title) => check(file, title),
);

/** How a test, or all tests of a group, are left out. */
const LEFT_OUT = /^(?:x(?:it|test|describe)|skip|skipIf|runIf|todo|only)$/;

function check(file: string, title: string): void {
  const { program, errors } = parseSync(file, readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));
  expect(errors).toEqual([]);
  const nodes = placesOf(program).map(({ node }) => node);
  // A title may stand in a table, so it is enough that it is no comment.
  expect(nodes.flatMap(textOf).some(text => text.includes(title))).toBe(true);
  expect(nodes.filter(node => node.type === 'Identifier' && LEFT_OUT.test(node.name))).toEqual([]);
}

function textOf(node: Node): string[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  return node.type === 'TemplateLiteral' ? [node.quasis.map(({ value }) => value.cooked).join('')] : [];
}
