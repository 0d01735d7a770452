import { describe, expect, it } from 'vitest';
import { architectPrompt } from '../../src/prompt/architect.ts';
import { continuePrompt } from '../../src/prompt/continuation.ts';
import { developerPrompt } from '../../src/prompt/developer.ts';
import { doctorPrompt } from '../../src/prompt/doctor.ts';
import { evaluatorPrompt } from '../../src/prompt/evaluator.ts';
import { reductionPrompt } from '../../src/prompt/reduction.ts';
import { replannerPrompt } from '../../src/prompt/replanner.ts';
import { retryPrompt } from '../../src/prompt/retry.ts';
import { reviewerPrompt } from '../../src/prompt/reviewer.ts';
import { revisionPrompt } from '../../src/prompt/revision.ts';
import {
  PROMPTS,
  type PromptName,
  placeholderNames,
  renderTemplate,
  templateProblems,
} from '../../src/prompt/template.ts';
import { developer, doctor, evaluator, phaseWith, previous, reduction, reviewer } from './briefs.ts';
import { readAsMarkdown } from './outside.ts';

const again = { ...developer(), previous: previous() };
const planning = {
  goal: 'Build it.',
  tdd: 'warn',
  checks: [],
  unanswered: 'none was said',
  report: 'schema',
} as const;
const BUILDERS: Readonly<Record<PromptName, (template: string | null) => string>> = {
  developer: template => developerPrompt(again, template),
  retry: template => retryPrompt(again, template),
  continue: template => continuePrompt(again, template),
  architect: template => architectPrompt({ ...planning, trackerId: 'ABC-1', record: null }, template),
  revision: template =>
    revisionPrompt(
      { ...planning, previous: '# Plan', diagnostics: ['No phases.'], feedback: 'Smaller.', round: 1 },
      template,
    ),
  reviewer: template => reviewerPrompt(reviewer(), template),
  evaluator: template => evaluatorPrompt(evaluator(), template),
  doctor: template => doctorPrompt(doctor(), template),
  replanner: template => replannerPrompt(reduction(), template),
  reduction: template => reductionPrompt(reduction(), template),
};

describe('a template', () => {
  it('is filled in once, so that what is filled in cannot name anything', () => {
    expect(renderTemplate('{{a}} {{ b }} {{a}}', { a: '{{b}} $& $1', b: 'B' })).toBe(
      '{{b}} $& $1 B {{b}} $& $1',
    );
  });

  it('keeps what it does not know', () => {
    const kept = '{{other}} {{constructor}} {{__proto__}} {a} {{}} {{{a}} {{a\nb}}';
    expect(renderTemplate(kept, { a: 'A' })).toBe(
      '{{other}} {{constructor}} {{__proto__}} {a} {{}} {A {{a\nb}}',
    );
  });

  it('grows no more than a hundredfold', () => {
    const text = renderTemplate('{{a}}'.repeat(10_000), { a: 'x'.repeat(100) });
    expect(text.length).toBeLessThan(100_000);
  });

  it.each(PROMPTS)('takes the place of the %s prompt, with each of its placeholders', name => {
    const names = placeholderNames(name);
    const template = names.map(word => `<${word}>{{${word}}}</${word}>`).join('\n');
    expect(templateProblems(template, name)).toEqual([]);
    const text = BUILDERS[name](template);
    expect(text.startsWith(`<${names[0]}>`)).toBe(true);
    for (const word of names) expect(text).not.toContain(`{{${word}}}`);
    expect(text.trimEnd().endsWith(`</${names.at(-1)}>`)).toBe(true);
  });

  it.each(PROMPTS)('that has all parts of the %s prompt in our order says what we say', name => {
    const ours = BUILDERS[name](null);
    const parts = placeholderNames(name).map(word => BUILDERS[name](`{{${word}}}`).split('\n\n')[0]!.trim());
    expect(parts.filter(part => part !== '' && ours.includes(part)).length).toBeGreaterThan(2);
  });

  it('that forgets what is rarely there gets it at its end', () => {
    const text = developerPrompt(developer({ previous: previous(), hints: ['Go slowly.'] }), 'Do it.');
    expect(text).toMatch(/^Do it\.\n\nAdvice for this attempt:\n- Go slowly\.\n\n# Attempt 2\n/);
    expect(BUILDERS.revision('Again.')).toContain('- No phases.');
    expect(BUILDERS.revision('Again.')).toContain('Smaller.');
    expect(developerPrompt(developer(), 'Do it.')).toBe('Do it.\n');
    const earlier = [{ diagnosis: 'The cache is stale.', hint: null, helped: false }];
    expect(doctorPrompt(doctor({ earlier }), 'Look.')).toMatch(
      /^Look\.\n\nWhat was said[\s\S]+cache is stale/,
    );
    expect(replannerPrompt(reduction({ problems: ['No title.'] }), 'Go.')).toContain('- No title.');
  });

  it('cannot leave out what must not change when a phase is described anew [003-17]', () => {
    const phase = { ...phaseWith('impl'), criteria: ['Passwords must be hashed.'] };
    for (const text of [
      replannerPrompt(reduction({ intent: 'The intent.' }), 'Anything goes.'),
      reductionPrompt(reduction({ intent: 'The intent.', phase }), 'Anything goes.'),
    ]) {
      expect(text).toMatch(/^Anything goes\.\n\nHARD CONSTRAINT/);
      expect(readAsMarkdown(text).fences).toContain('The intent.');
    }
    expect(reductionPrompt(reduction({ phase }), 'Go.')).toContain('"Passwords must be hashed."');
  });
});

describe('what is wrong with a template', () => {
  const check = (template: string, name: PromptName, ...expected: string[]) =>
    expect(templateProblems(template, name)).toEqual(expected);

  it('is found with a suggestion', () => {
    check(
      '{{asignment}} {{ report }}',
      'developer',
      '{{asignment}} is nothing that the developer prompt has: did you mean {{assignment}}?',
    );
    check(
      '{{feedback_file}}',
      'retry',
      '{{feedback_file}} is nothing that the retry prompt has: did you mean {{feedbackFile}}?',
    );
    check(
      '{{zzz}} {{zzz}}',
      'architect',
      '{{zzz}} is nothing that the architect prompt has: known are assignment, goal, study, problems, phases, tests, format, answer, trackerId',
    );
    check(
      '{{constructor}}',
      'evaluator',
      expect.stringContaining('{{constructor}} is nothing') as unknown as string,
    );
    check('  \n', 'reviewer', 'the template is empty');
    check('plain { text } and {{ report }}', 'continue');
  });

  it('is told in bounds', () => {
    const many = Array.from({ length: 5_000 }, (_, i) => `{{wrong${i}}}`).join('');
    expect(templateProblems(many, 'developer').length).toBeLessThan(30);
    expect(templateProblems('{{report}}'.repeat(1_000), 'developer')).toHaveLength(1);
  });
});
