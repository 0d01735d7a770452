/** All benchmarks, compiled as they are shipped: `npm run bench`. docs/benchmarks.md holds the tables that this printed. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { print } from './measure.ts';
import { planFigures } from './plans.ts';
import { printPrompts } from './prompts.ts';
import { startupFigures } from './startup.ts';
import { terminalFigures } from './terminal.ts';

// Runs first and by themselves: to start a process costs more the more memory the one has that starts it.
const runs = fileURLToPath(new URL('./run/main.js', import.meta.url));
const { status } = spawnSync(process.execPath, [runs], { stdio: 'inherit' });
if (status !== 0) process.exit(1);
console.log();
print(await terminalFigures());
console.log();
print([...(await startupFigures()), ...(await planFigures())]);
console.log();
printPrompts();
