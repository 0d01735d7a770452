import { unreachable } from '../base/unreachable.ts';
import { toMarkdown } from '../plan/convert/to-markdown.ts';
import type { TddSetting } from '../plan/options.ts';
import { ANSWER_TOOL, type AnswerForm } from './brief.ts';
import { examplePlan } from './example-plan.ts';
import { code, listed } from './foreign.ts';

/** What every plan has to be, for those who write one and those who revise one. */
export interface PlanningWords {
  readonly phases: string;
  readonly tests: string;
  readonly format: string;
  readonly answer: string;
}

export const planningWords = (
  tdd: TddSetting,
  checks: readonly string[],
  form: AnswerForm,
): PlanningWords => ({
  phases: `${PHASES}${checkWords(checks)}`,
  tests: testWords(tdd),
  format: `${FORMAT}\n\n${exampleFence}markdown\n${exampleText(tdd)}${exampleFence}`,
  answer: answer(form),
});

const PHASES = `How to divide the work:
- A phase is done by one agent in one session, checked, reviewed and landed as one commit. It starts with nothing but your plan and the repository, so say in the phase what it needs to know: names, signatures, formats, decisions.
- Make a phase as large as what one session does well: a few files, up to five subtasks. Split what is larger, join what is trivial.
- State for each phase the files that it touches, the deliverables (paths that must exist afterwards) and criteria that somebody else can check without asking you.
- A phase depends on those whose work it needs, and on no others. Phases that do not depend on each other run side by side, so their files must be disjoint; give shared files, such as an index or a manifest, to one phase of their own.
- After each phase the repository is in a state that works, but for tests that wait for their implementation.`;

/** Checks that are named one by one. */
const MAX_CHECKS = 50;

const checkWords = (checks: readonly string[]): string =>
  checks.length > 0
    ? `\n- After each phase these commands are run, and it lands only if they pass; no phase has to ask for that:\n${listed(checks.map(code), MAX_CHECKS, 'the settings of the run').replaceAll(/^/gm, '  ')}`
    : '';

function testWords(tdd: TddSetting): string {
  switch (tdd) {
    case 'off':
      return 'Say for each phase how its result is verified, and which tests it adds.';
    case 'warn':
    case 'enforce':
      return `Tests come before the code that they test:
- For each piece of new behaviour there is a subtask of type \`test\` that writes tests which load and fail, for the code is not there yet.
- The subtask of type \`impl\` that makes them pass depends on it, directly or through others${tdd === 'enforce' ? '; a plan in which one does not is refused' : ''}. It writes no more than the tests and the criteria ask for.
- A subtask of type \`refactor\` may follow, which cleans up while the tests stay as they are and pass.
- Give the \`test\` subtask a phase of its own before the phase of its \`impl\`: then it is verified that the tests fail first. Small pieces may have both in one phase, the \`test\` first. What needs no tests, such as documentation, has no type.`;
    default:
      return unreachable(tdd);
  }
}

const FORMAT = `Write the plan in exactly this form; every line that has no place in it is an error:
- It begins with \`---\`, \`phasewright: 1\`, \`---\`, then \`# Title\` and \`**Goal:** …\` on one line.
- \`## Phase <id>: <title>\` for each phase. Ids are unique, of letters, digits, \`.\`, \`-\` and \`_\`.
- Below it, as list items with a single dash, where there is something to say: \`Depends on\`, \`Parallel with\`, \`Estimate\` (a number), \`Files\`, \`Deliverables\` (paths in backticks, with commas between).
- All other text of a phase is quoted: each line of it begins with \`> \`.
- \`### Subtasks\`: items \`- [ ] <id> (<type>): <title>\`, with \`Depends on\` and \`Files\` indented by two blanks below, and text quoted there. \`### Acceptance\`: a criterion for each item.

An example, for another task:`;

/** Longer than any fence inside of a plan is likely to be. */
const exampleFence = '`````';

/** The overview only repeats what the sections say, and would have to agree with them: it is left out. */
const exampleText = (tdd: TddSetting): string =>
  toMarkdown(examplePlan(tdd))
    .split('\n')
    .filter(line => !line.startsWith('|'))
    .filter((line, i, lines) => line !== '' || lines[i - 1] !== '')
    .join('\n');

const answer = (form: AnswerForm): string =>
  form === 'text'
    ? `End your last message with the whole plan in one fenced \`markdown\` block, between lines of five backticks, and write nothing after it.`
    : `${form === 'tool' ? `At the end call the tool \`${ANSWER_TOOL}\`` : 'Answer'} with one object: {"plan": "the whole plan as markdown"}.`;
