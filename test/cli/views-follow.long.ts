import { describe, expect, it } from 'vitest';
import { finished } from './finished.ts';
import { carryOut } from './story.ts';
import { PLAIN_RUN, workshop } from './workshop.ts';

const parsed = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));

describe('following a run', () => {
  it('tells of a phase while it is worked on, and ends with it while the run goes on', async () => {
    const shop = workshop({ 'plan.md': '### Task 1: First\n### Task 2: Second\n' });
    const wait = (file: string) => ({ shell: `until [ -e "$HOME/${file}" ]; do sleep 0.01; done` });
    const write = { write: { path: '{phase}.txt', content: 'x\n' } };
    shop.write(
      'script.json',
      JSON.stringify({
        developer: {
          1: [[wait('go'), { say: 'first' }, wait('on'), { say: 'second' }, write]],
          2: [[wait('end'), write]],
        },
      }),
    );
    const run = shop.start(...PLAIN_RUN, '--json');
    await run.seen('phase_started', '1');
    const logs = shop.start('logs', 'last', '1', '--follow', '--json');
    const journal = shop.start('logs', '--follow', '--json');
    shop.write('../go', '');
    await logs.until(({ event }) => (event as { text?: string }).text === 'first');
    shop.write('../on', '');
    const phase = await logs.end;
    expect(phase).toMatchObject({ code: 0, err: '' });
    expect(run.isOver()).toBe(false);
    const events = logs.events().map(({ event }) => event as { type: string; text?: string });
    expect(events.filter(({ type }) => type === 'text').map(({ text }) => text)).toEqual(['first', 'second']);
    await journal.seen('phase_completed', '1');
    shop.write('../end', '');
    expect((await run.end).code).toBe(0);
    expect(await journal.end).toMatchObject({ code: 0, err: '' });
    expect(journal.events()).toEqual(parsed((await shop.run('logs', '--json')).out));
  });

  it('says where nothing follows, and what there is to see', async () => {
    const { run } = await finished();
    const all = await run('logs', '--follow');
    expect(all.err).toMatch(/^run \w{5} is completed and nobody drives it: nothing follows\n$/);
    expect(all.out).toBe((await run('logs')).out);
    expect((await run('logs', 'last', '2', '-f')).err).toBe('phase 2 is completed: nothing follows\n');
    const other = workshop({ 'plan.md': '### Task 1: Only\n' });
    const failed = { developer: { '*': [[{ report: { status: 'failed', error: 'no' } }]] } };
    const told = await carryOut(other, failed, '--max-attempts', '1');
    expect(await other.run('diff')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/nothing of run \w{5} has landed[\s\S]*phasewright diff \w{5} PHASE/),
    });
    const status = (await other.run('status', told.run)).out;
    expect(status).toMatch(/\n\nwhat went wrong: phasewright why \w{5}; go on: phasewright resume \w{5}\n$/);
    expect((await other.run('logs', '-f')).err).toMatch(
      /is halted and nobody drives it: nothing follows until: phasewright resume \w{5}\n$/,
    );
  });
});
