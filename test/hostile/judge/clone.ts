import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Places } from '../places.ts';
import type { Scenario } from '../scenario.ts';

/** The checks of a run. The one that mends is there only where a scenario says so. */
export const CHECKS = [
  { command: 'sh mend.sh', mends: true },
  { command: 'sh check.sh', mends: false },
] as const;

const CHECK_MS = 20_000;
const LAST_CHARACTERS = 300;

/** What landed passes each of its checks in a clone of its own, made by somebody else. */
export function judgeClone({ mending }: Scenario, { root, checkout, environment }: Places): string[] {
  const run = (command: string, words: readonly string[], cwd: string) =>
    spawnSync(command, words, { cwd, env: environment, encoding: 'utf8', timeout: CHECK_MS });
  if (run('git', ['rev-parse', '--verify', '-q', 'work'], checkout).status !== 0) return [];
  return CHECKS.filter(({ mends }) => mending || !mends).flatMap(({ command }, at) => {
    const clone = join(root, `clone-${at}`);
    const cloned = run('git', ['clone', '-q', '--no-local', '-b', 'work', checkout, clone], root);
    if (cloned.status !== 0)
      return [`clone: cannot be cloned: ${cloned.stderr.trim().slice(-LAST_CHARACTERS)}`];
    const check = run('sh', ['-c', command], clone);
    if (check.status === 0) return [];
    return [`clone: ${command} fails: ${(check.stdout + check.stderr).trim().slice(-LAST_CHARACTERS)}`];
  });
}
