/** Tries one slice in a process of its own, which may hang, run out of memory or change its folder. */
import { type Slice, tryAll } from './slice.ts';
import { loadTarget } from './target.ts';

const [slice, tellMs] = JSON.parse(process.argv[2] ?? '') as [Slice, number];
await tryAll(slice, await loadTarget(slice.target), progress => process.send?.(progress), tellMs);
process.disconnect();
