import { printableJson } from '../../base/printable.ts';
import { type LoadedRun, loadRun } from '../../engine/load.ts';
import { openRepository } from '../../git/repository.ts';
import { allowedSince } from '../../view/run/allowance.ts';
import { endOf } from '../../view/run/end.ts';
import { runsText } from '../../view/run/runs.ts';
import { stateJson } from '../../view/run/state-json.ts';
import { type RunView, statusText } from '../../view/run/status.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import { lookOf } from '../look.ts';
import { findRun } from '../run/find-run.ts';
import { type Home, withHome } from '../run/open-store.ts';
import type { Terminal } from '../terminal.ts';

export interface StatusOptions {
  readonly json?: boolean;
  readonly all?: boolean;
  /** All budgets, not only those of which much is used. */
  readonly verbose?: boolean;
}

/** How many runs are listed unless all are asked for. */
const SHOWN_RUNS = 20;

/** `phasewright status`: the runs, or one of them with its phases. */
export function status(
  name: string | undefined,
  options: StatusOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  return withHome(async home => {
    if (name === undefined) return listed(home, options, terminal);
    const view = await viewOf(home, await findRun(home, name));
    terminal.out(
      options.json ? `${printableJson(stateJson(view))}\n` : statusOf(view, terminal, options.verbose),
    );
    return EXIT.completed;
  });
}

async function listed(home: Home, { json, all }: StatusOptions, terminal: Terminal): Promise<ExitCode> {
  const found = await openRepository(process.cwd());
  const filter = found.ok && !all ? { repository: found.repository.commonDir } : {};
  const records = await home.store.runs(filter);
  const views: RunView[] = [];
  for (const { id } of all ? records : records.slice(0, SHOWN_RUNS)) {
    const loaded = await loadRun(home.store, id);
    if (loaded) views.push(await viewOf(home, loaded));
  }
  if (json) terminal.out(views.map(view => `${printableJson(stateJson(view))}\n`).join(''));
  else if (views.length === 0)
    terminal.out('no runs yet; begin one: phasewright run PLAN, or see what one is like: phasewright demo\n');
  else terminal.out(runsText(views, lookOf(terminal), Date.now()));
  return EXIT.completed;
}

/** A run with its phases, as it is seen here. */
export function statusOf(view: RunView, terminal: Terminal, isVerbose = false): string {
  const { style, unicode, columns } = lookOf(terminal);
  return statusText(view, style, unicode, isVerbose, columns);
}

export async function viewOf(
  home: Home,
  { state, entries }: Pick<LoadedRun, 'state' | 'entries'>,
): Promise<RunView> {
  const driver = (await home.store.holder(state.run))?.owner.pid ?? null;
  const now = driver === null ? state.now : Date.now();
  return { state, driver, now, endedAt: endOf(entries, state), allowed: allowedSince(entries) };
}
