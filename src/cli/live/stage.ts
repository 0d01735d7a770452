import { paint } from '../../view/live/paint.ts';
import type { Screen } from '../../view/live/scene.ts';
import type { Terminal } from '../terminal.ts';
import { type Keyboard, openKeyboard, type Typist } from './keyboard.ts';

/** The other screen of a terminal, which leaves the first as it was, and the keyboard. */
export interface Stage extends Keyboard {
  readonly screen: () => Screen;
  readonly show: (lines: readonly string[]) => void;
  /** Has everything drawn anew by the next `show`. */
  readonly forgetShown: () => void;
  /** Gives the terminal back to the shell until the user returns. */
  readonly suspend: () => void;
}

export interface Audience extends Typist {
  readonly onResize: () => void;
}

const OTHER_SCREEN = '\x1B[?1049h';
const FIRST_SCREEN = '\x1B[?1049l';
const HIDE_CURSOR = '\x1B[?25l';
const SHOW_CURSOR = '\x1B[?25h';
/** A line that fills the width must not push the others. */
const NO_WRAP = '\x1B[?7l';
const WRAP = '\x1B[?7h';
/** What is pasted comes between marks, so that it is not taken for keys. */
const MARK_PASTES = '\x1B[?2004h';
const NO_PASTE_MARKS = '\x1B[?2004l';

export function openStage(terminal: Terminal, audience: Audience): Stage {
  const { stdin, stderr } = process;
  let shown: readonly string[] | null = null;
  let isOpen = false;
  const onResize = (): void => {
    shown = null;
    audience.onResize();
  };
  const enter = (): void => {
    isOpen = true;
    shown = null;
    // Anew, because a shell may have changed it. Before all else: in the background nobody gets past this.
    stdin.setRawMode(false).setRawMode(true).resume();
    terminal.err(`${OTHER_SCREEN}${HIDE_CURSOR}${NO_WRAP}${MARK_PASTES}`);
  };
  const leave = (): void => {
    if (!isOpen) return;
    isOpen = false;
    if (!stdin.destroyed) stdin.setRawMode(false);
    stdin.pause();
    terminal.err(`${NO_PASTE_MARKS}${WRAP}${SHOW_CURSOR}${FIRST_SCREEN}`);
  };
  const onContinue = (): void => {
    enter();
    onResize();
  };
  const keyboard = openKeyboard(audience);
  stderr.on('resize', onResize);
  process.on('SIGCONT', onContinue).on('exit', leave);
  enter();
  return {
    screen: () => ({
      columns: stderr.columns || terminal.columns,
      rows: stderr.rows || DEFAULT_ROWS,
      style: terminal.errStyle,
      unicode: terminal.unicode,
    }),
    show: lines => {
      if (!isOpen) return;
      const change = paint(shown, lines);
      if (change !== '') terminal.err(change);
      shown = lines;
    },
    listen: keyboard.listen,
    forgetShown: () => {
      shown = null;
    },
    suspend: () => {
      leave();
      // The whole job, as the terminal itself would: whoever started this may wait for it in between.
      process.kill(0, 'SIGTSTP');
      // Back again, or never gone: without a shell to return to nobody is stopped.
      onContinue();
    },
    close: () => {
      leave();
      keyboard.close();
      stderr.off('resize', onResize);
      process.off('SIGCONT', onContinue).off('exit', leave);
    },
  };
}

const DEFAULT_ROWS = 24;
