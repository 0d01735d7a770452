import type { Plan } from '../../plan/model.ts';
import type { Settings } from '../../run/settings.ts';

/** What the settings leave unverified of tests that the plan wants to be written first; null where there is nothing to say. */
export function testsNote(
  { phases }: Plan,
  { tdd, checks }: Pick<Settings, 'tdd' | 'checks'>,
): string | null {
  const isVerified = checks.some(({ kind }) => kind === 'test');
  const writesTests = phases.some(({ subtasks }) =>
    subtasks.some(({ type, done }) => type === 'test' && !done),
  );
  if (tdd === 'off' || isVerified || !writesTests) return null;
  return 'the plan has tests that are written first, but no check runs tests: that they fail at first and pass then is not verified; add --check COMMAND, or use --tdd off';
}
