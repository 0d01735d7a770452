import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../src/run/policies.ts';
import { approved, carryOut, reply } from './story.ts';
import { workshop } from './workshop.ts';

const PLAN = `# Shop

### Task 1: Orders
### Task 2: Prices
Depends on: Task 1
### Task 3: Taxes
Depends on: Task 1
### Task 4: Guide
Depends on: Task 2, Task 3
`;

const write = (content: string): object => ({ write: { path: '{phase}.txt', content } });
const CHECK = '! grep -q wrong *.txt';

/** Phase 2 does not pass its check so often, phase 3 is sent back once by its reviewer. */
const script = (failures: number): object => ({
  developer: {
    '*': [[write('{phase} {attempt}\n')]],
    2: [...Array.from({ length: failures }, () => [write('wrong {attempt}\n')]), [write('right\n')]],
  },
  reviewer: {
    '*': [[approved]],
    3: [
      [reply({ approved: false, summary: 'No.', comments: [{ message: 'Round.' }, { message: 'Later.' }] })],
      [approved],
    ],
  },
  evaluator: {
    3: [
      [
        reply({
          decisions: [
            { comment: 1, decision: 'IMPLEMENT', reason: 'It is wrong.' },
            { comment: 2, decision: 'DEFER', reason: 'Not now.' },
          ],
        }),
      ],
    ],
  },
  doctor: { '*': [[reply({ action: 'retry_with_fix', confidence: 0.9, hint: 'Write right.' })]] },
});

describe('a plan goes all the way, with checks, a rejection, its sorting and the retry, with preset', () => {
  it.each(
    PRESETS.flatMap(preset => [
      { preset, guarded: false },
      { preset, guarded: true },
    ]),
  )('$preset, guarded: $guarded', async ({ preset, guarded }) => {
    const shop = workshop({ 'plan.md': PLAN }, { record: true, recovery: guarded });
    const { code, of, run, err } = await carryOut(
      shop,
      script(guarded ? 2 : 1),
      ...['--preset', preset, '--check', CHECK, ...(guarded ? ['--guarded'] : [])],
    );
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(of('doctor_called')).toHaveLength(guarded ? 1 : 0);
    expect(of('evaluation_ended')).toMatchObject([{ phase: '3' }]);
    const subjects = shop.git('log', '--format=%s', '--reverse', 'main..work').trim().split('\n');
    expect(subjects.slice(0, -1).sort()).toEqual([
      'Phase 1: Orders',
      'Phase 2: Prices',
      'Phase 3: Taxes',
      'Phase 4: Guide',
    ]);
    expect(subjects.at(-1)).toMatch(/^Record of run/);
    expect(shop.git('show', 'work:2.txt')).toBe('right\n');
    expect(shop.git('worktree', 'list').trim().split('\n')).toHaveLength(1);
    expect((await shop.run('report', run)).out).toContain('Later.');
  });
});
