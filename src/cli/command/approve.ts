import { hasErrors } from '../../plan/diagnostic.ts';
import type { Entry } from '../../run/apply.ts';
import type { EditedPlan } from '../../run/event.ts';
import { askingAt, planAt, positionOf } from '../../run/queries.ts';
import type { RunState } from '../../run/state.ts';
import { droppedMusts } from '../../view/run/dropped.ts';
import { deskHere } from '../desk.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import { findRun } from '../run/find-run.ts';
import { withHome } from '../run/open-store.ts';
import { runnablePlan, tellWarnings } from '../runnable-plan.ts';
import type { Terminal } from '../terminal.ts';
import { meantRun, nothingDone, thoseWaiting, unnamed } from '../waiting-phases.ts';
import { operate } from './operate.ts';

export interface ApproveOptions {
  readonly plan?: string;
  readonly acknowledgeDropped?: boolean;
  readonly acknowledgeSentBack?: boolean;
}

/** `phasewright approve`: yes to phases, or to the plan where none is named. */
export async function approve(
  name: string | undefined,
  named: readonly string[],
  { plan: file, acknowledgeDropped = false, acknowledgeSentBack = false }: ApproveOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  if (named.length > 0 && file !== undefined)
    throw new UsageError('--plan is about the plan, not about phases', 'Leave out one of them.');
  const run = await meantRun(name);
  const isAsked = named.length === 0 && file === undefined;
  const phases = isAsked ? await phasesApproved(run) : named;
  if (phases === null) return nothingDone('approved', terminal);
  if (phases.length > 0) {
    if (!(await isAcknowledged(run, phases, acknowledgeDropped, terminal)))
      return nothingDone('approved', terminal);
    return operate(
      run,
      phases.map(phase => ({ type: 'approve', phase })),
      terminal,
    );
  }
  const edited = file === undefined ? undefined : await editedPlan(run, file, acknowledgeSentBack, terminal);
  if (edited === null) return EXIT.usage;
  return operate(run, [{ type: 'approve', phase: null, ...(edited ? { edited } : {}) }], terminal);
}

/** The phases that a person means who names none: none where it is about a plan, null where the person chose none. */
async function phasesApproved(run: string): Promise<readonly string[] | null> {
  const { state, waiting } = await thoseWaiting(run, ['start', 'landing', 'proposal']);
  if (waiting.length === 0) return [];
  const desk = deskHere();
  if (!desk) throw unnamed('approve', state, waiting);
  const { chooseApproved } = await import('../choose-phases.ts');
  const chosen = await chooseApproved(state, waiting, desk);
  return chosen.length === 0 ? null : chosen;
}

/** Whether a person knows what is lost with the smaller scopes that are to be approved. */
async function isAcknowledged(
  run: string,
  phases: readonly string[],
  beforehand: boolean,
  { err }: Terminal,
): Promise<boolean> {
  const state = await withHome(async home => (await findRun(home, run)).state);
  const proposals = phases.flatMap(phase => proposalFor(state, phase));
  if (proposals.length === 0) return true;
  const { acknowledge, droppedLines } = await import('../acknowledge.ts');
  for (const { phase, proposal } of proposals) err(`${droppedLines(phase, proposal).join('\n')}\n`);
  const musts = proposals.flatMap(({ phase, proposal }) => droppedMusts(phase, proposal));
  if (musts.length === 0 || beforehand) return true;
  const desk = deskHere();
  if (desk) return acknowledge(musts, desk);
  throw new UsageError(
    `${musts.length === 1 ? 'something' : `${musts.length} things`} that must be would be left out, and there is no terminal to ask on`,
    'Say that you know what is listed above: --acknowledge-dropped',
  );
}

function proposalFor(state: RunState, phase: string) {
  const position = positionOf(state, phase);
  const proposal = position === undefined ? null : askingAt(state, position)?.proposal;
  return proposal ? [{ phase: planAt(state, position!), proposal }] : [];
}

/** Null once its errors have been told. */
async function editedPlan(
  run: string,
  file: string,
  acknowledged: boolean,
  terminal: Terminal,
): Promise<EditedPlan | null> {
  const { state, entries } = await withHome(home => findRun(home, run));
  const plan = await runnablePlan(file, { tdd: state.settings.tdd }, terminal);
  if (!plan || hasErrors(plan.parsed.diagnostics)) return null;
  const round = acknowledged ? null : sentBack(plan.text, entries);
  if (round !== null) {
    throw new UsageError(
      `${file} is, word for word, draft ${round}, which was sent back`,
      `phasewright show ${state.run} --plan > FILE gives the present one; --acknowledge-sent-back approves this one.`,
    );
  }
  tellWarnings(plan, terminal);
  return { text: plan.text, plan: plan.parsed.plan };
}

/** The round in which the architect wrote this text, if a person sent it back and it was not written again since. */
function sentBack(text: string, entries: readonly Entry[]): number | null {
  let draft: { readonly round: number; readonly text: string } | null = null;
  const refused = new Map<string, number>();
  for (const { event } of entries) {
    if (event.type === 'plan_drafted') {
      draft = event;
      refused.delete(event.text.trim());
    } else if (event.type === 'plan_rejected' && draft) refused.set(draft.text.trim(), draft.round);
  }
  return refused.get(text.trim()) ?? null;
}
