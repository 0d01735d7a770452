import { hasErrors } from '../../plan/diagnostic.ts';
import type { Entry } from '../../run/apply.ts';
import { MAX_MESSAGE } from '../../run/command.ts';
import type { EditedPlan } from '../../run/event.ts';
import { askingAt, planAt, positionOf } from '../../run/queries.ts';
import type { RunState } from '../../run/state.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import { findRun } from '../run/find-run.ts';
import { withHome } from '../run/open-store.ts';
import { runnablePlan, tellWarnings } from '../runnable-plan.ts';
import type { Terminal } from '../terminal.ts';
import { operate } from './operate.ts';

export interface ApproveOptions {
  readonly plan?: string;
  readonly acknowledgeDropped?: boolean;
  readonly acknowledgeSentBack?: boolean;
}

/** `phasewright approve`: yes to phases, or to the plan where none is named. */
export async function approve(
  run: string,
  phases: readonly string[],
  { plan: file, acknowledgeDropped = false, acknowledgeSentBack = false }: ApproveOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  if (phases.length > 0) {
    if (file !== undefined)
      throw new UsageError('--plan is about the plan, not about phases', 'Leave out one of them.');
    if (!(await isAcknowledged(run, phases, acknowledgeDropped, terminal))) return EXIT.interrupted;
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
  const { acknowledge, droppedLines, droppedMusts } = await import('../acknowledge.ts');
  for (const { phase, proposal } of proposals) err(`${droppedLines(phase, proposal).join('\n')}\n`);
  const musts = proposals.flatMap(({ phase, proposal }) => droppedMusts(phase, proposal));
  if (musts.length === 0 || beforehand) return true;
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new UsageError(
      `${musts.length === 1 ? 'something' : `${musts.length} things`} that must be would be left out, and there is no terminal to ask on`,
      'Say that you know what is listed above: --acknowledge-dropped',
    );
  }
  if (await acknowledge(musts, { input: process.stdin, output: process.stderr })) return true;
  err('Nothing was approved.\n');
  return false;
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

/** `phasewright reject`: no, and what is to be different. */
export function reject(
  run: string,
  phases: readonly string[],
  message: string,
  terminal: Terminal,
): Promise<ExitCode> {
  const words = messageFrom(message);
  const about = phases.length > 0 ? phases : [null];
  return operate(
    run,
    about.map(phase => ({ type: 'reject', phase, message: words })),
    terminal,
  );
}

/** `phasewright retry`: a new allowance, perhaps with a word for the next developer. */
export function retry(
  run: string,
  phases: readonly string[],
  message: string | undefined,
  terminal: Terminal,
): Promise<ExitCode> {
  const hint = message === undefined ? {} : { message: messageFrom(message) };
  return operate(
    run,
    phases.map(phase => ({ type: 'retry', phase, ...hint })),
    terminal,
  );
}

/** `phasewright skip`: leaves phases out, perhaps with a word why. */
export function skip(
  run: string,
  phases: readonly string[],
  message: string | undefined,
  terminal: Terminal,
): Promise<ExitCode> {
  const why = message === undefined ? {} : { message: messageFrom(message, 'Say why') };
  return operate(
    run,
    phases.map(phase => ({ type: 'skip', phase, ...why })),
    terminal,
  );
}

function messageFrom(text: string, what = 'Say what is to be different'): string {
  const words = text.trim();
  if (words === '') throw new UsageError('the message is empty', `${what}: --message TEXT`);
  if (words.length > MAX_MESSAGE)
    throw new UsageError(`the message is longer than ${MAX_MESSAGE} characters`, 'Shorten it.');
  return words;
}
