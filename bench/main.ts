/** All benchmarks: `npm run bench`. docs/benchmarks.md holds a table that this printed. */
import { print } from './measure.ts';
import { planFigures } from './plans.ts';
import { coreFigures } from './run/core.ts';
import { makespanFigures } from './run/makespan.ts';
import { memoryFigures } from './run/memory.ts';
import { phaseFigures } from './run/phases.ts';
import { startupFigures } from './startup.ts';

print([
  ...(await startupFigures()),
  ...(await planFigures()),
  ...(await phaseFigures()),
  ...(await coreFigures()),
  ...makespanFigures(),
  ...(await memoryFigures()),
]);
