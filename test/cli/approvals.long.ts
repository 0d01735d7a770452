import { describe, expect, it } from 'vitest';
import { story, tasks } from './story.ts';
import { SCRIPTED_RUN, workshop } from './workshop.ts';

const PLAN = tasks('One', 'Two');

describe('a person', () => {
  it('may interrupt a run that waits, and find it waiting when it is resumed', async () => {
    const shop = workshop({ 'plan.md': tasks('One') });
    shop.write('script.json', '{}');
    const running = shop.start(...SCRIPTED_RUN, '--approve', 'landing', '--wait');
    await running.seen('run_waiting');
    running.signal('SIGINT');
    expect(await running.end).toMatchObject({ code: 130 });
    const again = await story(shop, 'resume');
    expect(again.code).toBe(3);
    expect(again.of('session_ended')).toEqual([]);
    expect((await shop.run('approve', again.run, '1')).code).toBe(0);
    expect((await shop.run('resume', again.run)).code).toBe(0);
  });

  it('is asked about the plan although the repository says that nobody need be', async () => {
    const shop = workshop({ 'plan.md': PLAN, 'phasewright.yaml': 'agent: scripted\napprove: never\n' });
    const { code, err } = await shop.run('run', 'plan.md');
    expect(code).toBe(3);
    expect(err).toContain('Nothing was started');
    expect((await shop.run('run', 'plan.md', '--approve', 'never')).code).toBe(0);
  });
});
