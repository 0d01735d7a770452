import { existsSync } from 'node:fs';
import { confinementFor } from '../../agent/sandbox/find.ts';
import { printable } from '../../base/printable.ts';
import { loadRun } from '../../engine/load.ts';
import { discardWorkspaces } from '../../git/discard.ts';
import { isLost } from '../../git/keep.ts';
import { listRefs, removeRun } from '../../git/records.ts';
import { openRepository, type Repository } from '../../git/repository.ts';
import { workspaces } from '../../git/workspaces.ts';
import { removeFolder } from '../../git/worktree.ts';
import type { RunState } from '../../run/state.ts';
import { thisProcess } from '../../store/process.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import { groundsOf } from '../run/agent-options.ts';
import { currentRepository, findRun } from '../run/find-run.ts';
import { type Home, runFolder, withHome, worktreeFolder } from '../run/open-store.ts';
import { takeRun } from '../run/take-run.ts';
import type { Terminal } from '../terminal.ts';

/** `phasewright clean`: forgets runs and removes what they left. Branches stay, and so does what is still of use. */
export function clean(
  names: readonly string[],
  { dryRun = false }: { readonly dryRun?: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  return withHome(async home => {
    const states = names.length > 0 ? await named(home, names) : await ended(home);
    if (states.length === 0)
      terminal.out('nothing to clean: no run of this repository has completed or was cancelled\n');
    let code: ExitCode = EXIT.completed;
    for (const state of states) {
      const problem = await cleaned(home, state, dryRun, terminal);
      if (problem === null) continue;
      terminal.err(`${terminal.errStyle.red('error')}: run ${state.run}: ${printable(problem)}\n`);
      code = EXIT.failed;
    }
    return code;
  });
}

const named = (home: Home, names: readonly string[]): Promise<RunState[]> =>
  Promise.all(names.map(async name => (await findRun(home, name)).state));

async function ended(home: Home): Promise<RunState[]> {
  const { commonDir } = await currentRepository();
  const states: RunState[] = [];
  for (const { id } of await home.store.runs({ repository: commonDir })) {
    const loaded = await loadRun(home.store, id);
    if (loaded && ['completed', 'cancelled'].includes(loaded.state.status)) states.push(loaded.state);
  }
  return states;
}

/** Null once it is done, else what stood in the way. */
async function cleaned(
  home: Home,
  state: RunState,
  dryRun: boolean,
  { out }: Terminal,
): Promise<string | null> {
  const { run, origin } = state;
  const found = await openRepository(origin.repository);
  const repository = found.ok ? found.repository : null;
  const listed = repository ? await listRefs(repository, run) : null;
  const refs = listed?.ok ? listed.refs.length : 0;
  const folders = [worktreeFolder(home, run), runFolder(home, run)].filter(existsSync);
  const what = `run ${run} (${state.status}): its journal, ${refs} refs${folders.map(folder => `, ${folder}`).join('')}`;
  if (dryRun) {
    out(`would remove ${what}\n`);
    return null;
  }
  await takeRun(home, run);
  try {
    const problem = repository ? await forgotten(home, repository, state) : null;
    if (problem !== null) return problem;
    for (const folder of folders) {
      const left = await removed(folder);
      if (left !== null) return left;
    }
    await home.store.remove(run);
    out(`removed ${what}\n`);
    return null;
  } finally {
    await home.store.release(run, thisProcess()).catch(() => {});
  }
}

/** Null once the folder is gone, else why it is not. The run stays known then, so that it can be cleaned again. */
async function removed(folder: string): Promise<string | null> {
  try {
    await removeFolder(folder);
    return null;
  } catch (error) {
    return `${folder} cannot be removed: ${shortened((error as Error).message)}`;
  }
}

/** A path may be as long as it likes. */
const MAX_MESSAGE_CHARACTERS = 300;

const shortened = (message: string): string =>
  message.length <= MAX_MESSAGE_CHARACTERS ? message : `${message.slice(0, MAX_MESSAGE_CHARACTERS)}…`;

/**
 * Worktrees first. Closing makes sure that what the branch leads to is there and stays; whatever it cannot save of the
 * workspaces goes all the same, as the refs do that it saves the rest to.
 */
async function forgotten(
  home: Home,
  repository: Repository,
  { run, origin, settings }: RunState,
): Promise<string | null> {
  const folder = worktreeFolder(home, run);
  if (existsSync(folder)) {
    const mine = { repository, run, branch: origin.branch, base: origin.baseCommit, folder };
    const closed = await workspaces({
      ...mine,
      mode: origin.place,
      commit: settings.commit,
      record: origin.record,
      confinement: confinementFor(
        settings.sandbox,
        groundsOf(home.folder, [repository.toplevel, repository.commonDir]),
      ),
    }).closeRun({
      message: null,
      record: null,
    });
    const failure = closed.ok ? closed.untidied : closed.failure;
    // In the user's checkout nothing goes that could not be put in order.
    if (failure && (origin.place === 'here' || isLost(failure))) return failure.message;
    const discarded = await discardWorkspaces(repository, folder);
    if (!discarded.ok) return `${folder} cannot be removed: ${shortened(discarded.failure.message)}`;
  }
  const refs = await removeRun(repository, run);
  return refs.ok ? null : refs.failure.message;
}
