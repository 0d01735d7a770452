import { EMPTY_PLAN } from '../../src/plan/model.ts';
import { encode } from '../../src/run/journal.ts';
import type { RunState } from '../../src/run/state.ts';
import { emptyMemory, type Memory, memoryStore } from '../../src/store/memory.ts';
import type { NewEvent, Store } from '../../src/store/port.ts';
import { type FakeGit, fakeGit } from '../engine/fake-git.ts';
import { creation, ORIGIN } from '../engine/origin.ts';
import { type Crew, crewOf } from './agents.ts';
import { type Chance, oneIn } from './chance.ts';
import { baseTree } from './files.ts';
import type { Life } from './life.ts';
import { type Loop, virtualLoop } from './loop.ts';
import type { Scenario } from './scenario.ts';

/** What outlives any process: disk, git, time, and other processes. */
export interface World {
  readonly chance: Chance;
  readonly scenario: Scenario;
  readonly run: string;
  readonly loop: Loop;
  readonly git: FakeGit;
  readonly disk: Disk;
  /** The store for those who look on: nothing goes wrong with it. */
  readonly store: Store;
  readonly crew: Crew;
  readonly lives: Life[];
  /** The notices that people got. */
  readonly delivered: Set<number>;
  /** The run after each event, by its place in the journal, as the process had it that wrote the event; some are missing. */
  readonly states: (RunState | undefined)[];
  /** What the machine's clock says, after it was set by so many milliseconds. */
  readonly clock: (jump: number) => number;
  /** Whether git processes of a dead one go on without it. */
  readonly gitOutlives: (life: Life) => boolean;
  readonly gitWorks: <T>(life: Life, work: Promise<T>) => Promise<T>;
  readonly gitAtRest: () => Promise<readonly number[]>;
  /** From now on a process that was robbed of the run may still be at work. */
  readonly robbed: () => void;
  readonly isRobbed: () => boolean;
  /** For the story of a run. */
  readonly told: (what: string, life: Life | null) => void;
}

interface Disk {
  readonly memory: Memory;
  /** Leaves half of a transaction behind, as a death does. */
  readonly tear: (run: string, events: readonly NewEvent[]) => void;
  /** Drops a torn transaction, as a database does that finds one. */
  readonly mend: () => void;
}

const START = 1_700_000_000_000;

export function worldOf(
  chance: Chance,
  scenario: Scenario,
  tell: (at: number, what: string) => void = () => {},
): World {
  const loop = virtualLoop();
  const git = fakeGit(baseTree(scenario));
  const disk = diskOf();
  const lives: Life[] = [];
  const outlives = new Map<Life, boolean>();
  const gitOf = new Map<Life, number>();
  let shift = 0;
  let isRobbed = false;
  const gitOutlives = (life: Life): boolean => {
    const known = outlives.get(life) ?? oneIn(chance, 2);
    outlives.set(life, known);
    return known;
  };
  return {
    chance,
    scenario,
    run: 'run',
    loop,
    git,
    disk,
    store: memoryStore(
      ({ id }) => lives.some(({ owner, isAlive }) => owner.id === id && isAlive()),
      disk.memory,
    ),
    crew: crewOf(chance, loop, scenario, git, () => START + loop.now() + shift),
    delivered: new Set(),
    lives,
    states: [],
    clock(jump) {
      shift += jump;
      return START + loop.now() + shift;
    },
    gitOutlives,
    async gitWorks(life, work) {
      gitOf.set(life, (gitOf.get(life) ?? 0) + 1);
      const result = await work;
      gitOf.set(life, gitOf.get(life)! - 1);
      return result;
    },
    async gitAtRest() {
      const isBusy = (): boolean =>
        lives.some(life => !life.isAlive() && (gitOf.get(life) ?? 0) > 0 && gitOutlives(life));
      while (isBusy()) await loop.sleep(1);
      return [];
    },
    robbed: () => {
      isRobbed = true;
    },
    isRobbed: () => isRobbed,
    told: (what, life) => tell(loop.now(), life ? `${life.owner.id}: ${what}` : what),
  };
}

function diskOf(): Disk {
  const memory = emptyMemory();
  let torn: { readonly run: string; readonly length: number } | null = null;
  return {
    memory,
    tear(run, events) {
      const written = memory.runs.get(run)!.events;
      torn = { run, length: written.length };
      for (const event of events.slice(0, Math.ceil(events.length / 2))) {
        written.push({ ...event, seq: written.length + 1 });
      }
    },
    mend() {
      if (torn) memory.runs.get(torn.run)!.events.length = torn.length;
      torn = null;
    },
  };
}

/** The first event of the run, as the program writes it before it begins to drive. */
export async function create({ store, run, scenario, clock }: World): Promise<void> {
  const { settings, drafts, hasRecord } = scenario;
  const plan = drafts ? EMPTY_PLAN : scenario.plan;
  const origin = { goal: drafts && 'Build it.', record: hasRecord ? 'record' : null };
  const created = creation(run, plan, settings, {}, origin);
  const record = { id: run, repository: ORIGIN.repository, title: plan.title, createdAt: clock(0) };
  const creator = { id: 'life 1', host: 'here', pid: 1, startTime: '0' };
  await store.create(record, [encode(created, clock(0))], creator);
}
