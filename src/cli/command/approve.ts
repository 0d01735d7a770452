import { hasErrors } from '../../plan/diagnostic.ts';
import { MAX_MESSAGE } from '../../run/command.ts';
import type { EditedPlan } from '../../run/event.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import { findRun } from '../run/find-run.ts';
import { withHome } from '../run/open-store.ts';
import { runnablePlan } from '../runnable-plan.ts';
import type { Terminal } from '../terminal.ts';
import { operate } from './operate.ts';

/** `phasewright approve`: yes to phases, or to the plan where none is named. */
export async function approve(
  run: string,
  phases: readonly string[],
  file: string | undefined,
  terminal: Terminal,
): Promise<ExitCode> {
  if (phases.length > 0) {
    if (file !== undefined)
      throw new UsageError('--plan is about the plan, not about phases', 'Leave out one of them.');
    return operate(
      run,
      phases.map(phase => ({ type: 'approve', phase })),
      terminal,
    );
  }
  const edited = file === undefined ? undefined : await editedPlan(run, file, terminal);
  if (edited === null) return EXIT.usage;
  return operate(run, [{ type: 'approve', phase: null, ...(edited ? { edited } : {}) }], terminal);
}

/** Null once its errors have been told. */
async function editedPlan(run: string, file: string, terminal: Terminal): Promise<EditedPlan | null> {
  const { tdd } = await withHome(async home => (await findRun(home, run)).state.settings);
  const plan = await runnablePlan(file, { tdd }, terminal);
  if (!plan || hasErrors(plan.parsed.diagnostics)) return null;
  return { text: plan.text, plan: plan.parsed.plan };
}

/** `phasewright reject`: no, and what is to be different. */
export function reject(
  run: string,
  phases: readonly string[],
  message: string,
  terminal: Terminal,
): Promise<ExitCode> {
  const words = message.trim();
  if (words === '')
    throw new UsageError('the message is empty', 'Say what is to be different: --message TEXT');
  if (words.length > MAX_MESSAGE)
    throw new UsageError(`the message is longer than ${MAX_MESSAGE} characters`, 'Shorten it.');
  const about = phases.length > 0 ? phases : [null];
  return operate(
    run,
    about.map(phase => ({ type: 'reject', phase, message: words })),
    terminal,
  );
}
