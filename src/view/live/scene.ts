import type { Command } from '../../run/event.ts';
import type { RunView } from '../run/status.ts';
import type { Style } from '../style.ts';

/** What an agent, a check or a command does just now. */
export interface Activity {
  /** Id of the phase; that of the architect where the plan is still being written. */
  readonly phase: string;
  readonly attempt: number;
  /** Such as `developer`, `reviewer` or `check`. */
  readonly source: string;
  /** The last thing that it did or said, on one line that is safe to print; empty where nothing is known yet. */
  readonly line: string;
}

/** All that is to be seen of a run at a moment. */
export interface Scene {
  readonly view: RunView;
  readonly activities: readonly Activity[];
  /** What was told of the run so far, a line each, coloured, the newest last. */
  readonly log: readonly string[];
  /** Whether Ctrl-C stops the run; else it only ends the watching. */
  readonly isOwner: boolean;
}

/** How it can be shown. */
export interface Screen {
  readonly columns: number;
  readonly rows: number;
  readonly style: Style;
  readonly unicode: boolean;
}

/** What the person at the keyboard has done to the screen. */
export interface Ui {
  /** Place of the selected phase in the plan; null follows what is under way. */
  readonly selected: number | null;
  /** Lines by which the log is scrolled back from its end. */
  readonly logBack: number;
  /** What lies over the tree. */
  readonly page: Page | null;
  /** What is asked at the foot of the screen. */
  readonly question: Question | null;
  /** A word at the foot of the screen, until the next key. */
  readonly notice: string | null;
}

/** A text to scroll in. */
export interface Page {
  readonly kind: PageKind;
  readonly title: string;
  /** Coloured, safe to print, of any length. */
  readonly lines: readonly string[];
  /** The first line to be seen; null stays at the end while lines are added. */
  readonly top: number | null;
  /** Rows of that line which are scrolled out of sight. */
  readonly row?: number;
}

type PageKind = 'details' | 'diff' | 'log' | 'plan' | 'help';

export type Question =
  /** Answered by `y` or anything else. */
  | { readonly kind: 'sure'; readonly text: string; readonly wish: Wish }
  /** Answered by words and enter; `needed` where none will not do. */
  | {
      readonly kind: 'words';
      /** What the person is needed for, above the question; empty where it says all. */
      readonly need: string;
      readonly text: string;
      readonly typed: string;
      readonly needed: boolean;
      readonly about: Extract<Command, { type: 'retry' | 'reject' }>;
    };

/** What the screen cannot do by itself. */
export type Wish =
  | { readonly kind: 'ask'; readonly command: Command }
  /** Null is about the run as a whole. */
  | { readonly kind: 'open'; readonly page: Exclude<PageKind, 'help'>; readonly position: number | null }
  /** Leave; the run goes on. */
  | { readonly kind: 'leave' }
  /** Stop the run so that it can be resumed. */
  | { readonly kind: 'stop' }
  /** Drive a run again that nobody drives. */
  | { readonly kind: 'resume' }
  /** Give the shell its terminal back for a while. */
  | { readonly kind: 'suspend' };

/** A key as Node's `readline` names it. */
export interface Key {
  /** Such as `up`, `return`, `a`; undefined for characters without a name. */
  readonly name: string | undefined;
  readonly ctrl: boolean;
  readonly shift: boolean;
  /** The characters that were typed, empty where there are none. */
  readonly text: string;
}
