import { describe, expect, it } from 'vitest';
import { carryOut, story, tasks } from './story.ts';
import { SCRIPTED_RUN, workshop } from './workshop.ts';

const write = (content: string) => ({ write: { path: '{phase}.txt', content } });
const PLAN = tasks('One', 'Two');

describe('a person', () => {
  it('is asked before a phase lands, sleeps on it, sends it back with words and lets the next attempt land', async () => {
    const shop = workshop({ 'plan.md': tasks('One') });
    const keep = { shell: 'cat > "prompt-{attempt}.txt"' };
    const script = { developer: { 1: [[write('first\n')], [keep, write('second\n')]] } };
    const first = await carryOut(shop, script, '--approve', 'landing');
    expect(first.code).toBe(3);
    expect(first.of('approval_asked')).toMatchObject([
      { phase: '1', attempt: 1, reasons: [expect.stringContaining('person')] },
    ]);
    expect(first.of('run_waiting')).toMatchObject([{ phases: ['1'] }]);
    expect(first.err).toContain(`phasewright reject ${first.run} PHASE --message TEXT`);
    expect((await shop.run('diff', first.run, '1', '--attempt', '1')).out).toContain('+first');
    const refused = await shop.run('reject', first.run, '1', '--message', 'Write second.');
    expect(refused).toMatchObject({ code: 0, out: expect.stringContaining('phase 1 is sent back') });
    const second = await story(shop, 'resume', first.run);
    expect(second.code).toBe(3);
    expect(second.of('phase_retry')).toMatchObject([
      { failure: { category: 'review', message: 'a person sent it back: Write second.' } },
    ]);
    expect(await shop.run('approve', first.run, '1')).toMatchObject({ code: 0 });
    expect((await shop.run('resume', first.run)).code).toBe(0);
    expect(shop.git('show', 'work:1.txt')).toBe('second\n');
    expect(shop.git('show', 'work:prompt-2.txt')).toContain('Write second.');
  });

  it('that sends work back again gets another attempt, and no doctor comes between', async () => {
    const shop = workshop({ 'plan.md': tasks('One') }, { recovery: true });
    const doctor = { '*': [[{ reply: { action: 'fatal_error', confidence: 1 } }]] };
    const script = { developer: { 1: [[write('{attempt}\n')]] }, doctor };
    const { run } = await carryOut(shop, script, '--approve', 'landing', '--max-attempts', '3');
    for (const attempt of [1, 2]) {
      await shop.run('reject', run, '1', '--message', `Not ${attempt}.`);
      const { code, of } = await story(shop, 'resume', run);
      expect({ code, doctors: of('doctor_called') }).toEqual({ code: 3, doctors: [] });
    }
    expect((await shop.run('approve', run, '1')).code).toBe(0);
    expect((await shop.run('resume', run)).code).toBe(0);
    expect(shop.git('show', 'work:1.txt')).toBe('3\n');
  });

  it('answers from another terminal while the run stays, and it goes on', async () => {
    const shop = workshop({ 'plan.md': PLAN });
    shop.write('script.json', JSON.stringify({ developer: { '*': [[write('{phase}\n')]] } }));
    const running = shop.start(...SCRIPTED_RUN, '--approve', 'phase', '--wait');
    await running.seen('run_waiting');
    const { run } = running.events()[0] as { run: string };
    expect(await shop.run('approve', run, '1')).toMatchObject({ code: 0, out: 'phase 1 is approved\n' });
    await running.seen('phase_completed', '1');
    expect(running.isOver()).toBe(false);
    expect(await shop.run('approve', run)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`Name it: phasewright approve ${run} 2`),
    });
    expect((await shop.run('approve', run, '2')).code).toBe(0);
    expect(await running.end).toMatchObject({
      code: 0,
      err: expect.stringContaining(
        `yes: phasewright approve ${run} PHASE · no: phasewright skip ${run} PHASE`,
      ),
    });
    expect(shop.git('log', '--format=%s', '--reverse', 'main..work')).toBe('Phase 1: One\nPhase 2: Two\n');
  });
});
