import { describe, expect, it } from 'vitest';
import { bubblewrap } from '../../src/agent/sandbox/find.ts';
import { PLAIN } from '../hostile/ground.ts';
import { type Filter, type Scenario, scenarioOf } from '../hostile/scenario.ts';
import { faultsOf } from '../hostile/trial.ts';

const canConfine = bubblewrap(process.env.PATH ?? '').ok;
const LIMIT_SECONDS = 120;
const TIMEOUT_MS = 2 * LIMIT_SECONDS * 1000;

interface Chosen {
  readonly filter?: Filter;
  readonly mending?: boolean;
}

/** A phase for each of these pieces, its agent hostile in its first attempt, and an honest phase. */
function scenario(pieces: readonly string[], { filter = 'none', mending = false }: Chosen = {}): Scenario {
  const hostile = pieces.map((piece, at) => ({
    id: `${at + 1}`,
    picks: [{ piece, seed: at }],
    fails: at % 2 === 1,
  }));
  return {
    ...scenarioOf(0, canConfine),
    ...{ confined: canConfine, filter, mending, attributes: false, submodule: false, review: false },
    concurrency: 1,
    ground: PLAIN,
    phases: [...hostile, { id: `${pieces.length + 1}`, picks: [], fails: false }],
  };
}

const CORPUS: readonly (readonly [title: string, pieces: readonly string[], chosen?: Chosen])[] = [
  [
    'a repository inside the workspace with filters, hooks and a file system monitor runs nothing, and is kept [A81]',
    ['nested', 'nested', 'nested-without-commit', 'git-file-inside'],
  ],
  [
    'a .git that leads to a hidden repository, or borrows its objects, has nothing of it read [A82]',
    ['git-file', 'git-link', 'git-commondir', 'git-borrowed-objects'],
  ],
  [
    'the script of a filter of your own runs as the base has it [A83]',
    ['filter-changed', 'filter-for-all', 'filter-gone'],
    { filter: 'relative' },
  ],
  [
    'work that passes its checks only where it was made does not land [A84]',
    ['needs-ignored', 'needs-workspace', 'needs-nested', 'check-by-ignored', 'wrong-work'],
    { mending: true },
  ],
  [
    'pipes and devices where git looks for files hold nobody up [A85]',
    ['pipe-for-steering', 'pipe-for-file', 'git-odd', 'modules-odd', 'workspace-git-replaced'],
  ],
];

describe.runIf(process.platform === 'linux').concurrent('of what an agent leaves behind', () => {
  for (const [title, pieces, chosen] of CORPUS)
    it(title, { timeout: TIMEOUT_MS }, async () =>
      expect(await faultsOf(scenario(pieces, chosen), { limit: LIMIT_SECONDS })).toEqual([]),
    );
});
