import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../src/run/policies.ts';
import { type Overrides, PRESET_SETTINGS, settingsOf, settingsSchema } from '../../src/run/settings.ts';

describe('settings', () => {
  it.each(PRESETS)('of preset %s are valid', preset => {
    expect(settingsSchema.safeParse(settingsOf(preset, {})).success).toBe(true);
  });

  it('of the presets are the combinations of the seeds [001-07] [002-06]', () => {
    const words = PRESETS.map(preset => {
      const { schedule, session, onReject, maxAttempts, onFailure } = PRESET_SETTINGS[preset];
      return `${preset}: ${schedule} ${session} ${onReject} ${maxAttempts} ${onFailure}`;
    });
    expect(words).toEqual([
      'phased: ready phase fresh 2 drain',
      'subtasks: levels subtask fresh 2 halt',
      'tasks: serial phase continue 5 drain',
      'autobuild: batches phase fresh 2 drain',
    ]);
  });

  const CASES: readonly (readonly [title: string, overrides: Overrides, expected: object])[] = [
    ['what is not given stays as it is', { concurrency: undefined }, { concurrency: 4, maxAttempts: 2 }],
    ['rounds of one conversation are five', { onReject: 'continue' }, { maxAttempts: 5 }],
    ['a number that is given counts', { onReject: 'continue', maxAttempts: 3 }, { maxAttempts: 3 }],
    [
      'a part of the limits leaves the others',
      { limits: { backoffMs: 7 } },
      { limits: { backoffMs: 7, infraRetries: 5 } },
    ],
    [
      'a part of the commit leaves the others',
      { commit: { hooks: true } },
      { commit: { hooks: true, mode: 'phase' } },
    ],
  ];
  for (const [title, overrides, expected] of CASES) {
    it(title, () => expect(settingsOf('phased', overrides)).toMatchObject(expected));
  }
});
