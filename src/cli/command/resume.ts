import { resolve } from 'node:path';
import { printable } from '../../base/printable.ts';
import { openRepository } from '../../git/repository.ts';
import { LIMITS } from '../../plan/limits.ts';
import type { RunState } from '../../run/state.ts';
import { endOf } from '../../view/run/end.ts';
import { summaryText } from '../../view/run/summary.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import { staysByDefault } from '../run/begin-run.ts';
import { carryOn } from '../run/carry-on.ts';
import { findRun } from '../run/find-run.ts';
import { withHome } from '../run/open-store.ts';
import { assertFree } from '../run/take-run.ts';
import type { Terminal } from '../terminal.ts';
import { readTextFile } from '../text-file.ts';

export interface ResumeOptions {
  readonly json?: boolean;
  readonly plain?: boolean;
  readonly detach?: boolean;
  readonly wait?: boolean;
  /** Folder in which sessions are recorded. */
  readonly record?: string;
}

/** `phasewright resume`: goes on with a run wherever it stands. */
export async function resume(
  name: string | undefined,
  { json = false, wait, record, plain = false, detach = false }: ResumeOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  // One that is named may be of another repository; it is looked at when it is driven.
  const here = name === undefined ? await openRepository(process.cwd()) : null;
  return withHome(
    async home => {
      const { state: found, entries } = await findRun(home, name);
      const { run } = found;
      // People who should have been told of the end, when the process was cut off, are told now.
      const isOver = found.notices.length === 0;
      if (found.status === 'completed' && isOver) {
        terminal.out(summaryText(found, terminal.outStyle, endOf(entries, found)));
        return EXIT.completed;
      }
      if (found.status === 'cancelled' && isOver) {
        throw new UsageError(`run ${run} was cancelled`, 'Begin a new one: phasewright run PLAN');
      }
      await assertFree(home, run);
      noticeChangedPlan(found, terminal);
      const stays = wait ?? (detach || staysByDefault());
      const folder = record === undefined ? {} : { record: resolve(record) };
      return carryOn(home, run, { json, plain, detach, stays, ...folder }, terminal);
    },
    here?.ok ? here.repository : null,
  );
}

/** A run keeps to the plan that it began with. */
function noticeChangedPlan({ origin, run }: RunState, { err }: Terminal): void {
  const read = readTextFile(origin.planFile, LIMITS.textBytes);
  if (!read.ok) return;
  if (read.text.replace(/^\uFEFF/, '') === origin.planText.replace(/^\uFEFF/, '')) return;
  const file = printable(origin.planFile);
  err(`note: ${file} has changed since run ${run} began; the run keeps to its own copy\n`);
}
