/** The benchmarks of runs, in a process of their own. */
import { print } from '../measure.ts';
import { coreFigures } from './core.ts';
import { makespanFigures } from './makespan.ts';
import { memoryFigures } from './memory.ts';
import { phaseFigures } from './phases.ts';

print([
  ...(await phaseFigures()),
  ...(await coreFigures()),
  ...makespanFigures(),
  ...(await memoryFigures()),
]);
