import { apply } from '../../src/run/apply.ts';
import { conclude } from '../../src/run/conclude.ts';
import type { RunEvent } from '../../src/run/event.ts';
import { phaseAt, planAt } from '../../src/run/queries.ts';
import { settingsOf } from '../../src/run/settings.ts';
import type { RunState } from '../../src/run/state.ts';
import { paint } from '../../src/view/live/paint.ts';
import { START } from '../../src/view/live/press.ts';
import type { Scene, Screen } from '../../src/view/live/scene.ts';
import { screenLines } from '../../src/view/live/screen.ts';
import { progressLine } from '../../src/view/run/progress.ts';
import { coloured } from '../../src/view/style.ts';
import { type Figure, medians } from '../measure.ts';
import { ORIGIN } from '../run/instant.ts';
import { life } from '../run/makespan.ts';
import { layered } from '../run/plans.ts';

const SCREEN: Screen = { columns: 120, rows: 60, style: coloured, unicode: true };
const PHASES = 1_000;
/** A phase and its group take a row each at most. */
const ALL_ROWS = { ...SCREEN, rows: 2 * PHASES };
const WIDTH = 10;
const SESSIONS = 8;
const FRAMES = 80;
const FRAME_MS = 250;
/** In frames. */
const LAND_EVERY = 8;
const TIMES = 5;

/** What a frame of a large run costs, next to drawing all of its rows and writing the whole screen. */
export async function frameFigures(): Promise<Figure[]> {
  const film = scenes(FRAMES);
  const whole: typeof paint = (_, lines) => paint(null, lines.slice(0, SCREEN.rows));
  const [ours = 0, naive = 0] = await medians(
    TIMES,
    () => written(film, SCREEN, paint),
    () => written(film, ALL_ROWS, whole),
  );
  const [changes, all] = [written(film, SCREEN, paint), written(film, SCREEN, whole)];
  const each = (ms: number): string => `${(ms / FRAMES).toFixed(2)} ms`;
  const size = (bytes: number): string => `${(bytes / FRAMES / 1024).toFixed(1)} KiB`;
  return [
    {
      name: `frame of ${PHASES} phases, ${SCREEN.columns} by ${SCREEN.rows} ÷ drawing all rows and writing the whole screen`,
      ratio: ours / naive,
      limit: 0.2,
      detail: `${each(ours)} ÷ ${each(naive)}`,
    },
    {
      name: 'bytes of a frame of the same ÷ those of the whole screen',
      ratio: changes / all,
      limit: 0.2,
      detail: `${size(changes)} ÷ ${size(all)}`,
    },
  ];
}

/** Bytes that are written for these scenes. */
function written(film: readonly Scene[], screen: Screen, write: typeof paint): number {
  let before: readonly string[] | null = null;
  let bytes = 0;
  for (const scene of film) {
    const lines = screenLines(scene, START, screen);
    bytes += Buffer.byteLength(write(before, lines));
    before = lines;
  }
  return bytes;
}

/** A run from its middle on: agents speak in turn, a phase lands every two seconds, clocks go on. */
function scenes(count: number): readonly Scene[] {
  const settings = settingsOf('phased', { concurrency: SESSIONS, review: { when: 'never' } });
  const plan = layered(PHASES, WIDTH);
  const created: RunEvent = { type: 'run_created', run: 'r', plan, settings, origin: ORIGIN, durations: {} };
  let now = 0;
  let state = apply(null, { at: now, event: created });
  const log: string[] = [];
  const tell = (event: RunEvent): void => {
    const entry = { at: now, event };
    state = apply(state, entry);
    const line = progressLine(entry, state, coloured, true);
    if (line !== null) log.push(line);
  };
  const decide = (): void => {
    for (let events = conclude(state); events.length > 0; events = conclude(state)) events.forEach(tell);
  };
  const land = (): void => {
    for (const event of life(planAt(state, state.active[0]!).id)) tell(event);
    decide();
  };
  tell({ type: 'run_opened', head: 'c0' });
  decide();
  for (let phase = 0; phase < PHASES / 2; phase += 1) land();
  return Array.from({ length: count }, (_, tick) => {
    now += FRAME_MS;
    if (tick % LAND_EVERY === 0) land();
    return sceneOf(state, now, log.slice(), tick);
  });
}

const sceneOf = (state: RunState, now: number, log: readonly string[], tick: number): Scene => ({
  view: { state, driver: 1, now },
  activities: state.active.map(position => ({
    phase: planAt(state, position).id,
    attempt: phaseAt(state, position).attempt,
    source: 'developer',
    line: `step ${Math.floor((tick + position) / SESSIONS)} of many`,
  })),
  log,
  isOwner: true,
});
