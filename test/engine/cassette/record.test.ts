import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replayDriver } from '../../../src/agent/cassette/replay.ts';
import { scriptedDriver } from '../../../src/agent/scripted/driver.ts';
import type { Step } from '../../../src/agent/scripted/step.ts';
import { recordingDriver } from '../../../src/engine/cassette/record.ts';
import type { Look } from '../../../src/git/look.ts';
import { jsonAtEnd } from '../../../src/run/fenced.ts';
import { named } from '../../agent/cassette/sample.ts';
import { ASSIGNMENT, converse, texts } from '../../agent/conversation.ts';
import { scratch } from '../../cli/phasewright.ts';
import { cassettes, developer, doing, notices, SECRET, studio, treeOf } from './studio.ts';

const NAME = '2a/developer.1.raw.1.json';
const NOTHING_SEEN: Look = async () => ({
  ok: true,
  sight: { since: async () => ({ ok: true, changes: [], left: [], report: null }) },
});
const keeping = (text: string): string => text;

describe('what an agent did is done again in a fresh copy', () => {
  const sessions: Readonly<Record<string, readonly Step[]>> = {
    nothing: [],
    writes: [
      { write: { path: 'new/ä ö.txt', content: 'ü\r\n€\n' } },
      { append: { path: 'a.txt', content: 'x' } },
    ],
    deletions: [{ delete: 'dir' }, { delete: 'b.txt' }],
    'a commit': [{ write: { path: 'c.txt', content: 'c' } }, { delete: 'a.txt' }, { commit: 'done' }],
    'a commit and more': [
      { write: { path: 'c.txt', content: 'c' } },
      { commit: 'done' },
      { append: { path: 'c.txt', content: 'd' } },
      { delete: 'b.txt' },
    ],
    'bits and links': [
      { shell: 'chmod +x a.txt; ln -s a.txt l; ln -s ../a.txt dir/up; ln -s nowhere dangling' },
    ],
    'a file in the place of a folder': [
      { shell: 'rm -r dir; echo x > dir; rm a.txt; mkdir a.txt; echo y > a.txt/z' },
    ],
    'a link in the place of a folder': [
      { shell: 'mkdir other; mv dir/c.txt other; rmdir dir; ln -s other dir' },
    ],
    bytes: [
      { shell: "printf '\\000\\377\\376' > bytes.bin; printf '\\357\\273\\277x' > mark.txt; : > empty" },
    ],
    'ignored files': [{ shell: 'mkdir cache; echo x > cache/x; echo y > y.log; echo z > z.txt' }],
    'hidden changes': [{ shell: 'git update-index --assume-unchanged a.txt; echo more >> a.txt' }],
    'an odd name': [{ shell: 'echo x > "$(printf \'a\\nb"c\\\\\\\\d.txt\')"' }],
    'another branch': [{ shell: 'git checkout -q -b other; echo x > x; git add x; git rm -q b.txt' }],
  };
  it.each(Object.entries(sessions))('%s', async (_, steps) => {
    const on = studio();
    const told = await converse(on.recording(developer(...steps)), { cwd: on.checkout });
    expect(told.result.status).toBe('completed');
    expect(notices(told)).toEqual([]);
    const copy = on.copy();
    const again = await on.replay(copy);
    expect(again.result).toEqual(told.result);
    expect(again.events).toEqual(told.events.filter(({ type }) => type !== 'process'));
    expect(treeOf(on, copy)).toBe(treeOf(on, on.checkout));
    expect(Object.keys(cassettes(on.folder))).toEqual([NAME]);
  });

  it('keeps what is added although it is ignored', async () => {
    const on = studio();
    await converse(on.recording(developer({ shell: 'echo y > y.log; git add -f y.log' })), {
      cwd: on.checkout,
    });
    expect(cassettes(on.folder)[NAME]!.changes).toEqual([{ path: 'y.log', mode: 'file', text: 'y\n' }]);
  });

  it('on top of what lay there already, of which nothing is told that stayed', async () => {
    const on = studio();
    const prepare = (top: string): void => {
      writeFileSync(join(top, 'a.txt'), 'changed before\n');
      writeFileSync(join(top, 'b.txt'), 'changed before\n');
      writeFileSync(join(top, 'untracked.txt'), 'there before\n');
    };
    prepare(on.checkout);
    const steps: Step[] = [
      { append: { path: 'a.txt', content: 'more\n' } },
      { shell: 'touch b.txt untracked.txt' },
    ];
    await converse(on.recording(developer(...steps)), { cwd: on.checkout });
    const { changes } = cassettes(on.folder)[NAME]!;
    expect(changes).toEqual([{ path: 'a.txt', mode: 'file', text: 'changed before\nmore\n' }]);
    const copy = on.copy();
    prepare(copy);
    await on.replay(copy);
    expect(treeOf(on, copy)).toBe(treeOf(on, on.checkout));
  });

  it('in sessions side by side', async () => {
    const on = studio();
    const driver = on.recording(
      scriptedDriver({ developer: { '*': [[{ write: { path: '{phase}.txt', content: '{phase}' } }]] } }),
    );
    const places = ['1', '2/1'].map(phase => ({
      phase,
      cwd: on.copy(),
      assignment: { ...ASSIGNMENT, phase },
    }));
    await Promise.all(places.map(({ cwd, assignment }) => converse(driver, { cwd, assignment })));
    expect(Object.keys(cassettes(on.folder))).toEqual([
      '1/developer.1.raw.1.json',
      '2%2F1/developer.1.raw.1.json',
    ]);
    for (const { cwd, assignment } of places) {
      const copy = on.copy();
      await on.replay(copy, { assignment });
      expect(treeOf(on, copy)).toBe(treeOf(on, cwd));
    }
  });
});

describe('the recorder', () => {
  it('passes everything on, and writes down what was asked but not for which run', async () => {
    const on = studio();
    const inner = developer(
      { say: 'Hello.' },
      { usage: { input: 5, output: 1, costUsd: 0.1 } },
      { reply: { a: 1 } },
    );
    const driver = on.recording(inner);
    expect([driver.name, driver.abilities]).toEqual([inner.name, inner.abilities]);
    const told = await converse(driver, { cwd: on.checkout, model: 'm' });
    expect(told.events.some(({ type }) => type === 'process')).toBe(true);
    expect(told.raw).toContain('Hello.');
    const { run: _, ...assignment } = ASSIGNMENT;
    expect(cassettes(on.folder)[NAME]).toEqual({
      version: 1,
      role: 'developer',
      assignment,
      prompt: 'Build it.',
      model: 'm',
      permissions: 'workspace-write',
      continues: null,
      events: told.events.filter(({ type }) => type !== 'process'),
      result: told.result,
      changes: [],
    });
  });

  it('writes over nothing: a session that is held again gets the next number', async () => {
    const folder = scratch();
    for (const say of ['first', 'second']) {
      const driver = recordingDriver(developer({ say }), folder, NOTHING_SEEN, keeping);
      await converse(named(driver, 'developer.0.1.raw'));
    }
    expect(Object.keys(cassettes(folder))).toEqual([
      '2a/developer.1.0-1.1.json',
      '2a/developer.1.0-1.2.json',
    ]);
    expect(texts(await converse(named(replayDriver(folder), 'developer.0.1.raw')))).toEqual(['second']);
  });

  it('keeps failures, and nothing of a session that was cancelled', async () => {
    const on = studio();
    const failing = developer({ fail: { category: 'infra.quota', message: 'Used up.' } });
    const { result } = await converse(on.recording(failing), { cwd: on.checkout });
    expect((await on.replay(on.copy())).result).toEqual(result);
    const assignment = { ...ASSIGNMENT, phase: 'cancelled' };
    const hanging = on.recording(developer({ say: 'a' }, { sleep: 60_000 }));
    const cancelAt = ({ type }: { type: string }) => type === 'text';
    const cancelled = await converse(hanging, { cwd: on.checkout, assignment, cancelAt });
    expect(cancelled.result.status).toBe('cancelled');
    expect(Object.keys(cassettes(on.folder))).toEqual([NAME]);
  });

  it('does not look around for a session that may only read', async () => {
    const folder = scratch();
    const blind: Look = async () => expect.fail('looked');
    const driver = recordingDriver(scriptedDriver(null), folder, blind, keeping);
    const given = { role: 'reviewer', permissions: 'read-only' } as const;
    const told = await converse(driver, given);
    expect((await converse(replayDriver(folder), given)).result).toEqual(told.result);
    expect(cassettes(folder)['2a/reviewer.1.raw.1.json']).toMatchObject({ role: 'reviewer', changes: [] });
  });

  it('keeps last words that hold the answer of an agent that gives it as text', async () => {
    const on = studio();
    const inner = developer({ say: 'Looked at it.' }, { say: '```json\n{"approved":true}\n```' });
    const textual = { ...inner, abilities: { ...inner.abilities, answers: 'text' } } as const;
    await converse(on.recording(textual), { cwd: on.checkout });
    const again = await on.replay(on.copy());
    expect(again.result.answer).toBeUndefined();
    expect(jsonAtEnd(texts(again).join('\n'))).toEqual({ approved: true });
  });

  it('takes secrets out of all that it keeps', async () => {
    const on = studio();
    const inner = doing(({ cwd }) => {
      writeFileSync(join(cwd, 'key.txt'), `key=${SECRET}\n`);
      writeFileSync(join(cwd, 'key.bin'), Buffer.from(`\xff${SECRET}\xff`, 'latin1'));
    });
    await converse(on.recording(inner), { cwd: on.checkout, prompt: `Use ${SECRET}.` });
    await converse(on.recording(developer({ say: SECRET }, { reply: { deep: [SECRET] } })), {
      cwd: on.checkout,
    });
    const all = cassettes(on.folder);
    expect(Object.keys(all)).toHaveLength(2);
    expect(JSON.stringify(all)).not.toContain(SECRET);
    const [, binary] = all[NAME]!.changes.map(change => ('base64' in change ? change.base64 : '')).toSorted();
    expect(Buffer.from(binary!, 'base64').toString('latin1')).toBe('\xff[redacted: API_TOKEN]\xff');
  });
});

describe('what cannot be recorded is told, and costs the session nothing', () => {
  const check = async (driver: ReturnType<typeof doing>, given: object, notice: RegExp) => {
    const told = await converse(driver, given);
    expect(told.result.status).toBe('completed');
    expect(notices(told)).toHaveLength(1);
    expect(notices(told)[0]).toMatch(notice);
  };
  const idle = doing(() => {});

  it('a folder that cannot be written', async () => {
    const file = join(scratch(), 'file');
    writeFileSync(file, '');
    await check(
      recordingDriver(idle, file, NOTHING_SEEN, keeping),
      {},
      /^the session was not recorded: .*ENOTDIR/,
    );
  });

  it('a workspace that is no checkout', async () => {
    const on = studio();
    await check(
      on.recording(idle),
      { cwd: scratch() },
      /^the session was not recorded: .*not a git repository/,
    );
    mkdirSync(join(on.checkout, 'below'));
    await check(on.recording(idle), { cwd: join(on.checkout, 'below') }, /not the top of a checkout/);
  });

  it('a look that breaks down, before or after', async () => {
    const broken: Look = async () => {
      throw new Error('blind');
    };
    const late: Look = async () => ({ ok: true, sight: { since: broken as never } });
    for (const look of [broken, late])
      await check(recordingDriver(idle, scratch(), look, keeping), {}, /not recorded: Error: blind/);
  });

  it('big files, too many files, links that lead out, and repositories inside', async () => {
    const on = studio();
    const work = developer({
      shell: 'head -c 2000 /dev/zero > big; ln -s /etc out; git init -q inner; touch inner/x 1 2 p',
    });
    const limits = { changes: 4, fileBytes: 1000, allFileBytes: 1500 };
    const told = await converse(on.recording(work, { limits }), { cwd: on.checkout });
    expect(told.result.status).toBe('completed');
    expect(notices(told)).toEqual([
      'not recorded of the session: big of 2000 bytes; 1 more file; the repository inner/; ' +
        'out, which leads out of the workspace',
    ]);
    expect(
      cassettes(on.folder)
        [NAME]!.changes.map(({ path }) => path)
        .sort(),
    ).toEqual(['1', '2']);
  });

  it.skipIf(process.getuid?.() === 0)('a file that cannot be read', async () => {
    const on = studio();
    const work = doing(({ cwd }) => chmodSync(join(cwd, 'a.txt'), 0));
    await check(on.recording(work), { cwd: on.checkout }, /^the session was not recorded: .*EACCES/);
  });
});

describe('a report that was left as a file in the record', () => {
  const record = 'docs/record';
  const file = (status: string): Step => ({
    write: { path: `${record}/phase-2a/report.json`, content: JSON.stringify({ status }) },
  });
  const said = (status: string): Step => ({ say: `\`\`\`json\n{"status":"${status}"}\n\`\`\`` });

  it.each([
    ['is kept as last words', [file('failed')], ['```json\n{"status":"failed"}\n```']],
    [
      'counts less than what was said',
      [said('completed'), file('failed')],
      ['```json\n{"status":"completed"}\n```'],
    ],
    ['counts less than an answer', [{ reply: 1 }, file('failed')], []],
  ] as const)('%s, and is no change', async (_, steps, words) => {
    const on = studio();
    await converse(on.recording(developer(...steps), { record }), { cwd: on.checkout });
    expect(cassettes(on.folder)[NAME]!.changes).toEqual([]);
    expect(texts(await on.replay(on.copy()))).toEqual(words);
  });
});
