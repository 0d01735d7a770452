import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Figure } from '../measure.ts';

const PHASES = 1_000;
const PROGRAM = fileURLToPath(new URL('./memory-run.ts', import.meta.url));

/** The most memory that a long run takes, next to a process that does nothing. */
export function memoryFigures(): Figure[] {
  const peak = (...words: string[]): number => {
    const { stdout, stderr, status } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return Number(stdout) / 1024;
  };
  const bare = peak('-e', 'console.log(process.resourceUsage().maxRSS)');
  const run = peak(PROGRAM, String(PHASES));
  return [
    {
      name: `peak memory of a run of ${PHASES} phases on real git ÷ node that does nothing`,
      ratio: run / bare,
      limit: 2.5,
      detail: `${run.toFixed(0)} MB ÷ ${bare.toFixed(0)} MB`,
    },
  ];
}
