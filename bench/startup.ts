import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { type Figure, medians } from './measure.ts';

const SCRIPT = resolve('dist/bin.js');
const TIMES = 21;

export async function startupFigures(): Promise<Figure[]> {
  const start = (...words: string[]): void => {
    const { status, stderr } = spawnSync(process.execPath, words);
    if (status !== 0) throw new Error(String(stderr));
  };
  start(SCRIPT, '--version');
  const [bare = 0, version = 0] = await medians(
    TIMES,
    () => start('-e', '0'),
    () => start(SCRIPT, '--version'),
  );
  return [
    {
      name: 'phasewright --version ÷ node -e 0',
      ratio: version / bare,
      limit: 2,
      detail: `${version.toFixed(0)} ms ÷ ${bare.toFixed(0)} ms`,
    },
  ];
}
