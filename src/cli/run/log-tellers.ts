import { elements } from '../../base/chunked.ts';
import { printable, printableLines } from '../../base/printable.ts';
import { PLAN_NAME } from '../../engine/perform/draft.ts';
import type { Entry } from '../../run/apply.ts';
import { phaseAt, planAt } from '../../run/queries.ts';
import type { RunState } from '../../run/state.ts';
import { displayWidth } from '../../view/graph/text.ts';
import { ellipsisOf, type Look, typed } from '../../view/look.ts';
import { progressLine } from '../../view/run/progress.ts';
import { EVERYTHING, onScreen, taggedJson, tagOf, transcriptLines } from '../../view/run/transcript.ts';
import { wireLine } from '../../view/run/wire.ts';
import { moment } from '../../view/time.ts';
import { hung } from '../../view/wrapped.ts';
import type { NewLines, Transcripts } from './transcripts.ts';

/** Tells of a run as it goes on: of each event once, and of what was added to the files since they were looked at. */
export interface Teller {
  hear(entry: Entry, state: RunState): void;
  look(state: RunState, isLast: boolean): void;
}

export interface TellerLook extends Look {
  readonly json: boolean;
  readonly write: (text: string) => void;
}

const nothing = (): void => {};

/** What happened, with its time; on a screen the day stands on a line of its own. */
export function journalTeller({ json, write, style, unicode, columns }: TellerLook): Teller {
  let today = '';
  return {
    hear(entry, state) {
      if (json) return write(wireLine(state.run, entry));
      const told = progressLine(entry, state, style, unicode);
      if (told === null) return;
      const line = typed(told, unicode);
      const [day = '', time = ''] = moment(entry.at).split(' ');
      if (columns === Infinity) return write(`${day} ${time}  ${line}\n`);
      if (day !== today) write(`${style.dim(day)}\n`);
      today = day;
      write(`${hung(`${style.dim(time)}  `, line, columns).join('\n')}\n`);
    },
    look: nothing,
  };
}

/** What the agents, checks and commands of a phase did and said, file by file. */
export function phaseTeller(
  read: Transcripts,
  index: number,
  only: number | undefined,
  look: TellerLook,
): Teller {
  const { json, write, style } = look;
  let isFirst = true;
  return {
    hear: nothing,
    look(state, isLast) {
      const { id } = planAt(state, index);
      for (const part of read(id, attemptsOf(phaseAt(state, index).attempt, only), isLast)) {
        const { attempt, name, role, isTranscript, lines } = part;
        const source = { phase: id, index, attempt, role };
        if (json) {
          for (const line of lines) write(taggedJson(source, line, isTranscript));
          continue;
        }
        if (part.isFirst) {
          write(`${isFirst ? '' : '\n'}${style.bold(`attempt ${attempt}, ${printable(name)}`)}\n`);
          isFirst = false;
        }
        for (const line of linesOf(part, look, 0)) write(`${line}\n`);
      }
    },
  };
}

/** The streams of all sessions, or of those of one phase, as they come, each line with where it comes from. */
export function agentsTeller(
  read: Transcripts,
  position: number | null,
  only: number | undefined,
  look: TellerLook,
): Teller {
  const { json, write, style } = look;
  return {
    hear: nothing,
    look(state) {
      for (const { id, index, last } of streamsOf(state, position)) {
        for (const part of read(id, attemptsOf(last, only))) {
          if (!part.isTranscript) continue;
          const source = { phase: id, index, attempt: part.attempt, role: part.role };
          const tag = tagOf(source);
          if (json) for (const line of part.lines) write(taggedJson(source, line));
          else
            for (const line of linesOf(part, look, displayWidth(tag) + 1))
              write(`${style.dim(tag)} ${line}\n`);
        }
      }
    },
  };
}

/** For people, beside something that is as wide as `margin`. */
function* linesOf(
  { lines, isTranscript, skipped }: NewLines,
  { style, unicode, columns }: Look,
  margin: number,
): Generator<string> {
  const width = columns - margin;
  const room = columns === Infinity ? EVERYTHING : onScreen(width);
  if (skipped > 0) {
    const words = `${ellipsisOf(unicode)} ${Math.ceil(skipped / 1024)} kB before this are left out; a pipe or a file gets all`;
    yield* hung('', words, width).map(style.dim);
  }
  for (const line of lines) {
    if (isTranscript) yield* transcriptLines(line, style, unicode, room);
    else if (columns === Infinity) yield printableLines(line);
    else yield* hung('', printable(line.replaceAll('\t', TAB)), width);
  }
}

/** On a screen, where how wide a tab is depends on where it stands. */
const TAB = '    ';

const attemptsOf = (last: number, only: number | undefined): readonly number[] =>
  only === undefined ? Array.from({ length: last }, (_, index) => index + 1) : [only];

/** Whose sessions there are, up to which attempt; those of an architect come before those of phases. */
function streamsOf(state: RunState, only: number | null) {
  const phases = elements(state.phases).map(({ attempt }, index) => ({
    id: planAt(state, index).id,
    index,
    last: attempt,
  }));
  if (only !== null) return [phases[only]!];
  return state.origin.goal === null ? phases : [{ id: PLAN_NAME, index: -1, last: MAX_ROUNDS }, ...phases];
}

/** Rounds of an architect that are looked for. */
const MAX_ROUNDS = 50;
