import type { ReadStream, WriteStream } from 'node:tty';

/** Smallest screen on which anything can be made out. */
const MIN_COLUMNS = 20;
const MIN_ROWS = 4;

/** Whether a person looks at a screen that can be drawn on, and has a keyboard. Everybody else gets lines. */
export function canLive(isPlain: boolean, { stdin, stderr, env }: LiveProcess = process): boolean {
  if (isPlain || wantsPlain(env) || isSet(env.CI)) return false;
  if (stdin.isTTY !== true || stderr.isTTY !== true) return false;
  return (stderr.columns ?? 0) >= MIN_COLUMNS && (stderr.rows ?? 0) >= MIN_ROWS;
}

/** Whether nothing is to be drawn: the terminal cannot, or whoever uses it said so. */
export const wantsPlain = ({ PHASEWRIGHT_PLAIN: plain, TERM: kind }: NodeJS.ProcessEnv): boolean =>
  isSet(plain) || kind === 'dumb';

interface LiveProcess {
  readonly stdin: Pick<ReadStream, 'isTTY'>;
  readonly stderr: Pick<WriteStream, 'isTTY' | 'columns' | 'rows'>;
  readonly env: NodeJS.ProcessEnv;
}

const isSet = (value: string | undefined): boolean => value !== undefined && !/^(?:|0|false)$/i.test(value);
