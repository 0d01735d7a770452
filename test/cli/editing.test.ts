import { describe, expect, it } from 'vitest';
import { carryOut, story, tasks } from './story.ts';
import { workshop } from './workshop.ts';

describe('editing', () => {
  it('changes what a failed phase is, and its next developer is told that', async () => {
    const shop = workshop({ 'plan.md': tasks('Do it', 'More') });
    const fails = [{ fail: { category: 'logic', message: 'wrong' } }];
    const keeps = [{ shell: 'cat > prompt.txt' }];
    const script = { developer: { '*': [keeps], 1: [fails, keeps] } };
    const first = await carryOut(shop, script, '--no-review', '--max-attempts', '1');
    expect(first.code).toBe(1);
    const { out } = await shop.run('edit', first.run, '1', '--print');
    const file = shop.write('phase.yaml', out.replace('title: Do it', 'title: Do it otherwise'));
    expect(await shop.run('edit', first.run, '1', '--file', file)).toMatchObject({
      code: 0,
      out: `phase 1 is changed\ngo on: phasewright resume ${first.run}\n`,
      err: 'changed: title\n',
    });
    const second = await story(shop, 'resume', first.run);
    expect(second.code, second.err).toBe(0);
    expect(shop.git('log', '--format=%s', '--reverse', 'main..work')).toContain('Phase 1: Do it otherwise');
    expect(shop.git('show', 'work~1:prompt.txt')).toContain('Phase 1: Do it otherwise');
    expect(await shop.run('edit', first.run, '1')).toMatchObject({
      code: 1,
      err: expect.stringContaining('the run is completed'),
    });
  });
});
