import { branchExists, checkBranchName } from './begin.ts';
import { git } from './command.ts';
import type { WorkspacesOptions } from './context.ts';
import { guarded } from './failure.ts';
import { checkoutReadiness } from './here.ts';
import type { GitResult } from './port.ts';
import { branchRef } from './ref-names.ts';
import { commonPlace } from './repository.ts';

/** Whether a run could begin, before anything is written down about it. Changes nothing. */
export const preflight = (
  options: Pick<WorkspacesOptions, 'repository' | 'branch' | 'base' | 'mode' | 'commit'>,
): Promise<GitResult<object>> =>
  guarded(async () => {
    const { repository, branch, mode, commit } = options;
    if (mode === 'here') return checkoutReadiness({ options, repository });
    const place = commonPlace(repository);
    const named = await checkBranchName(place, branch);
    if (!named.ok) return named;
    if (commit.mode === 'message-only') return { ok: true };
    const found = await git(place, ['show-ref', '--verify', '--quiet', branchRef(branch)], { answers: [1] });
    if (!found.ok) return found;
    return found.code === 0 ? branchExists(branch) : { ok: true };
  });
