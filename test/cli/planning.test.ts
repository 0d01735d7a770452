import { describe, expect, it } from 'vitest';
import { architect, GOOD, plan, shopWith } from './architects.ts';
import { reply, story } from './story.ts';

describe('plan', () => {
  it('goes from a goal to an architect, a validated plan, a person, phases with a review each, and a branch [001-34]', async () => {
    const shop = shopWith(architect(reply({ plan: GOOD })));
    const before = shop.fingerprint();
    const drafted = await plan(shop, '-o', '../plan.md');
    expect(drafted).toMatchObject({ code: 3 });
    expect(drafted.of('plan_drafted')).toMatchObject([{ round: 1, text: GOOD, problems: [] }]);
    expect(drafted.of('run_waiting')).toMatchObject([{ phases: [] }]);
    expect(shop.read('../plan.md')).toBe(GOOD);
    const branch = `phasewright/${drafted.run}`;
    expect(shop.git('log', '--format=%s', `main..${branch}`)).toBe('');
    expect(await shop.run('approve', drafted.run)).toMatchObject({
      code: 0,
      out: `the plan is approved\ngo on: phasewright resume ${drafted.run}\n`,
    });
    const done = await story(shop, 'resume', drafted.run);
    expect(done.code).toBe(0);
    expect(done.of('review_ended').map(({ phase }) => phase)).toEqual(['1', '2']);
    expect(shop.git('log', '--format=%s', '--reverse', `main..${branch}`)).toBe(
      'Phase 1: Write the greeting\nPhase 2: Document it\n',
    );
    expect(shop.fingerprint()).toBe(before);
  });

  it('does not take a draft that was sent back for one that a person edited, unless that is said', async () => {
    const revised = GOOD.replace('Document it', 'Explain it');
    const shop = shopWith(architect(reply({ plan: GOOD }), reply({ plan: revised })));
    const { run } = await plan(shop, '-o', '../plan.md');
    expect((await shop.run('reject', run, '--message', 'Explain it.')).code).toBe(0);
    expect((await story(shop, 'resume', run)).code).toBe(3);
    const old = ['approve', run, '--plan', '../plan.md'];
    expect(await shop.run(...old)).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        new RegExp(`is, word for word, draft 1, which was sent back\\n.*phasewright show ${run} --plan`),
      ),
    });
    const present = (await shop.run('show', run, '--plan')).out;
    expect(present).toBe(revised);
    expect((await shop.run(...old, '--acknowledge-sent-back')).code).toBe(0);
    expect((await story(shop, 'resume', run)).of('phase_landed')).toHaveLength(2);
    expect(shop.git('log', '-1', '--format=%s', `phasewright/${run}`)).toBe('Phase 2: Document it\n');
  });
});
