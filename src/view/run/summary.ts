import { elements } from '../../base/chunked.ts';
import { printable } from '../../base/printable.ts';
import { heldAt, isGated, phaseAt, planAt } from '../../run/queries.ts';
import type { RunState } from '../../run/state.ts';
import type { Style } from '../style.ts';
import { duration } from '../time.ts';
import { needLines, needsOf } from './needs.ts';

/** How a run ended and what can be done next, when the command that drove it ends. */
export function summaryText(state: RunState, style: Style): string {
  const phases = elements(state.phases);
  const named = (status: string): string[] =>
    phases.flatMap(({ standing }, position) =>
      standing.status === status ? [printable(planAt(state, position).id)] : [],
    );
  const done = named('completed').length;
  const took = duration(state.now - state.createdAt);
  const head = state.draft
    ? `run ${state.run} ${state.status}: no approved plan yet, after ${took}`
    : `run ${state.run} ${state.status}: ${done} of ${phases.length} phases landed in ${took}`;
  const colour = state.status === 'completed' ? style.green : style.yellow;
  return [
    colour(head),
    ...list('skipped', named('skipped')),
    ...list('failed', named('failed')),
    ...list('blocked', named('blocked')),
    ...next(state),
    '',
  ].join('\n');
}

const list = (word: string, ids: readonly string[]): string[] =>
  ids.length > 0 ? [`${word}: ${ids.join(', ')}`] : [];

/** What a person can say now, and to what. A run that a process stays with goes on by itself. */
export function answersTo(state: RunState, isDriven: boolean): string[] {
  const { run, draft, phases } = state;
  const name = draft ? run : `${run} PHASE`;
  const held = elements(phases).flatMap((_, position) => {
    const reasons = heldAt(state, position)?.reasons ?? [];
    const { id } = planAt(state, position);
    return reasons.map(
      reason => `  ${printable(id)}: ${printable(reason)} (phasewright diff ${run} ${printable(id)})`,
    );
  });
  const needs = needsOf(state);
  const isYesOrNo = needs.length === 0 || draft !== null || held.length > 0 || isGatedOne(state);
  const answers = [
    ...(isYesOrNo
      ? [`yes: phasewright approve ${name}`, `no: phasewright reject ${name} --message TEXT`]
      : []),
    ...(isDriven ? [] : [`then: phasewright resume ${run}`]),
  ];
  return [
    ...needLines(needs),
    ...held,
    ...(draft ? [`read it: phasewright show ${run} --plan`] : []),
    ...(answers.length > 0 ? [answers.join(' · ')] : []),
  ];
}

/** Whether a phase could start if a person let it. */
const isGatedOne = (state: RunState): boolean =>
  state.ready.some(position => isGated(state, position) && !phaseAt(state, position).approved);

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
        keptWords(state),
        `look: phasewright why ${run} PHASE · go on: phasewright resume ${run} · leave one out: phasewright skip ${run} PHASE`,
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
