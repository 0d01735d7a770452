import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Workshop, workshop } from '../cli/workshop.ts';

/** Twelve phases: chains, a diamond, a wide middle. Some are rejected once, one leaves a child behind. */
const PLAN = `# Twelve

${[
  ['1', ''],
  ['2', '1'],
  ['3', '1'],
  ['4', '2, 3'],
  ['5', '4'],
  ['6', '4'],
  ['7', '4'],
  ['8', '5'],
  ['9', '6, 7'],
  ['10', '8'],
  ['11', '9'],
  ['12', '10, 11'],
]
  .map(([id, needs]) => `### Task ${id}: Part ${id}\n${needs ? `Depends on: ${needs}\n` : ''}`)
  .join('\n')}`;

const work = (text: string): object[] => [
  { write: { path: 'parts/{phase}.txt', content: `${text} of {phase}\n` } },
  { append: { path: 'parts/{phase}.txt', content: 'more\n' } },
  { sleep: 20 },
];

const SCRIPT = {
  developer: {
    '*': [work('work')],
    4: [work('first try'), work('work')],
    7: [[...work('work'), { commit: 'a commit of its own' }]],
    9: [[{ spawn: 'sleep 600' }, ...work('work')]],
  },
  reviewer: {
    4: [[{ reply: { approved: false, summary: 'Again.' } }], [{ reply: { approved: true } }]],
  },
};

/** A check for runs in which agents may be unable to write: what they were to write is there in full. */
export const WHOLE_PARTS =
  'for part in parts/*.txt; do test "$(tail -n 1 "$part")" = more && head -n 1 "$part" | grep -q " of " || exit 1; done';

/** `first` is what developers do before all else, in their first attempt at a phase. */
export function scene(first: Readonly<Record<string, object>> = {}): Workshop {
  const changed = Object.entries(first).map(([phase, step]) => [
    phase,
    [[step, ...work('work')], work('work')],
  ]);
  const script = { ...SCRIPT, developer: { ...SCRIPT.developer, ...Object.fromEntries(changed) } };
  return workshop({ 'plan.md': PLAN, 'script.json': JSON.stringify(script), '.gitignore': '*.log\n' });
}

/**
 * What every run must leave, whatever was done to it: the tree of an undisturbed run and nothing else. `others` counts
 * commits of the user's on the branch of the run.
 */
export async function assertFinished(shop: Workshop, others = 0): Promise<void> {
  const { git } = shop;
  const files = git('ls-tree', '-r', '--name-only', 'work').trim().split('\n');
  expect(files.filter(file => file.startsWith('parts/'))).toHaveLength(12);
  for (const file of files.filter(name => name.startsWith('parts/'))) {
    const id = /(\d+)\.txt$/.exec(file)![1];
    expect(git('show', `work:${file}`)).toBe(`work of ${id}\nmore\n`);
  }
  const phases = git('log', '--format=%(trailers:key=Phasewright-Phase,valueonly,separator=)', 'main..work')
    .split('\n')
    .slice(0, -1);
  expect(phases.filter(phase => phase === '')).toHaveLength(others);
  expect(phases.filter(phase => phase !== '').sort((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: 12 }, (_, i) => String(i + 1)),
  );
  await assertClean(shop);
}

/** No worktree, lock or process is left, and the repository is sound. */
export async function assertClean({ git, repository, home }: Workshop): Promise<void> {
  expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
  expect(existsSync(join(home, 'worktrees')) ? readdirSync(join(home, 'worktrees')) : []).toEqual([]);
  expect(locksIn(join(repository, '.git'))).toEqual([]);
  expect(git('fsck', '--no-dangling', '--no-progress')).toBe('');
  // What was just killed, or ends with us, may take a moment to be gone.
  await expect.poll(() => processesOf(home), { timeout: 10_000 }).toEqual([]);
}

const locksIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.lock'));

/** Processes that were started for this home, by what their environment says. */
export function processesOf(home: string): string[] {
  return readdirSync('/proc').flatMap(pid => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
      if (!environment.includes(join(home, '..'))) return [];
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return command === '' ? [] : [`${pid} ${command}`];
    } catch {
      return [];
    }
  });
}
