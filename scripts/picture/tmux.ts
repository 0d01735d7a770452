import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface TerminalOptions {
  readonly columns: number;
  readonly rows: number;
  readonly cwd: string;
  /** All that the program gets besides `PATH`, `HOME`, `LANG` and `TERM`, which may be given, too. */
  readonly env?: Readonly<Record<string, string>>;
  /** The program and its arguments; no shell looks at them. */
  readonly command: readonly string[];
}

/** A program in a real terminal, of which tmux is the screen and we are the keyboard. */
export interface RealTerminal {
  /** The program's process, as soon as there is one. */
  readonly pid: () => Promise<number>;
  /** Presses keys by tmux's names for them: `Enter`, `Up`, `C-c`, `q`. */
  readonly keys: (...names: string[]) => void;
  readonly type: (text: string) => void;
  /** The rows that are seen now, without colours and spaces at their ends. */
  readonly screen: () => string[];
  /** The same as one text with escape sequences for colours and the like. */
  readonly coloured: () => string;
  /** What has scrolled away, and the rows that are seen now. */
  readonly history: () => string[];
  readonly modes: () => Modes;
  /** Waits until the text of the screen fits, and fails with the last screen where it never does. */
  readonly until: (fits: (text: string) => boolean, what: string) => Promise<string[]>;
  readonly resize: (columns: number, rows: number) => void;
  /** Keeps in a file what the program writes from now on. */
  readonly record: (file: string) => void;
  readonly isOver: () => boolean;
  /** Waits for the program's end: its exit code, or 128 and the number of the signal that ended it. */
  readonly ended: () => Promise<number>;
  /** Takes the terminal away from the program, as closing a window does. */
  readonly hangUp: () => void;
  /** Ends the program, where it still runs, and the terminal. */
  readonly close: () => void;
}

interface Modes {
  readonly alternateScreen: boolean;
  readonly cursorVisible: boolean;
  readonly mouse: boolean;
  /** From 0, at the upper left. */
  readonly cursor: { readonly column: number; readonly row: number };
  /** As the program has set it; after its end it is ours. */
  readonly title: string;
}

/** What has not come about by then will not come about. */
const PATIENCE_MS = 45_000;
const POLL_MS = 25;

export const tmuxIsInstalled = (): boolean => spawnSync('tmux', ['-V']).status === 0;

/**
 * Runs the program, and tells its process and its end. The end comes as a title of the terminal, because that stands
 * behind all that the program has printed: of a terminal whose last process ends tmux may not read the last words.
 */
const WRAPPER = [
  'trap : INT QUIT',
  `sh -c 'echo $$ > "$0"; exec "$@"' "$0" "$@"`,
  'code=$?',
  'stty -echo',
  `printf '\\033]2;phasewright ended %s\\033\\\\' "$code"`,
  'while :; do sleep 60; done',
].join('\n');
const ENDED = /^phasewright ended (\d+)$/;

/** A terminal of its own, with a server of its own: nobody's settings, nobody's sessions. */
export function openTerminal(options: TerminalOptions): RealTerminal {
  const folder = mkdtempSync(join(tmpdir(), 'phasewright-terminal-'));
  const tmux = start(folder, options);
  const screen = (): string[] => rowsOf(tmux('capture-pane', '-p'));
  const modes = (): Modes => modesOf(tmux('display-message', '-p', MODES));
  const code = (): number | null => codeIn(modes().title);
  const isOver = (): boolean => code() !== null;
  const failure = (what: string): Error =>
    new Error(`${what} did not come about; the screen:\n${screen().join('\n')}`);
  const wait = <T>(look: () => T | null, what: string): Promise<T> => waitFor(look, () => failure(what));
  return {
    pid: () => wait(() => pidIn(folder), 'the process'),
    keys: (...names) => void tmux('send-keys', '--', ...names),
    type: text => void tmux('send-keys', '-l', '--', text),
    screen,
    coloured: () => tmux('capture-pane', '-e', '-p'),
    history: () => rowsOf(tmux('capture-pane', '-p', '-S', '-')),
    modes,
    until: (fits, what) =>
      wait(() => {
        const isLast = isOver();
        const rows = screen();
        if (fits(rows.join('\n'))) return rows;
        if (isLast) throw failure(`${what}, before the program ended,`);
        return null;
      }, what),
    resize: (columns, rows) => void tmux('resize-window', '-x', `${columns}`, '-y', `${rows}`),
    record: file => void tmux('pipe-pane', `exec cat > '${file}'`),
    isOver,
    ended: () => wait(code, 'the end of the program'),
    hangUp: () => void tmux('kill-server'),
    close: () => close(folder, tmux, isOver),
  };
}

type Tmux = (...words: string[]) => string;

function start(folder: string, { columns, rows, cwd, env = {}, command }: TerminalOptions): Tmux {
  const { TERM = 'tmux-256color', ...rest } = env;
  const variables = { PATH: process.env.PATH ?? '', HOME: folder, LANG: 'C.UTF-8', ...rest };
  const call = (...words: string[]): string => {
    const before = ['-u', '-S', join(folder, 'socket'), '-f', '/dev/null'];
    const { status, error, stdout, stderr } = spawnSync('tmux', [...before, ...words], {
      env: variables,
      cwd,
      encoding: 'utf8',
    });
    if (error) throw error;
    if (status !== 0) throw new Error(`tmux ${words[0]}: ${stderr}`);
    return stdout;
  };
  const set = (name: string, value: string): string[] => ['set-option', '-g', name, value, ';'];
  call(
    ...['start-server', ';', ...set('default-terminal', TERM), ...set('status', 'off')],
    ...[...set('escape-time', '0'), ...set('exit-empty', 'on')],
    ...['new-session', '-d', '-x', `${columns}`, '-y', `${rows}`, '-c', cwd],
    ...['--', 'sh', '-c', WRAPPER, join(folder, PID_FILE), ...command].map(literal),
  );
  return (...words) => call(...words.map(literal));
}

const PID_FILE = 'pid';

function pidIn(folder: string): number | null {
  try {
    return Number(readFileSync(join(folder, PID_FILE), 'utf8')) || null;
  } catch {
    return null;
  }
}

const codeIn = (title: string): number | null => {
  const code = ENDED.exec(title)?.[1];
  return code === undefined ? null : Number(code);
};

/** A semicolon at the end of a word would begin a new command of tmux's. */
const literal = (word: string): string => word.replace(/;$/, '\\;');

const rowsOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');

const MODES = '#{alternate_on}|#{cursor_flag}|#{mouse_any_flag}|#{cursor_x}|#{cursor_y}|#{pane_title}';

function modesOf(answer: string): Modes {
  const [alternate, visible, mouse, column, row, ...title] = answer.trimEnd().split('|');
  return {
    alternateScreen: alternate === '1',
    cursorVisible: visible === '1',
    mouse: mouse === '1',
    cursor: { column: Number(column), row: Number(row) },
    title: title.join('|'),
  };
}

async function waitFor<T>(look: () => T | null, failure: () => Error): Promise<T> {
  for (const end = Date.now() + PATIENCE_MS; ; await pause(POLL_MS)) {
    const found = look();
    if (found !== null) return found;
    if (Date.now() > end) throw failure();
  }
}

function close(folder: string, tmux: Tmux, isOver: () => boolean): void {
  try {
    const pid = pidIn(folder);
    if (pid !== null && !isOver()) process.kill(pid, 'SIGKILL');
    tmux('kill-server');
  } catch {
    // It is closed already.
  }
  rmSync(folder, { recursive: true, force: true });
}
