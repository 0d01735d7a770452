import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Figure } from '../measure.ts';
import { inRepository } from './phases.ts';
import { independent } from './plans.ts';

const PHASES = 1_000;
const PROGRAM = resolve('dist/bin.js');

/** The most memory that the program takes in a long run with real agents' processes, next to a node that does nothing. */
export async function memoryFigures(): Promise<Figure[]> {
  let [bare, run] = [0, 0];
  await inRepository(async folder => {
    writeFileSync(join(folder, 'plan.json'), JSON.stringify(independent(PHASES)));
    bare = peak(folder, '-e', '0');
    run = peak(folder, PROGRAM, 'run', '../plan.json', '--agent', 'scripted', '--yes', '--no-review');
  });
  return [
    {
      name: `peak memory of a run of ${PHASES} phases ÷ node that does nothing`,
      ratio: run / bare,
      limit: 2.5,
      detail: `${run.toFixed(0)} MB ÷ ${bare.toFixed(0)} MB`,
    },
  ];
}

/** The most resident memory of a node process, in MB. */
function peak(folder: string, ...words: string[]): number {
  const file = join(folder, 'peak');
  const note = `import { writeFileSync } from 'node:fs'; process.on('exit', () => writeFileSync('${file}', String(process.resourceUsage().maxRSS)))`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${note}`, ...words],
    {
      cwd: join(folder, 'repository'),
      env: { ...process.env, PHASEWRIGHT_HOME: join(folder, 'state') },
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(stderr);
  return Number(readFileSync(file, 'utf8')) / 1024;
}
