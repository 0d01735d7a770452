import { describe, expect, it } from 'vitest';
import { developerPrompt } from '../../src/prompt/developer.ts';
import { MAX_PLAN_CHARACTERS } from '../../src/prompt/full.ts';
import { developer, phaseWith, RECORD } from './briefs.ts';
import { readAsMarkdown } from './outside.ts';

describe('the pointer', () => {
  const pointer = (rest: Parameters<typeof developer>[0] = {}) =>
    developerPrompt(developer({ style: 'pointer', ...rest }), null);

  it('names the task and the path of the plan, and no more of it [002-07]', () => {
    const text = pointer();
    expect(text.split('\n')[0]).toBe(
      `Carry out task 2a (Add the login form) of the plan at \`${RECORD}/plan.md\`.`,
    );
    expect(text).not.toContain('Write tests for the form');
    expect(text).toContain('Do not commit');
    expect(text).toContain('- `npm test`\n- `npm run lint`');
  });

  it('says what it depends on and where summaries lie, and of no other task that it is done', () => {
    expect(pointer()).toContain(
      `What it depends on is done and in this folder: 1. \`${RECORD}/phase-<id>/summary.md\` tells`,
    );
    expect(pointer({ earlier: [] })).toContain('What has landed so far is in this folder.');
  });

  it('says which subtasks are meant where not all are', () => {
    expect(pointer({ phase: phaseWith('impl', 'impl', 'impl'), subtasks: ['2a.1', '2a.3'] })).toContain(
      'Only these of its subtasks are yours: 2a.1, 2a.3.',
    );
  });
});

describe('the full prompt', () => {
  const full = (rest: Parameters<typeof developer>[0] = {}) =>
    developerPrompt(developer({ style: 'full', ...rest }), null);

  it('holds the whole plan, the assignment with its descriptions, and that prior work is there [000-19]', () => {
    const planText = '# Sign in\n\n```js\ncode\n```\n\nThe last words of the plan.\n';
    const text = full({ planText });
    const { fences, words } = readAsMarkdown(text);
    expect(fences).toContain(planText.trimEnd());
    expect(words).toContain('You work on phase 2a (Add the login form)');
    const assignment = fences.find(fence => fence.includes('2a.1 [test] Write tests for the form'))!;
    for (const part of [
      'The form stands on its own page.',
      'Errors are shown below the field.',
      'src/login.ts',
    ])
      expect(assignment).toContain(part);
    expect(words).toContain('The repository in this folder holds the work of the phases before');
  });

  it('names what must exist afterwards, and where a phase that was described anew stands', () => {
    expect(full()).toContain('Must exist afterwards:\n- src/login.ts');
    expect(full({ isRevised: true })).toContain(`also at \`${RECORD}/phase-2a/revision.md\``);
  });

  it('shows no more of a plan than its limit, and says where the rest is', () => {
    const planText = `first words ${'x'.repeat(2 * MAX_PLAN_CHARACTERS)} last words`;
    const text = full({ planText });
    expect(text.length).toBeLessThan(MAX_PLAN_CHARACTERS + 5_000);
    expect(text).toContain('first words');
    expect(text).toContain('last words');
    expect(text).toContain(`characters left out, see ${RECORD}/plan.md`);
  });

  it('gives a session that has some of the subtasks only those', () => {
    const { fences } = readAsMarkdown(full({ subtasks: ['2a.2'] }));
    expect(fences[0]).toContain('2a.2 [impl] Build the form');
    expect(fences[0]).not.toContain('2a.1');
  });
});
