import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import type { Terminal } from './terminal.ts';

/** Shows a text that may be long: on a screen in the user's pager, as git does, or else where there is none as it is. */
export async function paged(text: string, terminal: Terminal, isWanted = true): Promise<void> {
  // The pager writes to the screen itself, so it has to be the real one.
  const isScreen = terminal.outIsScreen && process.stdout.isTTY === true;
  const pager = isScreen && isWanted && text !== '' ? await chosenPager() : null;
  if (pager === null || !(await shownBy(pager, text))) terminal.out(text);
}

/** Settings that pagers of most users need for colours, and not to clear the screen; theirs have precedence. */
const PAGER_SETTINGS = { LESS: 'FRX', LV: '-c' };

/**
 * What git would use: `GIT_PAGER`, the user's `core.pager`, `PAGER`, or a default. The configuration of the repository is
 * not asked: agents work in it, and could have us run what they like. Null where no pager is wanted.
 */
async function chosenPager(): Promise<string | null> {
  try {
    const env = { ...process.env, GIT_DIR: '/dev/null' };
    const { stdout } = await promisify(execFile)('git', ['var', 'GIT_PAGER'], { cwd: '/', env });
    const pager = stdout.trim();
    return pager === '' || pager === 'cat' ? null : pager;
  } catch {
    return null;
  }
}

/** Whether the pager did its work. Whoever leaves it early has seen enough. */
function shownBy(pager: string, text: string): Promise<boolean> {
  // Ctrl-C belongs to the pager while it is open.
  let isInterrupted = false;
  const onInterrupt = (): void => {
    isInterrupted = true;
  };
  process.on('SIGINT', onInterrupt);
  return new Promise<boolean>(resolve => {
    const env = { ...PAGER_SETTINGS, ...process.env };
    const child = spawn('sh', ['-c', pager], { stdio: ['pipe', 'inherit', 'inherit'], env });
    child.stdin.on('error', () => {}).end(text);
    child.on('error', () => resolve(false));
    child.on('close', status => resolve(status === 0 || status === null || isInterrupted));
  }).finally(() => process.off('SIGINT', onInterrupt));
}
