import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Cassette } from '../../../src/agent/cassette/cassette.ts';
import { replayDriver } from '../../../src/agent/cassette/replay.ts';
import { scratch } from '../../cli/phasewright.ts';
import { ASSIGNMENT, converse, type Given, texts } from '../conversation.ts';
import { CASSETTE, FIRST, named, putCassette } from './sample.ts';

const replayed = (folder: string, given: Given = {}, name = FIRST) =>
  converse(named(replayDriver(folder), name), given);

const failureOf = async (folder: string, given: Given = {}) => {
  const { result } = await replayed(folder, given);
  if (result.status !== 'failed') expect.fail(`ended as ${result.status}`);
  expect(result.failure.category).toBe('agent_error');
  return result.failure.message;
};

describe('a session that was recorded', () => {
  it('tells what it told and ends as it ended', async () => {
    const folder = scratch();
    putCassette(folder, CASSETTE);
    const { events, result } = await replayed(folder);
    expect(events).toEqual(CASSETTE.events);
    expect(result).toEqual(CASSETTE.result);
  });

  it('fails as it failed', async () => {
    const folder = scratch();
    const failure = { category: 'infra.quota', message: 'Used up.', retryAt: 5 } as const;
    putCassette(folder, { ...CASSETTE, result: { ...CASSETTE.result, status: 'failed', failure } });
    expect((await replayed(folder)).result).toMatchObject({ status: 'failed', failure });
  });

  it('makes its changes, but not where it may only read', async () => {
    const folder = scratch();
    const changes = [
      { path: 'a/b.txt', mode: 'file', text: 'ü\n' },
      { path: 'run', mode: 'executable', base64: '/wA=' },
      { path: 'a/link', mode: 'link', text: '../run' },
    ];
    putCassette(folder, { ...CASSETTE, changes });
    const { cwd } = await replayed(folder);
    expect(readFileSync(join(cwd, 'a/b.txt'), 'utf8')).toBe('ü\n');
    expect(readFileSync(join(cwd, 'a/link'))).toEqual(Buffer.from([255, 0]));
    const reading = await replayed(folder, { permissions: 'read-only' });
    expect(readdirSync(reading.cwd)).toEqual([]);
    expect(reading.result.status).toBe('completed');
  });

  it('puts a file where empty folders are, but not where one holds a file', async () => {
    const folder = scratch();
    putCassette(folder, { ...CASSETTE, changes: [{ path: 'a', mode: 'file', text: 'a\n' }] });
    const [empty, full] = [scratch(), scratch()];
    for (const place of [empty, full]) mkdirSync(join(place, 'a/b/c'), { recursive: true });
    writeFileSync(join(full, 'a/b/kept'), '');
    await replayed(folder, { cwd: empty });
    expect(readFileSync(join(empty, 'a'), 'utf8')).toBe('a\n');
    expect((await replayed(folder, { cwd: full })).result).toMatchObject({ status: 'failed' });
    expect(readFileSync(join(full, 'a/b/kept'), 'utf8')).toBe('');
  });

  it('tells a great deal without losing any of it', async () => {
    const folder = scratch();
    const events = Array.from({ length: 400 }, (_, at) => ({
      type: 'text',
      text: `${at} ${'x'.repeat(60_000)}`,
    }));
    putCassette(folder, { ...CASSETTE, events });
    expect((await replayed(folder)).events).toEqual(events);
  });

  it('stops when it is told to, and then changes nothing', async () => {
    const folder = scratch();
    const events = Array.from({ length: 200 }, () => ({ type: 'text', text: 'working' }));
    putCassette(folder, { ...CASSETTE, events, changes: [{ path: 'a', mode: 'file', text: '' }] });
    const { events: told, result, cwd } = await replayed(folder, { cancelAt: () => true });
    expect(result.status).toBe('cancelled');
    expect(told.length).toBeLessThan(events.length);
    expect(existsSync(join(cwd, 'a'))).toBe(false);
    const early = await replayed(folder, { signal: AbortSignal.abort() });
    expect(early.result.status).toBe('cancelled');
    expect(early.events).toEqual([]);
  });
});

describe('which session is which', () => {
  const saying = (text: string): Cassette => ({ ...CASSETTE, events: [{ type: 'text', text }] });

  it('tells sessions about the same by the name that the engine gives them', async () => {
    const folder = scratch();
    for (const seat of [0, 1, 2]) putCassette(folder, saying(`seat ${seat}`), `developer.${seat}.0.raw`);
    const driver = replayDriver(folder);
    const held = await Promise.all([2, 0, 1].map(seat => converse(named(driver, `developer.${seat}.0.raw`))));
    expect(held.map(texts)).toEqual([['seat 2'], ['seat 0'], ['seat 1']]);
  });

  it('takes the last of those that were repeated after a crash, in any process and as often as it is asked', async () => {
    const folder = scratch();
    for (const take of [1, 2, 10]) putCassette(folder, saying(`take ${take}`), FIRST, take);
    const driver = replayDriver(folder);
    for (const each of [driver, driver, replayDriver(folder)]) {
      expect(texts(await converse(named(each, FIRST)))).toEqual(['take 10']);
    }
  });

  it('passes over a later one that is about other subtasks', async () => {
    const folder = scratch();
    putCassette(folder, saying('the same'));
    putCassette(
      folder,
      { ...saying('another'), assignment: { ...CASSETTE.assignment, subtasks: [] } },
      FIRST,
      2,
    );
    expect(texts(await replayed(folder))).toEqual(['the same']);
  });

  it('tells a session and what it was asked once more as one', async () => {
    const folder = scratch();
    const repair: Cassette = {
      ...saying('```json\n{"status":"completed"}\n```'),
      continues: 's1',
      result: { status: 'completed', sessionId: 's2', usage: CASSETTE.result.usage },
    };
    putCassette(folder, saying('I think it is fine.'));
    putCassette(folder, repair, 'developer.0.0.repair.raw');
    const both = await replayed(folder);
    expect(texts(both)).toEqual(['I think it is fine.', '```json\n{"status":"completed"}\n```']);
    expect(both.result).toEqual({
      status: 'completed',
      sessionId: 's2',
      usage: { inputTokens: 20, outputTokens: 4, costUsd: 1 },
    });
    putCassette(folder, { ...repair, continues: 'another' }, 'developer.0.0.repair.raw');
    expect(texts(await replayed(folder))).toEqual(['I think it is fine.']);
  });

  it('says what was asked for where there is no such session', async () => {
    const folder = scratch();
    putCassette(folder, CASSETTE);
    for (const given of [
      { role: 'reviewer' },
      { assignment: { ...ASSIGNMENT, attempt: 2 } },
      { assignment: { ...ASSIGNMENT, phase: '2/b' } },
      { assignment: { ...ASSIGNMENT, asked: 1 } },
      { assignment: { ...ASSIGNMENT, subtasks: ['2a.1'] } },
    ] as const) {
      const message = await failureOf(folder, given);
      const { phase, attempt } = { ...ASSIGNMENT, ...('assignment' in given ? given.assignment : {}) };
      const role = 'role' in given ? given.role : 'developer';
      expect(message).toContain(
        `${folder} has no session of the ${role} for phase ${phase}, attempt ${attempt},`,
      );
      expect(message).toContain('the plan or the settings differ from those recorded');
    }
    expect(await failureOf(join(folder, 'none'))).toContain('has no session');
  });
});

describe('a cassette of a stranger', () => {
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  const spoiled: readonly (readonly [what: string, document: unknown, says: string])[] = [
    ['nothing', '', 'is not JSON'],
    ['half of one', JSON.stringify(CASSETTE).slice(0, 100), 'is not JSON'],
    ['a list', [], 'is no cassette'],
    ['null', 'null', 'is no cassette'],
    ['another version', { ...CASSETTE, version: 2 }, 'is of another version of phasewright'],
    ['an unknown event', { ...CASSETTE, events: [{ type: 'process', pid: 1, startTime: '' }] }, 'events.0'],
    ['negative tokens', { ...CASSETTE, events: [{ type: 'usage', usage: { inputTokens: -1 } }] }, 'events.0'],
    ['a cancelled session', { ...CASSETTE, result: { ...CASSETTE.result, status: 'cancelled' } }, 'result'],
    [
      'a failure of no known kind',
      JSON.stringify({
        ...CASSETTE,
        result: { ...CASSETTE.result, status: 'failed', failure: { category: 'x', message: '' } },
      }),
      'result.failure.category',
    ],
    ['a deep answer', JSON.stringify(CASSETTE).replace('{"status":"completed"}', deep), 'goes too deep'],
    [
      'too many changes',
      { ...CASSETTE, changes: Array.from({ length: 2001 }, () => ({ path: 'a', deleted: true })) },
      'changes',
    ],
    [
      'a big file',
      { ...CASSETTE, changes: [{ path: 'a', mode: 'file', text: 'x'.repeat(11_000_000) }] },
      'changes.0',
    ],
  ];
  it.each(spoiled)('that is %s leads to a clear failure', async (_, document, says) => {
    const folder = scratch();
    const file = putCassette(folder, document);
    const message = await failureOf(folder);
    expect(message).toContain(file);
    expect(message).toContain(says);
    expect(message.length).toBeLessThan(1000);
  });

  const file = (path: string) => ({ path, mode: 'file', text: 'x' });
  const link = (path: string, text: string) => ({ path, mode: 'link', text });
  const hostile: readonly (readonly [what: string, ...changes: unknown[]])[] = [
    ['an absolute path', file('/tmp/escaped')],
    ['a way up', file('../escaped')],
    ['a way up on the way', file('a/../../escaped')],
    ['no name', file('')],
    ['an empty name on the way', file('a//b')],
    ['the workspace', file('.')],
    ['a NUL', file('a\0b')],
    ["git's folder", file('.git/hooks/post-checkout')],
    ["git's folder in capitals", file('sub/.GIT/config')],
    ["git's folder by a short name", file('git~1/config')],
    ["git's folder with an unseen sign", file('.g\u200cit/config')],
    ["git's folder with a dot", file('.git./config')],
    ['the stream of a folder', file('.git::$INDEX_ALLOCATION/config')],
    ['a deletion outside', { path: '../escaped', deleted: true }],
    ["a deletion in git's folder", { path: '.git', deleted: true }],
    ['an absolute link', link('a', '/etc/passwd')],
    ['a link up', link('a', '..')],
    ['a link far up', link('d/e', '../../escaped')],
    ['a link by way of another', link('d/root', '..'), link('e', 'd/root/../..')],
    ["a link into git's folder", link('a', '.git/config')],
    ['an empty link', link('a', '')],
    ['a file through a link of the cassette', link('a', 'd'), file('a/b')],
    ['a file through a link of the workspace', file('out/escaped')],
    ['a deletion through a link of the workspace', { path: 'out/precious', deleted: true }],
    ['a file below a file', file('kept/b')],
    ['a file in the place of a full folder', file('full')],
    ['the deletion of a folder', { path: 'full', deleted: true }],
    ['an unknown kind', { path: 'a', mode: 'socket', text: '' }],
    ['two contents', { path: 'a', mode: 'file', text: '', base64: '' }],
  ];
  it.each(hostile)('with %s does no harm', async (_, ...changes) => {
    const folder = scratch();
    const around = scratch();
    const cwd = join(around, 'workspace');
    const outside = join(around, 'outside');
    for (const each of [cwd, outside, join(cwd, 'full'), join(cwd, '.git')]) mkdirSync(each);
    for (const each of [join(outside, 'precious'), join(cwd, 'kept'), join(cwd, 'full/a')])
      writeFileSync(each, 'kept');
    symlinkSync(outside, join(cwd, 'out'));
    putCassette(folder, { ...CASSETTE, changes });
    await failureOf(folder, { cwd });
    expect(readdirSync(around).sort()).toEqual(['outside', 'workspace']);
    expect(readdirSync(outside)).toEqual(['precious']);
    expect(readdirSync(join(cwd, '.git'))).toEqual([]);
    expect(readFileSync(join(cwd, 'kept'), 'utf8')).toBe('kept');
    expect(readFileSync(join(cwd, 'full/a'), 'utf8')).toBe('kept');
  });

  it('replaces a link instead of writing through it', async () => {
    const folder = scratch();
    const cwd = scratch();
    const outside = join(scratch(), 'precious');
    writeFileSync(outside, 'kept');
    symlinkSync(outside, join(cwd, 'a'));
    putCassette(folder, { ...CASSETTE, changes: [file('a')] });
    expect((await replayed(folder, { cwd })).result.status).toBe('completed');
    expect(readFileSync(outside, 'utf8')).toBe('kept');
    expect(readFileSync(join(cwd, 'a'), 'utf8')).toBe('x');
  });

  it('is not read where it is a link or a folder', async () => {
    const folder = scratch();
    mkdirSync(putCassette(folder, CASSETTE).replace('.1.json', '.2.json'));
    expect(await failureOf(folder)).toContain('is no file');
    const other = scratch();
    symlinkSync('/dev/zero', putCassette(other, CASSETTE).replace('.1.json', '.2.json'));
    expect(await failureOf(other)).toContain('cannot be read');
  });
});
