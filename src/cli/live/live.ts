import { setTimeout as delay } from 'node:timers/promises';
import type { LoadedRun } from '../../engine/load.ts';
import { press, START } from '../../view/live/press.ts';
import type { Key, Scene, Ui, Wish } from '../../view/live/scene.ts';
import { screenLines } from '../../view/live/screen.ts';
import type { RunView } from '../../view/run/status.ts';
import type { Home } from '../run/open-store.ts';
import type { Terminal } from '../terminal.ts';
import { type OpenPage, openPage } from './pages.ts';
import { openStage, type Stage } from './stage.ts';
import type { StopSignals } from './stop-signals.ts';
import { type Sight, watcher } from './watcher.ts';
import { fulfil } from './wishes.ts';

/** How whoever was with a run parted from it. */
export interface Parting {
  readonly loaded: LoadedRun;
  /** As it was seen last. */
  readonly view: RunView;
  /** Whether the user left; else the run came to rest. */
  readonly isLeft: boolean;
}

export interface LiveOptions {
  /** Whether Ctrl-C stops the run, and the view ends when the run rests. */
  readonly isOwner: boolean;
  /** Whether to stay while the run waits for a person, where this view has the run go on. */
  readonly stays: boolean;
  readonly signals: StopSignals;
}

/** How often the run is looked at. */
const TICK_MS = 250;
/** How long keys are awaited that were pressed before the screen was there. */
const DRAIN_MS = 30;
/** How long a notice stays. */
const NOTICE_MS = 8_000;

/** Shows a run that another process drives, until it rests or the user leaves. */
export async function live(
  home: Home,
  start: LoadedRun,
  options: LiveOptions,
  terminal: Terminal,
): Promise<Parting> {
  const look = watcher(home, start, terminal);
  const view = viewing(await look(), look, options.isOwner);
  const onKey = (key: Key): void => {
    if (key.ctrl && key.name === 'l') stage.forgetShown();
    const { ui, wish } = press(view.ui, key, sceneOf(view), stage.screen());
    view.ui = ui;
    if (ui.page === null) view.page = null;
    if (wish) view.wishes.push(wish);
    show(stage, view);
    view.bell.resolve();
  };
  const stage = openStage(terminal, {
    onKey,
    // Pasted words are an answer to a question for words, or a mistake.
    onPaste: text => {
      if (view.ui.question?.kind === 'words' && text !== '')
        onKey({ name: undefined, ctrl: false, shift: false, text });
    },
    onResize: () => show(stage, view),
    onGone: () => view.hears({ kind: 'leave' }),
  });
  options.signals.hear(
    () => view.hears({ kind: view.isOwner ? 'stop' : 'leave' }),
    () => view.hears({ kind: 'leave' }),
  );
  try {
    await delay(DRAIN_MS);
    stage.listen();
    for (;;) {
      for (let wish = view.wishes.shift(); wish; wish = view.wishes.shift()) await grant(wish);
      await readPage(view);
      if (view.isLeft || isAtRest(view)) break;
      forgetNotice(view);
      show(stage, view);
      await Promise.race([delay(TICK_MS), view.bell.promise]);
      view.bell = Promise.withResolvers();
      await view.refresh();
    }
  } finally {
    stage.close();
  }
  return { loaded: view.sight.loaded, view: view.sight.view, isLeft: view.isLeft };

  async function grant(wish: Wish): Promise<void> {
    if (wish.kind === 'suspend') return stage.suspend();
    if (wish.kind === 'open') {
      view.page = openPage(wish, home, view.sight, stage.screen());
      view.ui = {
        ...view.ui,
        page: { kind: wish.page, title: view.page.title, lines: [], top: view.page.top },
      };
      return;
    }
    await fulfil(wish, { home, stays: options.stays, view, terminal });
  }
}

/** What changes while a run is looked at. */
export interface Viewing {
  /** What was seen last. */
  sight: Sight;
  /** Looks again, after whoever is looking. */
  readonly refresh: () => Promise<void>;
  /** Whether the user has left. */
  isLeft: boolean;
  isStopping: boolean;
  /** The process that this user asked to pause. */
  pausing: number | null;
  /** What it means that nobody drives the run: the end, that this user paused it, or that a driver is about to begin. */
  rest: 'ends' | 'stays' | 'starts';
  /** The notice that is shown, and since when. */
  noticed: { readonly words: string | null; readonly at: number };
  ui: Ui;
  page: OpenPage | null;
  bell: PromiseWithResolvers<void>;
  readonly wishes: Wish[];
  readonly isOwner: boolean;
  readonly hears: (wish: Wish) => void;
}

function viewing(sight: Sight, look: () => Promise<Sight>, isOwner: boolean): Viewing {
  let looked = Promise.resolve();
  const view: Viewing = {
    sight,
    isOwner,
    ui: START,
    page: null,
    wishes: [],
    bell: Promise.withResolvers<void>(),
    isLeft: false,
    isStopping: false,
    pausing: null,
    rest: 'ends',
    noticed: { words: null, at: 0 },
    refresh: () => {
      looked = looked.then(async () => {
        view.sight = await look();
      });
      return looked;
    },
    hears: wish => {
      view.wishes.push(wish);
      view.bell.resolve();
    },
  };
  return view;
}

const sceneOf = ({ sight: { view, activities, log }, isOwner }: Viewing): Scene => ({
  view,
  activities,
  log,
  isOwner,
});

const show = (stage: Stage, view: Viewing): void =>
  stage.show(screenLines(sceneOf(view), view.ui, stage.screen()));

/**
 * Whoever only watches may look around in a run that is over, and whoever paused it can have it go on. Whoever reads or
 * types just now would go on typing into the shell.
 */
const isAtRest = ({ sight, isOwner, rest, ui }: Viewing): boolean =>
  sight.view.driver === null && isOwner && rest === 'ends' && ui.page === null && ui.question === null;

/** Words at the foot of the screen hide the keys, and say less the older they are. */
function forgetNotice(view: Viewing): void {
  const { notice } = view.ui;
  if (notice !== view.noticed.words) view.noticed = { words: notice, at: Date.now() };
  else if (notice !== null && Date.now() - view.noticed.at >= NOTICE_MS)
    view.ui = { ...view.ui, notice: null };
}

async function readPage(view: Viewing): Promise<void> {
  const lines = await view.page?.read(view.sight);
  if (lines && view.ui.page) view.ui = { ...view.ui, page: { ...view.ui.page, lines } };
}
