import { elements } from '../../base/chunked.ts';
import { printable } from '../../base/printable.ts';
import { heldAt, isGatedNow, planAt } from '../../run/queries.ts';
import type { RunState } from '../../run/state.ts';
import type { Style } from '../style.ts';
import { duration } from '../time.ts';
import { knownFailures, knownWords } from './known.ts';
import { needLines, needsOf } from './needs.ts';

/**
 * How a run ended and what can be done next, when the command that drove it ends. What was asked of the run after
 * `endedAt` is no part of its time.
 */
export function summaryText(state: RunState, style: Style, endedAt: number = state.now): string {
  const phases = elements(state.phases);
  const named = (status: string): string[] =>
    phases.flatMap(({ standing }, position) =>
      standing.status === status ? [printable(planAt(state, position).id)] : [],
    );
  const done = named('completed').length;
  const took = duration(endedAt - state.createdAt);
  // Whoever drove it is gone.
  const how = state.status === 'running' ? 'interrupted' : state.status;
  const head = state.draft
    ? `run ${state.run} ${how}: no approved plan yet, after ${took}`
    : `run ${state.run} ${how}: ${done} of ${phases.length} phases landed in ${took}`;
  const colour = state.status === 'completed' ? style.green : style.yellow;
  return [
    colour(head),
    ...list('skipped', named('skipped')),
    ...list('failed', named('failed')),
    ...list('blocked', named('blocked')),
    ...knownFailures(state).map(known => style.yellow(knownWords(known))),
    ...next(state),
    '',
  ].join('\n');
}

const list = (word: string, ids: readonly string[]): string[] =>
  ids.length > 0 ? [`${word}: ${ids.join(', ')}`] : [];

/** What a person can say now, and to what. A run that a process stays with goes on by itself. */
export function answersTo(state: RunState, isDriven: boolean): string[] {
  const { run, draft, phases } = state;
  const held = elements(phases).flatMap((_, position) => {
    const reasons = heldAt(state, position)?.reasons ?? [];
    const { id } = planAt(state, position);
    return reasons.map(
      reason => `  ${printable(id)}: ${printable(reason)} (phasewright diff ${run} ${printable(id)})`,
    );
  });
  const answers = [...yesOrNo(state), ...(isDriven ? [] : [`then: phasewright resume ${run}`])];
  return [
    ...needLines(needsOf(state)),
    ...held,
    ...(draft ? [`read it: phasewright show ${run} --plan`] : []),
    ...(answers.length > 0 ? [answers.join(' · ')] : []),
  ];
}

/** A plan and work are sent back; a phase that has not begun can only be left out. */
function yesOrNo(state: RunState): string[] {
  const { run, draft } = state;
  if (draft) return [`yes: phasewright approve ${run}`, `no: phasewright reject ${run} --message TEXT`];
  const isHeld = state.active.some(position => heldAt(state, position) !== null);
  const isGatedOne = state.ready.some(position => isGatedNow(state, position));
  if (!isHeld && !isGatedOne) return [];
  const isBoth = isHeld && isGatedOne;
  return [
    `yes: phasewright approve ${run} PHASE`,
    ...(isHeld ? [`no${isBoth ? ', to work' : ''}: phasewright reject ${run} PHASE --message TEXT`] : []),
    ...(isGatedOne ? [`no${isBoth ? ', to a start' : ''}: phasewright skip ${run} PHASE`] : []),
  ];
}

function next(state: RunState): string[] {
  const { status, run, origin, settings, reason } = state;
  const branch = printable(origin.branch);
  switch (status) {
    case 'completed':
      if (settings.commit.mode === 'message-only') {
        return [
          `the work is at refs/phasewright/${run}/work, with a commit for each phase to take the messages from`,
        ];
      }
      return [
        origin.place === 'here'
          ? `the commits are on ${branch}`
          : `the work is on ${branch}: git merge ${branch}`,
      ];
    case 'halted':
    case 'failed':
      return [
        // Which phases failed stands above.
        ...(reason && !reason.startsWith('failed: ') ? [printable(reason)] : []),
        ...(state.draft ? [] : [keptWords(state)]),
        lookAt(state),
      ];
    case 'waiting':
      // What is needed stands below in full.
      return [...(needsOf(state).length > 0 ? [] : [printable(reason)]), ...answersTo(state, false)];
    case 'paused':
    case 'running':
      return [`go on: phasewright resume ${run}`];
    case 'cancelled':
      return [keptWords(state)];
  }
}

/** Where what landed is; the branch may hold nothing but the record. */
function keptWords({ phases, origin, head, record }: RunState): string {
  const branch = printable(origin.branch);
  const at = head ? ` (${head.slice(0, 7)})` : '';
  if (elements(phases).some(({ standing }) => standing.status === 'completed'))
    return `what landed is kept on ${branch}${at}`;
  return record === null ? 'nothing landed' : `nothing landed; the record is kept on ${branch}${at}`;
}

/** How to find out why a run came to its end, and what to do about it. */
function lookAt({ run, draft, failed }: RunState): string {
  const goOn = `go on: phasewright resume ${run}`;
  if (draft) return `look: phasewright logs ${run} --agents · ${goOn}`;
  if (failed === 0) return `look: phasewright why ${run} · ${goOn}`;
  return `look: phasewright why ${run} PHASE · ${goOn} · leave one out: phasewright skip ${run} PHASE`;
}
