import { tmuxIsInstalled } from '../scripts/picture/tmux.ts';
import { type Figure, print } from './measure.ts';
import { frameFigures } from './terminal/frames.ts';
import { viewFigures } from './terminal/view.ts';

/** What it costs to look at a run. */
export async function terminalFigures(): Promise<Figure[]> {
  const isReal = tmuxIsInstalled();
  if (!isReal) console.error('tmux is not installed: the live view is not measured in a terminal');
  return [...(isReal ? await viewFigures() : []), ...(await frameFigures())];
}

if (import.meta.main) print(await terminalFigures());
