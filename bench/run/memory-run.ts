/** A program of its own, so that its memory is its own: a run of so many phases, then the most it took, in KB. */
import { inRepository, realRun } from './phases.ts';

await inRepository(folder => realRun(folder, Number(process.argv[2]), 4));
console.log(process.resourceUsage().maxRSS);
