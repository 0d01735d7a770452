import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { developers, SCRIPTED_RUN, type Workshop, workshop } from '../cli/workshop.ts';
import { random } from '../fuzz/random.ts';
import {
  commitFrames,
  type Damaged,
  damagedFrames,
  damagedPages,
  type Files,
  logUpTo,
  PAGE_BYTES,
  staleIndexes,
} from '../store/damage.ts';
import { filesIn, outcome, put } from '../store/outcome.ts';
import { owner } from '../store/samples.ts';
import { MINUTES, SEED } from './rounds.ts';
import { tally } from './tally.ts';

const PLAN = '# Three\n\n### Task 1: One\n### Task 2: Two\n### Task 3: Three\nDepends on: 1\n';
const RUN = [...SCRIPTED_RUN, '--check', 'true'];
const write = { write: { path: '{phase}.txt', content: '{phase}' } };

/** Memory where there is such a disk: what is tried here is not how long a disk takes. */
const MEMORY = '/dev/shm';
const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'phasewright-damage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Specimens {
  /** A finished run, all of it in the database. */
  readonly first: Files;
  /** With a second one, and one that was killed and for which requests wait; these are in the log. */
  readonly live: Files & { readonly log: Buffer };
  /** The same, all of it in the database. */
  readonly second: Files;
}
let made: Promise<Specimens> | null = null;

const specimens = (): Promise<Specimens> => {
  made ??= makeSpecimens();
  return made;
};

async function makeSpecimens(): Promise<Specimens> {
  const shop = workshop({ 'plan.md': PLAN, 'script.json': developers({ '*': [[write]] }) });
  expect(await shop.run(...RUN)).toMatchObject({ code: 0 });
  // Refused, and written down all the same.
  expect(await shop.run('retry', 'last', '1')).toMatchObject({ code: 1 });
  const first = filesIn(shop.home);
  // As long as somebody has it open, the log stays as it is.
  const holder = await openSqliteStore({ file: join(shop.home, 'journal.db'), isAlive: () => true });
  shop.git('branch', '-m', 'work', 'earlier');
  expect(await shop.run(...RUN)).toMatchObject({ code: 0 });
  shop.git('branch', '-m', 'work', 'second');
  expect(await shop.runWith({ PHASEWRIGHT_TEST_KILL: 'after:9' }, ...RUN)).toMatchObject({ code: null });
  const [killed] = await holder.runs();
  for (const phase of ['2', '3']) {
    const data = JSON.stringify({ type: 'skip', phase });
    await holder.post(killed!.id, { id: phase, at: 1, data });
  }
  const { log, ...rest } = filesIn(shop.home);
  await holder.close();
  return { first, live: { ...rest, log: log! }, second: filesIn(shop.home) };
}

const told = (files: Files): Promise<string> => outcome(put(files, folder));

/** What a damaged store tells, and tells again: opening and closing it must not make things worse. */
async function toldTwice(files: Damaged, sound: string): Promise<string> {
  const once = await told(files);
  const again = await outcome(join(folder, 'journal.db'));
  const mayDiffer = once.startsWith('refused') && (again.startsWith('refused') || again === sound);
  if (again !== once && !mayDiffer)
    expect.fail(`${files.what}: told ${shown(once)} at first and ${shown(again)} later`);
  return once;
}

const shown = (text: string): string =>
  text.length > 300 ? `${text.slice(0, 300)}… (${text.length})` : text;
const isRefused = (text: string): boolean => text.startsWith('refused: ');

describe('a damaged database', () => {
  it(`tells all that it told, or that it is damaged (seed ${SEED})`, { timeout: 5 * MINUTES }, async () => {
    const { first, second } = await specimens();
    const tried = await refusedOrSame(second, damagedPages(second, first.database, random(SEED)));
    tally('damaged journals', tried);
  });

  it('does so where it is too large to be examined as a whole', { timeout: 5 * MINUTES }, async () => {
    const { first, second } = await specimens();
    const large = await enlarged(second);
    const r = random(SEED);
    const pages = [...Array(first.database.length / PAGE_BYTES).keys()].map(page =>
      page % 2 === 0 ? page : r.below(large.database.length / PAGE_BYTES),
    );
    const tried = await refusedOrSame(large, damagedPages(large, first.database, r, pages, 2));
    tally('damaged journals', tried);
  });

  it('is refused where it was emptied and its log was not', async () => {
    const { live } = await specimens();
    const text = await told({ ...live, database: Buffer.alloc(0) });
    expect(text).toBe('refused: corrupt');
    expect(filesIn(folder).log?.equals(live.log)).toBe(true);
    tally('damaged journals', 1);
  });
});

/** How many were tried. None may tell anything else than the sound one. */
async function refusedOrSame(files: Files, damages: Iterable<Damaged>): Promise<number> {
  const sound = await told(files);
  expect(isRefused(sound)).toBe(false);
  let tried = 0;
  let refused = 0;
  for (const damaged of damages) {
    const text = await toldTwice(damaged, sound);
    tried += 1;
    if (isRefused(text)) refused += 1;
    else if (text !== sound) expect.fail(`${damaged.what}: ${shown(text)}`);
  }
  // The rest hit bytes that nothing stands in.
  expect(refused).toBeGreaterThan(tried / 3);
  return tried;
}

const LARGE_BYTES = 5_000_000;

/** With one more run, of many large events. */
async function enlarged(files: Files): Promise<Files> {
  const store = await openSqliteStore({ file: put(files, folder), isAlive: () => true });
  const event = { at: 1, version: 1, data: JSON.stringify('x'.repeat(LARGE_BYTES / 500)) };
  const run = { id: 'large', repository: '/repository', title: 'Large', createdAt: 1 };
  await store.create(
    run,
    Array.from({ length: 500 }, () => event),
    owner('ada'),
  );
  await store.close();
  return filesIn(folder);
}

function* every<T>(step: number, items: Iterable<T>): Generator<T> {
  let index = 0;
  for (const item of items) {
    if (index % step === 0) yield item;
    index += 1;
  }
}

describe('a damaged log', () => {
  it(`is told up to the last transaction before the damage (seed ${SEED})`, {
    timeout: 5 * MINUTES,
  }, async () => {
    const { live } = await specimens();
    const prefixes = await prefixesOf(live);
    const commits = commitFrames(live.log);
    const sound = await told(live);
    expect(prefixes.get(commits.at(-1)!)).toBe(sound);
    expect(new Set(prefixes.values()).size).toBeGreaterThan(10);
    let tried = 0;
    for (const damaged of damagedFrames(live, random(SEED))) {
      const text = await toldTwice(damaged, sound);
      tried += 1;
      const before = prefixes.get(commits.findLast(frame => frame < damaged.frame) ?? NOTHING);
      if (text !== before) expect.fail(`${damaged.what}: ${shown(text)}`);
    }
    tally('damaged journals', tried);
  });

  it('does not matter where only its index is damaged', { timeout: 5 * MINUTES }, async () => {
    const { live } = await specimens();
    const sound = await told(live);
    let tried = 0;
    for (const damaged of staleIndexes(live, random(SEED))) {
      const text = await toldTwice(damaged, sound);
      tried += 1;
      if (text !== sound) expect.fail(`${damaged.what}: ${shown(text)}`);
    }
    tally('damaged journals', tried);
  });

  it('beside a database that is not its own makes no third journal of the two', {
    timeout: 5 * MINUTES,
  }, async () => {
    const { first, live, second } = await specimens();
    const prefixes = new Set((await prefixesOf(live)).values());
    let tried = 0;
    for (const database of [first.database, second.database, await newDatabase()]) {
      const alone = await told({ database, log: null, index: null });
      for (const end of commitFrames(live.log)) {
        const text = await told({ database, log: logUpTo(live.log, end + 1), index: null });
        tried += 1;
        if (!isRefused(text) && text !== alone && !prefixes.has(text))
          expect.fail(`a log of ${end + 1} frames: ${shown(text)}`);
      }
    }
    tally('damaged journals', tried);
  });
});

/** Before the first frame. */
const NOTHING = -1;

/** What there was to tell after each transaction, by the frame with which it ended. */
async function prefixesOf(live: Files & { readonly log: Buffer }): Promise<ReadonlyMap<number, string>> {
  const prefixes = new Map<number, string>();
  for (const end of [NOTHING, ...commitFrames(live.log)])
    prefixes.set(end, await told({ ...live, log: logUpTo(live.log, end + 1) }));
  return prefixes;
}

async function newDatabase(): Promise<Buffer> {
  await told({ database: Buffer.alloc(0), log: null, index: null });
  return filesIn(folder).database;
}

describe('the program', () => {
  /** A run that was killed on its way, in a repository of its own. */
  async function killedRun(moment: string): Promise<Workshop> {
    const shop = workshop({ 'plan.md': PLAN, 'script.json': developers({ '*': [[write]] }) });
    expect(await shop.runWith({ PHASEWRIGHT_TEST_KILL: moment }, ...RUN)).toMatchObject({ code: null });
    return shop;
  }

  it('says what is damaged and what to do', { timeout: 5 * MINUTES }, async () => {
    const shop = await killedRun('after:9');
    const files = filesIn(shop.home);
    await outcome(join(shop.home, 'journal.db'));
    const whole = filesIn(shop.home);
    const sound = await shop.run('status', '--json');
    expect(sound).toMatchObject({ code: 0, err: '' });
    const damages = [...damagedPages(whole, files.database, random(SEED))];
    let tried = 0;
    for (const damaged of every(Math.ceil(damages.length / 20), damages)) {
      for (const words of [
        ['status', '--json'],
        ['resume', '--json'],
      ]) {
        const isSame = !isRefused(await told(damaged));
        if (isSame && words[0] === 'resume') continue;
        put(damaged, shop.home);
        const { code, out, err } = await shop.run(...words);
        tried += 1;
        if (isSame)
          expect({ what: damaged.what, code, out }).toEqual({ what: damaged.what, code: 0, out: sound.out });
        else {
          expect({ what: damaged.what, code, out }).toEqual({ what: damaged.what, code: 1, out: '' });
          expect(err).toMatch(/^error: .*journal\.db.*\nhint: [A-Z].*\.\n$/);
        }
      }
    }
    tally('damaged journals', tried);
  });

  it.each([0.4, 0.6, 0.8, 0.95])(
    'goes on from what is left of a log that was cut at %d of it',
    {
      timeout: 5 * MINUTES,
    },
    async share => {
      const shop = await killedRun('after:12');
      const { log, ...rest } = filesIn(shop.home);
      put({ ...rest, log: log!.subarray(0, Math.floor(log!.length * share)) }, shop.home);
      expect(await shop.run('resume', '--json')).toMatchObject({ code: 0 });
      expect(shop.git('show', 'work:1.txt', 'work:2.txt', 'work:3.txt')).toBe('123');
      const phases = shop.git(
        'log',
        '--format=%(trailers:key=Phasewright-Phase,valueonly,separator=)',
        'main..work',
      );
      expect(phases.trim().split('\n').toSorted()).toEqual(['1', '2', '3']);
      tally('damaged journals', 1);
    },
  );
});
