import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { processesOf } from '../torture/scene.ts';
import { developers, SCRIPTED_RUN, type Workshop, workshop } from './workshop.ts';

const PLAN = `# Three

### Task 1: First
### Task 2: Second
### Task 3: Third
`;
const RUN = [...SCRIPTED_RUN, '--no-review'];

/** Task 2 waits, with a child that would outlive it, until `open` is called. */
function gated(): Workshop & { open: () => void } {
  const shop = workshop({ 'plan.md': PLAN });
  const gate = join(shop.home, '..', 'gate');
  const wait = `until test -e '${gate}'; do sleep 0.05; done`;
  const write = { write: { path: '{phase}.txt', content: '{phase}' } };
  shop.write(
    'script.json',
    developers({ '*': [[write]], 2: [[{ spawn: 'sleep 600' }, { shell: wait }, write]] }),
  );
  return { ...shop, open: () => writeFileSync(gate, '') };
}

const phaseEvents = (out: string, type: string): unknown[] =>
  out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
    .filter(event => event.type === type)
    .map(({ phase, attempt }) => [phase, attempt]);

describe('Ctrl-C', () => {
  for (const [times, signal] of [
    [1, 'SIGINT'],
    [2, 'SIGINT'],
    [1, 'SIGTERM'],
  ] as const) {
    it(`${times} time(s) as ${signal} leaves no process, and a run that resumes without a spent attempt`, async () => {
      const shop = gated();
      const program = shop.start(...RUN);
      await program.seen('session_started', '2');
      program.signal(signal);
      if (times === 2) {
        await program.seen('run_paused');
        program.signal(signal);
      }
      const { code } = await program.end;
      expect(code).toBe(130);
      await expect.poll(() => processesOf(shop.home), { timeout: 10_000 }).toEqual([]);
      shop.open();
      const resumed = await shop.run('resume', '--json');
      expect(resumed.code).toBe(0);
      expect(phaseEvents(resumed.out, 'phase_completed')).toEqual([
        ['2', 1],
        ['3', 1],
      ]);
      expect(shop.git('worktree', 'list').trim().split('\n')).toHaveLength(1);
    });
  }
});

it('SIGTERM ends the program within seconds though git waits for a filter that does not end', async () => {
  const shop = workshop({ 'plan.md': PLAN, '.gitattributes': '*.slow filter=slow\n' });
  shop.git('config', 'filter.slow.clean', 'sleep 600');
  const write = { write: { path: '{phase}.slow', content: '{phase}' } };
  shop.write('script.json', developers({ '*': [[write]] }));
  const program = shop.start(...RUN);
  await program.seen('session_ended', '1');
  program.signal('SIGTERM');
  expect((await program.end).code).toBe(130);
  await expect.poll(() => processesOf(shop.home), { timeout: 10_000 }).toEqual([]);
  shop.git('config', '--unset', 'filter.slow.clean');
  const resumed = await shop.run('resume', '--json');
  expect({ code: resumed.code, err: resumed.err }).toMatchObject({ code: 0 });
  expect(phaseEvents(resumed.out, 'phase_completed')).toHaveLength(3);
});

describe('a reader that goes away', () => {
  it('ends the program, but not the run', async () => {
    const shop = gated();
    const program = shop.start(...RUN);
    await program.seen('run_created');
    program.leave();
    expect((await program.end).code).toBe(130);
    await expect.poll(() => processesOf(shop.home), { timeout: 10_000 }).toEqual([]);
    shop.open();
    expect((await shop.run('resume')).code).toBe(0);
  });
});

describe('a person', () => {
  it('cancels a run that is driven: it ends at once, keeps what landed and leaves nothing', async () => {
    const shop = gated();
    const before = shop.fingerprint();
    const program = shop.start(...RUN);
    await program.seen('session_started', '2');
    expect((await shop.run('cancel')).code).toBe(0);
    expect((await program.end).code).toBe(1);
    expect(program.events().at(-1)).toMatchObject({ type: 'run_ended', status: 'cancelled' });
    await expect.poll(() => processesOf(shop.home), { timeout: 10_000 }).toEqual([]);
    expect(shop.git('log', '--format=%s', 'main..work')).toBe('Phase 1: First\n');
    expect((await shop.run('resume')).err).toContain('cancelled');
    shop.git('branch', '-D', 'work');
    expect(shop.fingerprint()).toBe(before);
  });

  it('cancels a run that nobody drives', async () => {
    const shop = gated();
    const program = shop.start(...RUN);
    await program.seen('session_started', '2');
    program.signal('SIGKILL');
    await program.end;
    const { code, err } = await shop.run('cancel');
    expect({ code, err }).toMatchObject({ code: 0 });
    await expect.poll(() => processesOf(shop.home), { timeout: 10_000 }).toEqual([]);
    expect(shop.git('worktree', 'list').trim().split('\n')).toHaveLength(1);
    expect(JSON.parse((await shop.run('status', 'last', '--json')).out).status).toBe('cancelled');
  });

  it('skips a phase under way; what depends on it starts', async () => {
    const shop = gated();
    const program = shop.start(...RUN);
    await program.seen('session_started', '2');
    expect((await shop.run('skip', 'last', '2')).code).toBe(0);
    expect((await program.end).code).toBe(0);
    expect(shop.git('log', '--format=%s', '--reverse', 'main..work')).toBe(
      'Phase 1: First\nPhase 3: Third\n',
    );
    await expect.poll(() => processesOf(shop.home), { timeout: 10_000 }).toEqual([]);
  });

  it('is refused with a reason', async () => {
    const shop = gated();
    shop.open();
    expect((await shop.run(...RUN)).code).toBe(0);
    for (const [words, reason] of [
      [['skip', 'last', '1'], 'completed'],
      [['retry', 'last', '1'], 'completed'],
      [['cancel', 'last'], 'completed'],
    ] as const) {
      const { code, err } = await shop.run(...words);
      expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining(reason) });
    }
  });

  it('retries a failed phase of a halted run, or leaves it out', async () => {
    for (const [word, attempts] of [
      ['retry', 2],
      ['skip', 1],
    ] as const) {
      const shop = workshop({ 'plan.md': PLAN });
      const fails = [{ fail: { category: 'logic', message: 'wrong' } }];
      const write = [{ write: { path: '{phase}.txt', content: '{phase}' } }];
      shop.write('script.json', developers({ '*': [write], 2: [fails, write] }));
      expect((await shop.run(...RUN, '--max-attempts', '1')).code).toBe(1);
      expect((await shop.run(word, 'last', '2')).out).toContain('resume');
      expect((await shop.run('resume')).code).toBe(0);
      const { phases } = JSON.parse((await shop.run('status', 'last', '--json')).out);
      expect(phases[1]).toMatchObject({
        status: word === 'skip' ? 'skipped' : 'completed',
        attempt: attempts,
      });
    }
  });

  it('says why a phase is left out, for why, the report and the record', async () => {
    const shop = workshop({ 'plan.md': PLAN }, { record: true });
    const write = [{ write: { path: '{phase}.txt', content: '{phase}' } }];
    const fails = [{ fail: { category: 'logic', message: 'wrong' } }];
    shop.write('script.json', developers({ '*': [write], 2: [fails] }));
    expect((await shop.run(...RUN, '--max-attempts', '1')).code).toBe(1);
    expect(await shop.run('skip', 'last', '2', '-m', ' ')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Say why'),
    });
    expect((await shop.run('skip', 'last', '2', '--message', 'Done by hand.')).code).toBe(0);
    expect((await shop.run('resume')).code).toBe(0);
    const files = shop.git('ls-tree', '-r', '--name-only', 'work').split('\n');
    const summary = files.find(path => /\/2[^/]*\/summary\.md$|phase-2.*summary/.test(path));
    expect(shop.git('show', `work:${summary}`)).toContain('> skipped by request: Done by hand.');
    for (const words of [['why', 'last', '2'], ['report'], ['status', 'last'], ['show', 'last', '2']])
      expect((await shop.run(...words)).out, words[0]).toContain('Done by hand.');
  });

  it('approves a gated phase; until then the run waits and the program says so', async () => {
    const shop = workshop();
    const phases = [
      { id: '1', title: 'Free' },
      { id: '2', title: 'Careful', gated: true, dependsOn: ['1'] },
    ];
    shop.write('plan.json', JSON.stringify({ title: 'Gated', phases }));
    const first = await shop.run('run', 'plan.json', '--agent', 'scripted', '--yes', '--branch', 'work');
    expect(first.code).toBe(3);
    expect(first.out).toMatch(/yes: phasewright approve (\w+) PHASE · no: phasewright skip \1 PHASE · then/);
    expect((await shop.run('approve', 'last', '2')).code).toBe(0);
    expect((await shop.run('resume')).code).toBe(0);
    expect(shop.git('log', '--format=%s', 'main..work').trim().split('\n')).toHaveLength(2);
  });
});

describe('two processes', () => {
  it('never drive one run', async () => {
    const shop = gated();
    const program = shop.start(...RUN);
    await program.seen('session_started', '2');
    const second = await shop.run('resume');
    expect(second).toMatchObject({ code: 2, err: expect.stringContaining(`process ${program.pid}`) });
    shop.open();
    expect((await program.end).code).toBe(0);
  });
});
