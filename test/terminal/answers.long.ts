import { describe, expect, it } from 'vitest';
import { RUN, shows, type TerminalShop, terminalShop } from './stage.ts';
import { inTerminal } from './tmux.ts';

/** A run in which these phases wait for a person before they land. */
async function waiting(...phases: readonly string[]): Promise<{ shop: TerminalShop; run: string }> {
  const shop = terminalShop();
  shop.pass('1');
  expect((await shop.run(...RUN, '--approve', 'landing', '--no-wait')).code).toBe(3);
  const { run } = (await shop.runs())[0]!;
  if (phases.includes('1')) return { shop, run };
  expect((await shop.run('approve', run, '1')).code).toBe(0);
  for (const phase of phases) shop.pass(phase);
  expect((await shop.run('resume', run, '--no-wait')).code).toBe(3);
  return { shop, run };
}

describe('a person who answers without naming phases', () => {
  it('has to name them where nobody can be asked', async () => {
    const { shop, run } = await waiting('2', '3');
    expect(await shop.run('approve')).toMatchObject({
      code: 2,
      err: expect.stringContaining(`Name them: phasewright approve ${run} 2 3`),
    });
    expect(await shop.run('reject', run, '--message', 'no')).toMatchObject({
      code: 2,
      err: expect.stringContaining(`Name them: phasewright reject ${run} 2 3 --message TEXT`),
    });
    expect(await shop.run('reject', run, '2')).toMatchObject({
      code: 2,
      err: expect.stringContaining(`phasewright reject ${run} 2 --message`),
    });
  });

  inTerminal('is asked about the one that waits', async () => {
    const { shop, run } = await waiting('1');
    const no = shop.open(['approve']);
    await no.until(shows('Let 1 Dig land? every phase waits'), 'the question');
    no.keys('Enter');
    expect(await no.ended()).toBe(130);
    expect(no.screen().join('\n')).toContain('Nothing was approved.');
    const yes = shop.open(['approve']);
    await yes.until(shows('Let 1 Dig land?'), 'the question again');
    yes.keys('y');
    expect(await yes.ended()).toBe(0);
    expect(yes.screen().join('\n')).toContain(`phase 1 is approved\ngo on: phasewright resume ${run}`);
  });

  inTerminal('chooses among several', async () => {
    const { shop } = await waiting('2', '3');
    const terminal = shop.open(['approve']);
    await terminal.until(shows('Which of them may go on?', '2 Sow', '3 Water'), 'the choice');
    terminal.keys('Down', 'Space', 'Enter');
    expect(await terminal.ended()).toBe(0);
    const text = terminal.screen().join('\n');
    expect(text).toContain('phase 3 is approved');
    expect(text).not.toContain('phase 2 is approved');
  });

  inTerminal('is asked one after the other where nothing is drawn', async () => {
    const { shop } = await waiting('2', '3');
    const terminal = shop.open(['approve'], { env: { PHASEWRIGHT_PLAIN: '1' } });
    await terminal.until(shows('Let 2 Sow land?', '[y/N]'), 'the first question');
    terminal.keys('n', 'Enter');
    await terminal.until(shows('Let 3 Water land?'), 'the second question');
    terminal.keys('y', 'Enter');
    expect(await terminal.ended()).toBe(0);
    expect(terminal.screen().join('\n')).toContain('phase 3 is approved');
  });

  inTerminal('chooses what is sent back, and says why', async () => {
    const { shop, run } = await waiting('2', '3');
    const terminal = shop.open(['reject']);
    await terminal.until(shows('Which of them is sent back?', '2 Sow', '3 Water'), 'the choice');
    terminal.keys('Down', 'Enter');
    await terminal.until(shows('Why is 3 sent back?'), 'the reason');
    terminal.type('too wet');
    terminal.keys('Enter');
    expect(await terminal.ended()).toBe(0);
    expect((await shop.run('why', run, '3')).out).toContain('too wet');
  });

  inTerminal(
    'types what is sent back, and why, where nothing is drawn, and may leave it at that',
    async () => {
      const { shop, run } = await waiting('1');
      const env = { PHASEWRIGHT_PLAIN: '1' };
      const no = shop.open(['reject'], { env });
      await no.until(shows('Why is 1 sent back?'), 'the question');
      no.keys('Enter');
      expect(await no.ended()).toBe(130);
      expect(no.screen().join('\n')).toContain('Nothing was sent back.');
      const terminal = shop.open(['reject', run, '1'], { env });
      await terminal.until(shows('Why is 1 sent back?'), 'the question again');
      terminal.type('not deep enough');
      terminal.keys('Enter');
      expect(await terminal.ended()).toBe(0);
      expect((await shop.run('why', run, '1')).out).toContain('not deep enough');
    },
  );
});
