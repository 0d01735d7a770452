/** What a plan looks like. The example is one that `check` accepts. */
export const plansText =
  (): string => `A plan says what is to be built, in phases. A phase is what one agent session
does: it is checked, reviewed and lands as one commit. A README is not a plan.

A small one, as markdown:

${PLAN_EXAMPLE.replaceAll(/^(?=.)/gm, '    ')}
Try it: put that into plan.md, then
  phasewright check plan.md            what was understood, and what is wrong
  phasewright graph plan.md            what depends on what
  phasewright run plan.md --dry-run    what would be done, and in which order

Phases:
  Headings that name them: Phase 1, Task 2a, Step 3; or a table with the columns
  Phase and Depends On. The number is the id: Phase 2-A is 2a.

Dependencies:
  A line "Depends on: Phase 1, 2a", or "Blocked by". Phases that depend on
  nothing that is open run side by side. Without any, the order is that of the
  document.

Subtasks:
  Check boxes or deeper headings inside a phase are steps of it, in order.
  [test] and [impl] say what a step is for. Ticked ones are done already.

What must be so in the end:
  Files, Create and Modify name what the phase may touch; created ones must be
  there in the end. Check boxes under "Acceptance criteria" are what a reviewer
  looks for.

Other formats:
  Spec Kit tasks, task-master tasks.json, XML tasks, plain check lists, JSON and
  YAML. phasewright convert plan.md --to yaml shows a plan as data.

No plan yet? phasewright plan "What is to be built" has an architect write one.
`;

export const PLAN_EXAMPLE = `# Short links

Goal: a service that shortens links.

## Phase 1: Data model

- [ ] 1.1 Write tests for the store
- [ ] 1.2 Write the store

Create: \`src/store.js\`, \`test/store.test.js\`

## Phase 2: HTTP service

Depends on: Phase 1

Answers GET /CODE with a redirect to the link.
`;
