/** All benchmarks: `npm run bench`. docs/benchmarks.md holds a table that this printed. */
import { print } from './measure.ts';
import { planFigures } from './plans.ts';
import { startupFigures } from './startup.ts';

print([...(await startupFigures()), ...(await planFigures())]);
