import { describe, expect, it } from 'vitest';
import { tasks } from './story.ts';
import { workshop } from './workshop.ts';

const PLAN = tasks('One', 'Two');
const AGENT = ['--agent', 'scripted', '--yes'];

describe('run', () => {
  it('says what is wrong and starts nothing', async () => {
    const { run, write, git } = workshop();
    write('plan.md', PLAN);
    const cases: [string[], string][] = [
      [['run', 'plan.md', '--yes'], 'no agent'],
      [['run', 'plan.md', ...AGENT, '--base', 'nowhere'], 'nowhere'],
      [['run', 'plan.md', ...AGENT, '--branch', 'main'], 'main'],
      [['run', 'plan.md', ...AGENT, '--script', 'none.json'], 'none.json'],
      [['run', 'plan.md', '--agent', 'nobody', '--yes'], 'nobody'],
      [['run', 'plan.md', ...AGENT, '--branch', 'a b'], 'a b'],
      [['run', 'plan.md', ...AGENT, '--here'], 'uncommitted'],
      [['resume', 'zzzzz'], 'zzzzz'],
      [['show', 'zzzzz', '1'], 'zzzzz'],
      [['resume'], 'no runs'],
    ];
    for (const [words, text] of cases) {
      const { code, err, out } = await run(...words);
      expect({ words, code, err, out }).toMatchObject({
        code: 2,
      });
      expect(err).toContain(text);
      expect(err).not.toContain('internal error');
    }
    expect(git('branch', '--list', 'phasewright/*')).toBe('');
  });
});
