/**
 * Plants bugs in copies of the sources, one at a time, and sees whether the simulator or the tests catch them:
 *
 *     npm run mutants -- [--only TEXT] [--part K/N] [--list]
 *
 * `--part 2/8` takes every eighth of them, from the second on. One may get away.
 */
import { parseArgs } from 'node:util';
import { copyOf, withBug } from './copy.ts';
import { type Judge, type Judgement, judge, judgesOf, SIMULATOR } from './judge.ts';
import { type Mutant, ROOT, unplantable } from './mutant.ts';
import { MUTANTS } from './mutants.ts';

/** Copies, each with one bug at a time in it. */
const COPIES = 2;
const MAX_SURVIVORS = 1;
/** A judge that takes that much longer than without a bug is not going to come to an end. */
const PATIENCE = 4;
const PATIENCE_MS = 20_000;
const SOUND_LIMIT_MS = 600_000;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    part: { type: 'string', default: '1/1' },
    list: { type: 'boolean', default: false },
  },
});
const [, part, parts] = (/^(\d{1,4})\/(\d{1,4})$/.exec(values.part) ?? [null, '0', '0']).map(Number) as [
  number,
  number,
  number,
];
const chosen = MUTANTS.filter(({ name, file }) => `${name} ${file}`.includes(values.only)).filter(
  (_, index) => index % parts === part - 1,
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
process.exitCode = values.list ? list() : await hunt();

function list(): number {
  for (const { name, file } of chosen) console.log(`${file.padEnd(34)}${name}`);
  return 0;
}

async function hunt(): Promise<number> {
  const copies = Array.from({ length: COPIES }, () => copyOf(ROOT));
  const faults = unplantable(chosen, copies[0]!);
  if (faults.length > 0 || chosen.length === 0) {
    console.error(
      faults.length > 0
        ? faults.join('\n')
        : `no mutant has "${values.only}" in its name or file and is in part ${values.part}`,
    );
    return 2;
  }
  const limits = await soundness(copies);
  if (limits === null) return 2;
  const survivors: string[] = [];
  let bySimulator = 0;
  await eachInTurn(chosen, copies, async (mutant, copy) => {
    const { caught, by, ms } = await judged(mutant, copy, limits);
    if (caught === null) survivors.push(`${mutant.name} (${mutant.file})`);
    else if (by === SIMULATOR) bySimulator += 1;
    const verdict = caught === null ? 'SURVIVED' : `caught   by ${caught}`;
    console.log(`${verdict.padEnd(50)}${seconds(ms).padStart(7)}  ${mutant.name}`);
  });
  const planted = chosen.length;
  const found = planted - survivors.length;
  console.log(
    `mutants: ${planted} planted, ${found} caught (${bySimulator} by the simulator, ${found - bySimulator} by tests), ` +
      `${survivors.length} survived`,
  );
  for (const survivor of survivors) console.log(`  survived: ${survivor}`);
  return survivors.length > MAX_SURVIVORS ? 1 : 0;
}

/** How long each judge may take; null where one finds fault with the sound sources, so that its word proves nothing. */
async function soundness(copies: readonly string[]): Promise<ReadonlyMap<Judge, number> | null> {
  const judges = [...new Set(chosen.flatMap(judgesOf))];
  const limits = new Map<Judge, number>();
  await eachInTurn(judges, copies, async (each, copy) => {
    const { caught, ms } = await judge(each, copy, SOUND_LIMIT_MS);
    if (caught === null) limits.set(each, PATIENCE_MS + PATIENCE * ms);
    else console.error(`nothing is proved: without a bug there is a fault found by ${caught}`);
    console.log(`${'sound'.padEnd(50)}${seconds(ms).padStart(7)}  ${each.name}`);
  });
  return limits.size === judges.length ? limits : null;
}

/** What the judges say, one after the other, up to the first that catches the bug. */
function judged(
  mutant: Mutant,
  copy: string,
  limits: ReadonlyMap<Judge, number>,
): Promise<Judgement & { readonly by: Judge | null }> {
  return withBug(mutant, copy, async () => {
    let ms = 0;
    for (const each of judgesOf(mutant)) {
      const judgement = await judge(each, copy, limits.get(each)!);
      ms += judgement.ms;
      if (judgement.caught !== null) return { ...judgement, by: each, ms };
    }
    return { caught: null, by: null, ms };
  });
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}

/** Hands the items out to the copies, each of which takes the next one when it is done. */
async function eachInTurn<T>(
  items: readonly T[],
  copies: readonly string[],
  work: (item: T, copy: string) => Promise<void>,
): Promise<void> {
  const left = items.values();
  await Promise.all(
    copies.map(async copy => {
      for (const item of left) await work(item, copy);
    }),
  );
}
