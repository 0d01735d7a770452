import { takeRun } from '../../src/engine/conduct.ts';
import { openJournal } from '../../src/engine/journal.ts';
import { toMarkdown } from '../../src/plan/convert/to-markdown.ts';
import { EMPTY_PHASE, type Phase, type Plan } from '../../src/plan/model.ts';
import type { Entry } from '../../src/run/apply.ts';
import { readCommand } from '../../src/run/command.ts';
import type { Command, EditedPlan, RunEvent } from '../../src/run/event.ts';
import { askingAt, heldAt, isGated, phaseAt, planAt } from '../../src/run/queries.ts';
import type { RunState } from '../../src/run/state.ts';
import { type Chance, oneIn, oneOf } from './chance.ts';
import type { World } from './world.ts';

/** People who look on, ask for things and answer what they are asked. */

/** Requests at any moment, sensible or not. */
export async function persons(world: World): Promise<void> {
  const { chance, loop, scenario } = world;
  for (let left = scenario.weather.requests; left > 0; left -= 1) {
    await loop.sleep(chance.below(12) * 25);
    await ask(world, requestOf(chance, scenario.plan.phases.length));
  }
}

/** Those who care for the run act upon what they see, a little later. */
export function react(world: World, event: RunEvent): void {
  const { chance } = world;
  switch (event.type) {
    case 'phase_failed':
      if (oneIn(chance, 2)) later(world, [{ type: 'retry', phase: event.phase }]);
      break;
    case 'phase_started':
      if (oneIn(chance, 8)) later(world, [{ type: 'skip', phase: event.phase }]);
      break;
    case 'help_asked':
      if (oneIn(chance, 3)) later(world, [helpFor(chance, event.phase)]);
      break;
    case 'approval_asked':
      if (!oneIn(chance, 4)) later(world, [answerAbout(chance, event.phase)]);
      break;
  }
}

/** Answers a run that waits, a little later. */
export const reply = (world: World, state: RunState): void => later(world, answersTo(world, state));

const OPERATOR = { id: 'operator', host: 'here', pid: 0, startTime: '0' };

/** Answers a run that waits and that nobody drives: whoever drives it next finds the answers, or they are taken at once. */
export async function answer(
  world: World,
  state: RunState,
  onEntry: (entry: Entry, state: RunState) => void,
): Promise<void> {
  const { store, run, clock, chance, disk } = world;
  for (const command of answersTo(world, state)) await ask(world, command);
  if (oneIn(chance, 4)) return;
  disk.mend();
  const taken = await takeRun(store, run, OPERATOR, clock(0));
  if (!taken.ok) return;
  const posted = await store.commands(run, taken.loaded.state.commands);
  const journal = openJournal(taken.loaded, store, OPERATOR, () => clock(0), onEntry);
  await journal.take(
    posted.map(({ seq, data }) => ({ type: 'request', number: seq, command: readCommand(data) })),
  );
  await store.release(run, OPERATOR);
}

function later(world: World, commands: readonly Command[]): void {
  const { chance, loop } = world;
  void loop.sleep(chance.below(6) * 30).then(async () => {
    for (const command of commands) await ask(world, command);
  });
}

/** Whatever is answered, the run does not go on waiting for the same. */
function answersTo({ chance, scenario, lives }: World, state: RunState): Command[] {
  if (state.draft) return [aboutPlan(chance, scenario.plan)];
  return state.shape.phases.flatMap(({ id }, position): Command[] => {
    if (heldAt(state, position)) return [answerAbout(chance, id)];
    const asking = askingAt(state, position);
    // Nobody's patience is without end.
    if (asking && lives.length > PATIENCE) return [{ type: 'skip', phase: id }];
    if (asking?.proposal && oneIn(chance, 2)) return [answerAbout(chance, id)];
    if (asking && oneIn(chance, 4))
      return [{ type: 'edit', phase: id, plan: easier(planAt(state, position)) }];
    if (asking) return [helpFor(chance, id)];
    const isWaiting = isGated(state, position) && !phaseAt(state, position).approved;
    return isWaiting ? [{ type: 'approve', phase: id }] : [];
  });
}

/** After so many processes whoever is asked for help leaves the phase out. */
const PATIENCE = 6;

const helpFor = (chance: Chance, phase: string): Command =>
  oneOf<Command>(chance, [
    { type: 'retry', phase, message: 'Blue.' },
    { type: 'retry', phase },
    { type: 'skip', phase },
    { type: 'skip', phase, message: 'Not needed.' },
  ]);

/** What a person makes of a phase that does not get on. */
const easier = (phase: Phase): Phase => ({
  ...phase,
  title: `${phase.title}, but easier`,
  deliverables: [],
  subtasks: phase.subtasks.slice(0, 1),
});

const answerAbout = (chance: Chance, phase: string): Command =>
  oneIn(chance, 2) ? { type: 'reject', phase, message: 'not so' } : { type: 'approve', phase };

function aboutPlan(chance: Chance, plan: Plan): Command {
  switch (chance.below(6)) {
    case 4:
      return { type: 'reject', phase: null, message: 'more of it' };
    case 5:
      return { type: 'approve', phase: null, edited: editedOf(plan) };
    default:
      return { type: 'approve', phase: null };
  }
}

/** The plan without its last phase, for which no other one waits. */
function editedOf(plan: Plan): EditedPlan {
  const edited = { ...plan, phases: plan.phases.slice(0, Math.max(1, plan.phases.length - 1)) };
  return { text: toMarkdown(edited), plan: edited };
}

function requestOf(chance: Chance, phases: number): unknown {
  const phase = `p${chance.below(phases + 1)}`;
  return oneOf<unknown>(chance, [
    { type: 'approve', phase },
    { type: 'retry', phase },
    { type: 'skip', phase },
    { type: 'retry', phase },
    { type: 'approve', phase },
    { type: 'retry', phase },
    { type: 'reject', phase, message: 'no' },
    { type: 'pause' },
    { type: 'cancel' },
    { type: 'approve', phase: null },
    { type: 'reject', phase: null, message: 'no' },
    { type: 'skip' },
    { type: 'destroy', phase },
    { type: 'edit', phase, plan: { ...EMPTY_PHASE, id: phase, title: 'Something else' } },
    { type: 'edit', phase, plan: { title: 'No phase' } },
  ]);
}

async function ask({ store, run, clock, told }: World, command: unknown): Promise<void> {
  const data = JSON.stringify(command);
  told(`asked: ${data}`, null);
  const id = `request ${(await store.commands(run, 0)).length + 1}`;
  await store.post(run, { id, at: clock(0), data });
}
