import type { Ports } from '../../engine/ports.ts';

/**
 * `PHASEWRIGHT_TEST_KILL=before:7` kills this process before its seventh effect, `after:7` between the effect and the
 * record of it; `before:consult/` before the first effect with a key that begins so. For tests of recovery: the process
 * gets no chance to tidy up.
 */
export function testHook({
  PHASEWRIGHT_TEST_KILL: order,
}: NodeJS.ProcessEnv): NonNullable<Ports['at']> | null {
  const [, moment, which] = /^(before|after):(.+)$/.exec(order ?? '') ?? [];
  if (!moment || !which) return null;
  const number = /^\d+$/.test(which) ? Number(which) : null;
  let seen = 0;
  return (at, key) => {
    if (at !== moment) return;
    seen += 1;
    if (number === null ? key.startsWith(which) : seen === number) process.kill(process.pid, 'SIGKILL');
  };
}
