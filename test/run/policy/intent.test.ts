import { describe, expect, it } from 'vitest';
import { EMPTY_PHASE } from '../../../src/plan/model.ts';
import { intentOf, MAX_INTENT_CHARACTERS } from '../../../src/run/policy/intent.ts';

describe('an intent', () => {
  it('says what the phase is to achieve, and not by which steps [003-04]', () => {
    const phase = {
      ...EMPTY_PHASE,
      id: '2a',
      title: 'Add the login form',
      description: 'The form stands on its own page.',
      subtasks: [
        {
          id: '2a.1',
          title: 'Use a library',
          description: '',
          type: 'impl' as const,
          dependsOn: [],
          files: [],
          done: false,
        },
      ],
      files: ['src/other.ts'],
      deliverables: ['src/login.ts', 'test/login.test.ts'],
      criteria: ['A wrong password shows an error.'],
    };
    expect(intentOf(phase)).toBe(
      [
        'Phase 2a: Add the login form',
        '',
        'The form stands on its own page.',
        '',
        'Must exist afterwards:',
        '- src/login.ts',
        '- test/login.test.ts',
        '',
        'Done when:',
        '- A wrong password shows an error.',
      ].join('\n'),
    );
    expect(intentOf({ ...EMPTY_PHASE, id: '1', title: 'Go' })).toBe('Phase 1: Go');
  });

  it('is bounded, and says how much it leaves out', () => {
    const intent = intentOf({
      ...EMPTY_PHASE,
      id: 'i'.repeat(64),
      title: 't'.repeat(1_000_000),
      description: '\u{1F600}'.repeat(1_000_000),
      deliverables: Array.from({ length: 50_000 }, (_, i) => `src/${i}.ts`),
      criteria: Array.from({ length: 50_000 }, () => 'c'.repeat(1_000_000)),
    });
    expect(intent.length).toBeLessThanOrEqual(MAX_INTENT_CHARACTERS);
    expect(intent).toBe(intent.toWellFormed());
    const paths = [...intent.matchAll(/^- src\/\d+\.ts$/gm)].length;
    expect(paths).toBeGreaterThan(1_000);
    expect(intent).toContain(`- and ${50_000 - paths} more, as the plan says\n\nDone when:\n- ccc`);
    expect(intent).toMatch(/c…\n- and 49996 more, as the plan says$/);
  });
});
