/** Prints, as the last line of a CI run, how many tests ran. */
import { existsSync, readFileSync } from 'node:fs';

const counts = ['test', 'long', 'agents', 'torture']
  .map(suite => `.cache/${suite}-results.json`)
  .filter(existsSync)
  .map(file => JSON.parse(readFileSync(file, 'utf8')));
const sum = (key: string): number => counts.reduce((total, count) => total + count[key], 0);
console.log(
  `${sum('numPassedTests')} passed, ${sum('numFailedTests')} failed, ${sum('numPendingTests')} skipped`,
);
