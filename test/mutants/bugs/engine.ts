import type { Mutant } from '../mutant.ts';

/** The loop, the journal, what is under way, and how a process takes a run and leaves it. */
export const ENGINE: readonly Mutant[] = [
  {
    name: 'a lost lease is not noticed',
    file: 'src/engine/journal.ts',
    find: `if (!result.ok) throw new LostRun(\`another process drives run \${state.run}\`);
    seq = result.seq;`,
    replace: 'seq = result.ok ? result.seq : seq;',
  },
  {
    name: 'decisions are recorded later than the facts that led to them',
    file: 'src/engine/journal.ts',
    find: 'record: news => write(news, true),',
    replace: 'record: news => write(news, false).then(() => write([], true)),',
  },
  {
    name: 'the state runs ahead of the journal',
    file: 'src/engine/journal.ts',
    find: 'const result = await store.append(',
    replace: 'state = next;\n    const result = await store.append(',
  },
  {
    name: 'requests that come together are judged by the same state',
    file: 'src/engine/journal.ts',
    find: 'obey(next, item.number, item.command)',
    replace: 'obey(state, item.number, item.command)',
  },
  {
    name: 'two effects use the same slot',
    file: 'src/engine/flights.ts',
    find: '(wanted !== null && wanted === held)',
    replace: 'false',
  },
  {
    name: 'a run is closed while effects are under way',
    file: 'src/engine/flights.ts',
    find: `if (wanted === '*' || held === '*' || (`,
    replace: 'if ((',
  },
  {
    name: 'what is no longer asked for goes on',
    file: 'src/engine/flights.ts',
    find: 'if (!wanted.has(key)) stop.abort(UNWANTED);',
    replace: 'if (!wanted.has(key)) continue;',
  },
  {
    name: 'what is under way is left behind when the drive fails',
    file: 'src/engine/drive.ts',
    find: 'while (underWay.count() > 0) await inbox.stirred().catch(() => {});',
    replace: '',
  },
  {
    name: 'an interrupt that came early is ignored',
    file: 'src/engine/drive.ts',
    find: 'if (options.pause.aborted) pause();',
    replace: '',
  },
  {
    name: 'agents of a dead process are not swept away',
    file: 'src/engine/conduct.ts',
    find: 'await processes.sweep(state.origin.marker);',
    replace: '',
  },
  {
    name: 'git processes of a dead process are not waited for',
    file: 'src/engine/conduct.ts',
    find: 'const busy = await processes.gitAtRest();',
    replace: 'const busy: number[] = [];',
  },
  {
    name: 'a run is driven although git processes of a dead one are at work',
    file: 'src/engine/conduct.ts',
    find: 'if (busy.length > 0) {',
    replace: 'if (busy.length < 0) {',
  },
  {
    name: 'the lease is not given back',
    file: 'src/engine/conduct.ts',
    find: 'await store.release(state.run, owner).catch(() => {});',
    replace: '',
  },
  {
    name: 'a run is read before it is taken',
    file: 'src/engine/conduct.ts',
    find: `  const lease = await store.acquire(run, owner, now);
  if (!lease.ok) return lease;
  const loaded = await loadRun(store, run);`,
    replace: `  const loaded = await loadRun(store, run);
  const lease = await store.acquire(run, owner, now);
  if (!lease.ok) return lease;`,
  },
  {
    name: 'a run that another process holds is driven all the same',
    file: 'src/engine/conduct.ts',
    find: 'if (!lease.ok) return lease;',
    replace: '',
  },
  {
    name: 'a full disk is no reason to stop',
    file: 'src/engine/perform/git.ts',
    find: `  'disk_full',\n`,
    replace: '',
  },
  {
    name: 'a damaged journal is driven on',
    file: 'src/engine/load.ts',
    find: 'if (!fits) throw damaged(',
    replace: 'if (!entry) throw damaged(',
  },
];
