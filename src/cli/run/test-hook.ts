import type { Ports } from '../../engine/ports.ts';

/**
 * `PHASEWRIGHT_TEST_KILL=before:7` kills this process before its seventh effect, `after:7` between the effect and the
 * record of it. For tests of recovery: the process gets no chance to tidy up.
 */
export function testHook({
  PHASEWRIGHT_TEST_KILL: order,
}: NodeJS.ProcessEnv): NonNullable<Ports['at']> | null {
  const [, moment, number] = /^(before|after):(\d+)$/.exec(order ?? '') ?? [];
  if (!moment) return null;
  let seen = 0;
  return at => {
    if (at !== moment) return;
    seen += 1;
    if (seen === Number(number)) process.kill(process.pid, 'SIGKILL');
  };
}
