import { elements } from '../../base/chunked.ts';
import { unreachable } from '../../base/unreachable.ts';
import { heldAt, isGatedNow, planAt } from '../../run/queries.ts';
import type { PhaseState, RunState } from '../../run/state.ts';
import { needsOf } from '../run/needs.ts';
import type { Step } from './model.ts';
import { shellWord } from './shell.ts';

/** Phases that are named one by one among what is left to do. */
const MAX_NAMED = 20;

/** What is left for a person to do, with the command that does it. */
export function nextOf(state: RunState): readonly Step[] {
  const run = shellWord(state.run);
  const resume: Step = { text: 'Go on with the run', command: `phasewright resume ${run}` };
  switch (state.status) {
    case 'completed':
      return [...taken(state), ...tidied(run)];
    case 'halted':
    case 'failed':
      return [...(state.draft ? aboutArchitect(run) : aboutFailed(state)), resume];
    case 'waiting':
      return [...awaited(state), resume];
    case 'paused':
      return [resume];
    case 'running':
      return [
        { text: 'See how far the run is', command: `phasewright status ${run}` },
        { text: 'If no process drives it any more, go on with it', command: resume.command },
      ];
    case 'cancelled':
      return [...kept(state), ...tidied(run)];
    default:
      return unreachable(state.status);
  }
}

function taken({ run, origin: { branch, place }, settings }: RunState): Step[] {
  if (settings.commit.mode === 'message-only') {
    const ref = `refs/phasewright/${run}/work`;
    return [{ text: 'Look at the work and its messages', command: `git log ${shellWord(ref)}` }];
  }
  if (place === 'here') return [{ text: `The commits are on ${branch}`, command: null }];
  return [{ text: 'Take over the work', command: `git merge ${shellWord(branch)}` }];
}

const kept = ({ phases, origin: { branch } }: RunState): Step[] =>
  elements(phases).some(({ standing }) => standing.status === 'completed')
    ? [{ text: `What landed is kept on ${branch}`, command: null }]
    : [];

const tidied = (run: string): Step[] => [
  { text: 'Forget the run and all that it left but its branch', command: `phasewright clean ${run}` },
];

const aboutArchitect = (run: string): Step[] => [
  { text: 'See what the architect said', command: `phasewright logs ${run} --agents` },
];

function aboutFailed(state: RunState): Step[] {
  const run = shellWord(state.run);
  return named(state, ({ standing }) => standing.status === 'failed').flatMap(id => [
    { text: `See why ${id} failed`, command: `phasewright why ${run} ${shellWord(id)}` },
    omission(run, id),
  ]);
}

/** Phases whose attempt waits before it lands, then phases that are gated and could start. */
function awaited(state: RunState): Step[] {
  const run = shellWord(state.run);
  if (state.draft?.step === 'ready')
    return [{ text: 'Approve the plan', command: `phasewright approve ${run}` }];
  const helped = needsOf(state)
    .slice(0, MAX_NAMED)
    .flatMap(({ phase, need, commands }) => [
      { text: `${phase} needs a person: ${need}`, command: null },
      ...commands.map(command => ({ text: NEXT[command.split(' ')[1]!] ?? 'Or', command })),
    ]);
  const ready = new Set(state.ready);
  const held = named(state, (_, position) => heldAt(state, position) !== null);
  const gated = named(
    state,
    ({ standing }, position) =>
      standing.status === 'pending' && ready.has(position) && isGatedNow(state, position),
  );
  return [
    ...helped,
    ...held.map(id => approval(run, id)),
    ...gated.flatMap(id => [approval(run, id), omission(run, id)]),
  ];
}

const approval = (run: string, id: string): Step => ({
  text: `Let ${id} go on`,
  command: `phasewright approve ${run} ${shellWord(id)}`,
});

const omission = (run: string, id: string): Step => ({
  text: `Or leave ${id} out`,
  command: `phasewright skip ${run} ${shellWord(id)}`,
});

/** What a command does for a phase that needs a person. */
const NEXT: Readonly<Record<string, string>> = {
  approve: 'Accept the smaller scope',
  reject: 'Or give the phase up',
  retry: 'Try it again',
  edit: 'Or change what it is',
  skip: 'Or leave it out',
};

const named = (
  state: RunState,
  isMeant: (phase: PhaseState, position: number) => boolean,
): readonly string[] =>
  elements(state.phases)
    .flatMap((phase, position) => (isMeant(phase, position) ? [planAt(state, position).id] : []))
    .slice(0, MAX_NAMED);
