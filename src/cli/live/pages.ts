import { printable, printableLines } from '../../base/printable.ts';
import { PLAN_NAME } from '../../engine/perform/draft.ts';
import { openRepository } from '../../git/repository.ts';
import { phaseAt, planAt } from '../../run/queries.ts';
import type { RunState } from '../../run/state.ts';
import type { Page, Wish } from '../../view/live/scene.ts';
import { diffColoured } from '../../view/run/diff.ts';
import { phaseText } from '../../view/run/phase.ts';
import { statusText } from '../../view/run/status.ts';
import { transcriptLines } from '../../view/run/transcript.ts';
import type { Style } from '../../view/style.ts';
import { attemptWanted, piecesShown } from '../command/diff.ts';
import { UsageError } from '../exit.ts';
import type { Home } from '../run/open-store.ts';
import { SCREEN_BYTES, transcriptsOf } from '../run/transcripts.ts';
import { roundOf } from './activity.ts';
import type { Sight } from './watcher.ts';

/** What a page wants to show. */
export type Opened = Extract<Wish, { kind: 'open' }>;

export interface Looks {
  readonly style: Style;
  readonly unicode: boolean;
}

/** A page whose lines are read anew while it is open. */
export interface OpenPage {
  readonly title: string;
  /** Null where nothing has changed. */
  readonly read: (sight: Sight) => Promise<readonly string[] | null> | readonly string[] | null;
  readonly top: Page['top'];
}

export function openPage({ page, position }: Opened, home: Home, sight: Sight, looks: Looks): OpenPage {
  const { state } = sight.loaded;
  const name = position === null ? `run ${state.run}` : `phase ${printable(planAt(state, position).id)}`;
  switch (page) {
    case 'plan':
      return { title: `plan of run ${state.run}`, read: planLines, top: 0 };
    case 'details':
      return { title: name, read: whenNew(now => detailLines(now, position, looks)), top: 0 };
    case 'diff':
      return {
        title: `changes of ${name}`,
        read: once(now => explained(() => diffLines(now, position, looks))),
        top: 0,
      };
    case 'log':
      if (position !== null || state.draft)
        return { title: `log of ${name}`, read: logReader(home, position, looks), top: null };
      return { title: `log of ${name}`, read: ({ log }) => log, top: null };
  }
}

const planLines = ({ loaded: { state } }: Sight): readonly string[] =>
  printableLines(state.draft?.text ?? state.origin.planText).split('\n');

function detailLines({ loaded, view }: Sight, position: number | null, looks: Looks): readonly string[] {
  const { state, entries } = loaded;
  const text =
    position === null
      ? statusText(view, looks.style, looks.unicode)
      : phaseText(state, position, entries, looks.style);
  return text.split('\n');
}

/** Journals only ever grow: as long as one has not, its words are the same. */
function whenNew(read: (sight: Sight) => readonly string[]): OpenPage['read'] {
  let seq = -1;
  return sight => {
    if (sight.loaded.seq === seq) return null;
    seq = sight.loaded.seq;
    return read(sight);
  };
}

function once(read: (sight: Sight) => Promise<readonly string[]>): OpenPage['read'] {
  let isRead = false;
  return sight => {
    if (isRead) return null;
    isRead = true;
    return read(sight);
  };
}

/** What cannot be shown, in the words of the command that would show it. */
async function explained(read: () => Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [printable(error.message), printable(error.hint)];
  }
}

async function diffLines(
  { loaded: { state } }: Sight,
  position: number | null,
  { style }: Looks,
): Promise<readonly string[]> {
  const wanted = attemptWanted(state, position, undefined);
  const found = await openRepository(state.origin.repository);
  if (!found.ok) throw new UsageError(found.failure.message, found.failure.hint);
  const lines: string[] = [];
  for (const { heading, read } of piecesShown(found.repository, state, position, wanted)) {
    if (heading !== '') lines.push(style.bold(heading.trimEnd()));
    const result = await read();
    if (!result.ok) throw new UsageError(result.failure.message, result.failure.hint);
    for (const line of diffColoured(result.text, style)) lines.push(line);
    if (result.cut) lines.push(style.yellow('The rest is left out.'));
  }
  return lines.length > 0 ? lines : ['Nothing is changed.'];
}

/** Lines of a log that can be scrolled back to. */
const MAX_LOG_LINES = 20_000;

/** What is said in a phase, or by the architect where there is no phase yet. */
function logReader(home: Home, position: number | null, { style, unicode }: Looks): OpenPage['read'] {
  let lines: string[] = [];
  let read: ReturnType<typeof transcriptsOf> | null = null;
  return ({ loaded: { state } }) => {
    read ??= transcriptsOf(home, state.run, { lastBytes: SCREEN_BYTES });
    const before = lines;
    const { name, last } = sessionsOf(state, position);
    const attempts = Array.from({ length: last }, (_, index) => index + 1);
    for (const news of read(name, attempts)) {
      const heading = news.isFirst ? [style.bold(`attempt ${news.attempt}, ${printable(news.name)}`)] : [];
      const told = news.lines.flatMap(line =>
        news.isTranscript ? transcriptLines(line, style, unicode) : printableLines(line).split('\n'),
      );
      lines = [...lines, ...heading, ...told].slice(-MAX_LOG_LINES);
    }
    if (before.length === 0 && lines.length === 0) return ['Nothing was said yet.'];
    return before === lines ? null : lines;
  };
}

function sessionsOf(
  state: RunState,
  position: number | null,
): { readonly name: string; readonly last: number } {
  if (position !== null) return { name: planAt(state, position).id, last: phaseAt(state, position).attempt };
  return { name: PLAN_NAME, last: state.draft ? roundOf(state.draft) : 0 };
}
