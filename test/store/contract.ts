import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SILENCE_LIMIT_MS } from '../../src/store/lease.ts';
import type { IsAlive, NewEvent, Store } from '../../src/store/port.ts';
import { event, events, owner, run } from './samples.ts';

/** One place where journals are kept; each `open` is what another process would have of it. */
export interface Place {
  open(): Promise<Store>;
  dispose(): Promise<void>;
}

/** What every store must do, whatever it is made of. */
export function storeContract(title: string, place: (isAlive: IsAlive) => Promise<Place>): void {
  describe(title, () => {
    const at: Stage = { dead: new Set(), store: null as never, other: null as never };
    let current: Place;

    beforeEach(async () => {
      at.dead.clear();
      current = await place(({ id }) => !at.dead.has(id));
      at.store = await current.open();
      at.other = await current.open();
    });
    afterEach(async () => {
      await at.store.close();
      await at.other.close();
      await current.dispose();
    });

    journals(at);
    contents(at);
    lists(at);
    leases(at);
    takeovers(at);
    requests(at);
  });
}

interface Stage {
  readonly dead: Set<string>;
  store: Store;
  /** A second handle on the same place. */
  other: Store;
}

const ada = owner('ada');
const bob = owner('bob');
const eve = owner('eve', 'elsewhere');

function journals(at: Stage): void {
  it('begins a journal once, numbered from 1', async () => {
    expect(await at.store.create(run('r'), events(2), ada)).toEqual({ ok: true, seq: 2 });
    expect(await at.other.create(run('r'), events(5), bob)).toEqual({ ok: false, reason: 'exists' });
    expect(await at.other.read('r')).toEqual(
      events(2).map((sample, index) => ({ seq: index + 1, ...sample })),
    );
    expect(await at.store.append('r', 2, events(1), ada)).toEqual({ ok: true, seq: 3 });
  });

  it('begins a journal without events', async () => {
    expect(await at.store.create(run('r'), [], ada)).toEqual({ ok: true, seq: 0 });
    expect(await at.other.read('r')).toEqual([]);
    expect(await at.store.append('r', 0, events(1), ada)).toEqual({ ok: true, seq: 1 });
  });

  it('keeps the order of events within and across appends', async () => {
    await at.store.create(run('r'), [event('a')], ada);
    expect(await at.store.append('r', 1, [event('b'), event('c')], ada)).toEqual({ ok: true, seq: 3 });
    expect(await at.store.append('r', 3, [event('d')], ada)).toEqual({ ok: true, seq: 4 });
    const stored = await at.other.read('r');
    expect(stored.map(({ seq, data }) => [seq, JSON.parse(data)])).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
      [4, 'd'],
    ]);
  });

  it('refuses an append that does not know the end, and writes nothing', async () => {
    await at.store.create(run('r'), events(3), ada);
    for (const after of [0, 2, 4]) {
      const answer = await at.store.append('r', after, [event('lost')], ada);
      expect(answer).toEqual({ ok: false, reason: 'conflict', seq: 3 });
    }
    expect(await at.store.read('r')).toHaveLength(3);
  });

  it('takes an append without events as a question for the end', async () => {
    await at.store.create(run('r'), events(3), ada);
    expect(await at.store.append('r', 3, [], ada)).toEqual({ ok: true, seq: 3 });
    expect(await at.store.append('r', 2, [], ada)).toEqual({ ok: false, reason: 'conflict', seq: 3 });
  });

  it('reads what comes after a number', async () => {
    await at.store.create(run('r'), events(5), ada);
    const numbers = async (after: number) => (await at.other.read('r', after)).map(({ seq }) => seq);
    expect(await numbers(0)).toEqual([1, 2, 3, 4, 5]);
    expect(await numbers(3)).toEqual([4, 5]);
    expect(await numbers(5)).toEqual([]);
    expect(await numbers(99)).toEqual([]);
  });

  it('gives an answer that later appends do not change', async () => {
    await at.store.create(run('r'), events(1), ada);
    const before = await at.store.read('r');
    await at.store.append('r', 1, events(1), ada);
    expect(before).toHaveLength(1);
  });

  it('knows nothing of an unknown run', async () => {
    expect(await at.store.read('nope')).toEqual([]);
    expect(await at.store.append('nope', 0, events(1), ada)).toEqual({ ok: false, reason: 'lease_lost' });
    expect(await at.store.acquire('nope', ada, 0)).toEqual({ ok: false, reason: 'unknown_run' });
    expect(await at.store.heartbeat('nope', ada, 0)).toBe(false);
    expect(await at.store.holder('nope')).toBeNull();
    expect(await at.store.post('nope', { id: 'c', at: 0, data: '{}' })).toBe(false);
    expect(await at.store.commands('nope', 0)).toEqual([]);
    await at.store.release('nope', ada);
    await at.store.remove('nope');
    expect(await at.store.runs()).toEqual([]);
  });
}

function contents(at: Stage): void {
  const roundTrips = (title: string, sample: () => readonly NewEvent[]) =>
    it(`gives back ${title}`, async () => {
      const written = sample();
      await at.store.create(run('r'), [event('first')], ada);
      expect(await at.store.append('r', 1, written, ada)).toEqual({ ok: true, seq: written.length + 1 });
      const stored = await at.other.read('r', 1);
      const same = stored.every(({ seq, at: time, version, data }, index) => {
        const given = written[index];
        return seq === index + 2 && time === given?.at && version === given.version && data === given.data;
      });
      expect({ count: stored.length, same }).toEqual({ count: written.length, same: true });
    });

  roundTrips('an event of 5 MB', () => [event('ü'.repeat(2_621_440))]);
  roundTrips('10,000 events of one append', () => events(10_000));
  roundTrips('text of every kind', () =>
    [
      '',
      '\0',
      'a\0b',
      '\u{1F9ED} Ω ñ',
      'e\u0301 \u00e9',
      '\ufeff',
      '\u2028',
      '\r\n',
      '\ud800',
      "';--",
      '\uffff',
    ].map(event),
  );
  roundTrips('the edges of time and version', () => [
    { at: 0, version: 0, data: '' },
    { at: -1, version: 1, data: 'null' },
    { at: 8_640_000_000_000_000, version: 2_147_483_647, data: '"last day"' },
  ]);

  it('keeps names of runs as they are', async () => {
    const odd = { ...run('r-ü\u{1F9ED}'), repository: `/tmp/a b/'"\n/ü.git`, title: 'Ω\0 "title"' };
    await at.store.create(odd, events(1), ada);
    expect(await at.other.runs({ repository: odd.repository })).toEqual([{ ...odd, seq: 1 }]);
    expect(await at.other.read(odd.id)).toHaveLength(1);
  });
}

function lists(at: Stage): void {
  it('lists runs, the last begun first, even after the clock went back', async () => {
    await at.store.create(run('a', '/one', 300), events(2), ada);
    await at.other.create(run('b', '/two', 200), events(1), bob);
    await at.store.create(run('c', '/one', 100), events(1), ada);
    await at.store.append('a', 2, events(3), ada);
    expect(await at.other.runs()).toEqual([
      { ...run('c', '/one', 100), seq: 1 },
      { ...run('b', '/two', 200), seq: 1 },
      { ...run('a', '/one', 300), seq: 5 },
    ]);
    expect((await at.store.runs({ repository: '/one' })).map(({ id }) => id)).toEqual(['c', 'a']);
    expect(await at.store.runs({ repository: '/on' })).toEqual([]);
  });

  it('forgets all of one run and nothing of another', async () => {
    for (const id of ['a', 'b']) {
      await at.store.create(run(id), events(3), ada);
      await at.store.post(id, { id: 'c', at: 1, data: '{}' });
    }
    await at.other.remove('a');
    expect((await at.store.runs()).map(({ id }) => id)).toEqual(['b']);
    expect(await at.store.read('a')).toEqual([]);
    expect(await at.store.commands('a', 0)).toEqual([]);
    expect(await at.store.append('a', 3, events(1), ada)).toEqual({ ok: false, reason: 'lease_lost' });
    expect(await at.store.read('b')).toHaveLength(3);
    expect(await at.store.commands('b', 0)).toHaveLength(1);
    expect(await at.other.create(run('a'), events(1), bob)).toEqual({ ok: true, seq: 1 });
    expect(await at.store.read('a')).toHaveLength(1);
    expect(await at.store.commands('a', 0)).toEqual([]);
  });
}

function leases(at: Stage): void {
  it('gives the lease to the one who begins', async () => {
    await at.store.create(run('r', '/repo', 7), events(1), ada);
    expect(await at.other.holder('r')).toEqual({ owner: ada, heartbeatAt: 7 });
    const holder = { owner: ada, heartbeatAt: 7 };
    expect(await at.other.acquire('r', bob, 8)).toEqual({ ok: false, reason: 'held', holder });
    expect(await at.other.append('r', 1, events(1), bob)).toEqual({ ok: false, reason: 'lease_lost' });
  });

  it('leaves the lease alone when a run of that name exists', async () => {
    await at.store.create(run('r'), events(1), ada);
    await at.other.create(run('r'), events(1), bob);
    expect((await at.store.holder('r'))?.owner).toEqual(ada);
  });

  it('gives a released lease to the next', async () => {
    await at.store.create(run('r'), events(1), ada);
    await at.store.release('r', ada);
    expect(await at.other.holder('r')).toBeNull();
    expect(await at.store.append('r', 1, events(1), ada)).toEqual({ ok: false, reason: 'lease_lost' });
    expect(await at.other.acquire('r', bob, 9)).toEqual({ ok: true, from: null });
    expect(await at.store.holder('r')).toEqual({ owner: bob, heartbeatAt: 9 });
    expect(await at.other.append('r', 1, events(1), bob)).toEqual({ ok: true, seq: 2 });
  });

  it('gives the holder its own lease again', async () => {
    await at.store.create(run('r'), events(1), ada);
    expect(await at.other.acquire('r', ada, 50)).toEqual({ ok: true, from: null });
    expect(await at.store.holder('r')).toEqual({ owner: ada, heartbeatAt: 50 });
  });

  it('takes heartbeats from the holder only', async () => {
    await at.store.create(run('r'), events(1), ada);
    expect(await at.store.heartbeat('r', ada, 20)).toBe(true);
    expect(await at.store.heartbeat('r', bob, 30)).toBe(false);
    expect(await at.other.holder('r')).toEqual({ owner: ada, heartbeatAt: 20 });
  });

  it('ignores a release by another', async () => {
    await at.store.create(run('r'), events(1), ada);
    await at.other.release('r', bob);
    expect((await at.other.holder('r'))?.owner).toEqual(ada);
  });

  it('holds each run by itself', async () => {
    await at.store.create(run('a'), events(1), ada);
    await at.other.create(run('b'), events(1), bob);
    expect(await at.store.append('b', 1, events(1), ada)).toEqual({ ok: false, reason: 'lease_lost' });
    await at.store.release('a', ada);
    expect((await at.store.holder('b'))?.owner).toEqual(bob);
  });
}

function takeovers(at: Stage): void {
  it('takes the lease of a dead owner at once', async () => {
    await at.store.create(run('r', '/repo', 100), events(1), ada);
    at.dead.add('ada');
    expect(await at.other.holder('r')).toBeNull();
    expect(await at.other.acquire('r', bob, 100)).toEqual({ ok: true, from: ada });
    expect(await at.other.append('r', 1, events(1), bob)).toEqual({ ok: true, seq: 2 });
  });

  it('refuses everything of a former owner that comes back', async () => {
    await at.store.create(run('r'), events(1), ada);
    at.dead.add('ada');
    await at.other.acquire('r', bob, 5);
    expect(await at.store.append('r', 1, events(1), ada)).toEqual({ ok: false, reason: 'lease_lost' });
    expect(await at.store.heartbeat('r', ada, 6)).toBe(false);
    await at.store.release('r', ada);
    expect(await at.store.holder('r')).toEqual({ owner: bob, heartbeatAt: 5 });
    const holder = { owner: bob, heartbeatAt: 5 };
    expect(await at.store.acquire('r', ada, 7)).toEqual({ ok: false, reason: 'held', holder });
    expect(await at.other.read('r')).toHaveLength(1);
  });

  it('does not take the lease of a living owner of this host, however silent', async () => {
    await at.store.create(run('r', '/repo', 0), events(1), ada);
    const answer = await at.other.acquire('r', bob, 1_000 * SILENCE_LIMIT_MS);
    expect(answer).toEqual({ ok: false, reason: 'held', holder: { owner: ada, heartbeatAt: 0 } });
  });

  it('takes the lease of another host only after a long silence', async () => {
    await at.store.create(run('r', '/repo', 0), events(1), eve);
    await at.store.heartbeat('r', eve, 1_000);
    const holder = { owner: eve, heartbeatAt: 1_000 };
    const answer = await at.other.acquire('r', bob, 1_000 + SILENCE_LIMIT_MS);
    expect(answer).toEqual({ ok: false, reason: 'held', holder });
    expect(await at.other.acquire('r', bob, 1_001 + SILENCE_LIMIT_MS)).toEqual({ ok: true, from: eve });
    expect(await at.store.append('r', 1, events(1), eve)).toEqual({ ok: false, reason: 'lease_lost' });
  });

  it('lets one of many that want the same lease have it', async () => {
    await at.store.create(run('r'), events(1), ada);
    at.dead.add('ada');
    const wanting = Array.from({ length: 20 }, (_, index) => owner(`o${index}`));
    const answers = await Promise.all(
      wanting.map((one, index) => (index % 2 === 0 ? at.store : at.other).acquire('r', one, 1)),
    );
    expect(answers.filter(({ ok }) => ok)).toEqual([{ ok: true, from: ada }]);
  });

  it('lets one of two handles that append at once go first', async () => {
    await at.store.create(run('r'), events(1), ada);
    const answers = await Promise.all([
      at.store.append('r', 1, [event('one')], ada),
      at.other.append('r', 1, [event('two')], ada),
    ]);
    expect(answers.filter(({ ok }) => ok)).toEqual([{ ok: true, seq: 2 }]);
    expect(answers).toContainEqual({ ok: false, reason: 'conflict', seq: 2 });
    expect(await at.store.read('r')).toHaveLength(2);
  });
}

function requests(at: Stage): void {
  const request = (id: string, data = '{}') => ({ id, at: 1, data });

  it('keeps requests in order for whoever drives the run, lease or not', async () => {
    await at.store.create(run('r'), events(1), ada);
    for (const id of ['z', 'y', 'x']) expect(await at.other.post('r', request(id, `{"${id}":1}`))).toBe(true);
    const all = [
      { seq: 1, ...request('z', '{"z":1}') },
      { seq: 2, ...request('y', '{"y":1}') },
      { seq: 3, ...request('x', '{"x":1}') },
    ];
    expect(await at.store.commands('r', 0)).toEqual(all);
    expect(await at.store.commands('r', 1)).toEqual(all.slice(1));
    expect(await at.store.commands('r', 3)).toEqual([]);
    expect(await at.store.commands('r', 9)).toEqual([]);
  });

  it('takes a request once, however often it is posted', async () => {
    await at.store.create(run('r'), events(1), ada);
    await at.store.create(run('s'), events(1), ada);
    await at.store.post('r', request('c', '"first"'));
    expect(await at.other.post('r', request('c', '"second"'))).toBe(true);
    expect(await at.store.post('s', request('c'))).toBe(true);
    expect(await at.store.commands('r', 0)).toEqual([{ seq: 1, ...request('c', '"first"') }]);
    expect(await at.store.commands('s', 0)).toHaveLength(1);
  });
}
