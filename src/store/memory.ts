import { mayTake } from './lease.ts';
import type {
  Holder,
  IsAlive,
  LeaseResult,
  NewEvent,
  Owner,
  RunRecord,
  Store,
  StoredCommand,
  StoredEvent,
} from './port.ts';

/** What outlives a process in a test: stores over the same memory see each other's runs. */
export interface Memory {
  readonly runs: Map<string, RunMemory>;
}

interface RunMemory {
  readonly record: Omit<RunRecord, 'seq'>;
  readonly events: StoredEvent[];
  readonly commands: StoredCommand[];
  holder: Holder | null;
}

export const emptyMemory = (): Memory => ({ runs: new Map() });

/** Keeps journals for as long as the process lives. */
export function memoryStore(isAlive: IsAlive, { runs }: Memory = emptyMemory()): Store {
  return {
    async create({ id, repository, title, createdAt }, events, owner) {
      if (runs.has(id)) return { ok: false, reason: 'exists' };
      const record = { id, repository, title, createdAt };
      const run = { record, events: [], commands: [], holder: { owner, heartbeatAt: createdAt } };
      runs.set(id, run);
      return { ok: true, seq: push(run.events, events) };
    },

    async append(id, after, events, owner) {
      const run = runs.get(id);
      if (run?.holder?.owner.id !== owner.id) return { ok: false, reason: 'lease_lost' };
      const seq = run.events.length;
      if (seq !== after) return { ok: false, reason: 'conflict', seq };
      return { ok: true, seq: push(run.events, events) };
    },

    read: async (id, after = 0) => runs.get(id)?.events.slice(Math.max(0, after)) ?? [],

    async runs({ repository } = {}) {
      return [...runs.values()]
        .reverse()
        .filter(({ record }) => repository === undefined || record.repository === repository)
        .map(({ record, events }) => ({ ...record, seq: events.length }));
    },

    async acquire(id, owner, now) {
      const run = runs.get(id);
      return run === undefined ? { ok: false, reason: 'unknown_run' } : take(run, owner, now, isAlive);
    },

    async heartbeat(id, owner, now) {
      const run = runs.get(id);
      if (run?.holder?.owner.id !== owner.id) return false;
      run.holder = { owner: run.holder.owner, heartbeatAt: now };
      return true;
    },

    async release(id, owner) {
      const run = runs.get(id);
      if (run?.holder?.owner.id === owner.id) run.holder = null;
    },

    async holder(id) {
      const holder = runs.get(id)?.holder ?? null;
      return holder !== null && isAlive(holder.owner) ? holder : null;
    },

    async post(id, { id: command, at, data }) {
      const commands = runs.get(id)?.commands;
      if (commands === undefined) return false;
      if (!commands.some(posted => posted.id === command))
        commands.push({ seq: commands.length + 1, id: command, at, data });
      return true;
    },

    commands: async (id, after) => runs.get(id)?.commands.slice(Math.max(0, after)) ?? [],

    async remove(id) {
      runs.delete(id);
    },

    async close() {},
  };
}

function take(run: RunMemory, owner: Owner, now: number, isAlive: IsAlive): LeaseResult {
  const { holder } = run;
  if (holder !== null && !mayTake(holder, owner, now, isAlive)) return { ok: false, reason: 'held', holder };
  run.holder = { owner, heartbeatAt: now };
  return { ok: true, from: holder === null || holder.owner.id === owner.id ? null : holder.owner };
}

/** The number of the last event. */
function push(journal: StoredEvent[], events: readonly NewEvent[]): number {
  for (const { at, version, data } of events) journal.push({ seq: journal.length + 1, at, version, data });
  return journal.length;
}
