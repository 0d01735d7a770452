import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRepository } from '../../src/git/repository.ts';
import { workspaces } from '../../src/git/workspaces.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { type Figure, medians } from '../measure.ts';
import { instantRun } from './instant.ts';
import { independent } from './plans.ts';

const PHASES = 100;
const TIMES = 5;

/** What worktrees, commits, landing and the journal cost, next to a shell script that does the same by hand. */
export async function phaseFigures(): Promise<Figure[]> {
  const [script = 0, one = 0, two = 0] = await medians(
    TIMES,
    () => inRepository(async folder => byHand(folder)),
    () => inRepository(folder => realRun(folder, PHASES, 1)),
    () => inRepository(folder => realRun(folder, PHASES, 2)),
  );
  const each = (ms: number): string => `${(ms / PHASES).toFixed(1)} ms`;
  return [
    {
      name: `${PHASES} phases that write a file, one at a time ÷ shell script with worktree add, add, commit, merge, remove`,
      ratio: one / script,
      limit: 0.6,
      detail: `${each(one)} ÷ ${each(script)} a phase`,
    },
    {
      name: 'the same, two at a time',
      ratio: two / script,
      limit: 0.4,
      detail: `${each(two)} ÷ ${each(script)} a phase`,
    },
  ];
}

export async function inRepository(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'phasewright-bench-'));
  try {
    const repository = join(folder, 'repository');
    mkdirSync(repository);
    for (let file = 0; file < 50; file += 1) writeFileSync(join(repository, `${file}.txt`), `${file}\n`);
    const git = (...words: string[]): void => void execFileSync('git', words, { cwd: repository });
    git('init', '-q', '-b', 'main');
    git('config', 'user.name', 'Bench');
    git('config', 'user.email', 'bench@localhost');
    git('add', '-A');
    git('commit', '-q', '-m', 'Begin');
    await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A run of the engine on real git and a real journal; only the agent is a function that writes a file. */
async function realRun(folder: string, count: number, concurrency: number): Promise<void> {
  const found = await openRepository(join(folder, 'repository'));
  if (!found.ok) throw new Error(found.failure.message);
  const { repository } = found;
  const store = await openSqliteStore({ file: join(folder, 'journal.db'), isAlive: () => true });
  const commit = { mode: 'phase', author: null, hooks: false } as const;
  const base = repository.head!;
  await instantRun({
    run: 'bench',
    plan: independent(count),
    store,
    workspaces: workspaces({
      repository,
      run: 'bench',
      branch: 'work',
      base,
      folder: join(folder, 'slots'),
      mode: 'worktree',
      commit,
      record: null,
    }),
    settings: { concurrency },
    act: ({ cwd, assignment }) => writeFileSync(join(cwd, `phase-${assignment.phase}.txt`), 'done\n'),
    origin: { baseCommit: base },
  });
  await store.close();
}

function byHand(folder: string): void {
  const script = `
    set -e
    cd '${folder}/repository'
    for i in $(seq ${PHASES}); do
      git worktree add -q -b phase-$i '${folder}/tree' main
      echo done > '${folder}/tree/phase-'$i.txt
      git -C '${folder}/tree' add -A
      git -C '${folder}/tree' commit -q -m "Phase $i"
      git merge -q --ff-only phase-$i
      git worktree remove '${folder}/tree'
      git branch -q -d phase-$i
    done`;
  const { status, stderr } = spawnSync('/bin/sh', ['-c', script]);
  if (status !== 0) throw new Error(String(stderr));
}
