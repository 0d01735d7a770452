import { printable } from '../../base/printable.ts';
import { PLAN_NAME } from '../../engine/perform/draft.ts';
import { phaseAt, planAt, workAt } from '../../run/queries.ts';
import type { Draft, Lane, RunState } from '../../run/state.ts';
import type { Activity } from '../../view/live/scene.ts';
import { transcriptLines } from '../../view/run/transcript.ts';
import { uncoloured } from '../../view/style.ts';
import type { Home } from '../run/open-store.ts';
import { type NewLines, transcriptsOf } from '../run/transcripts.ts';

/** How much of the end of a file is looked at when it is met. */
const TAIL_BYTES = 16 * 1024;
/** Longest line that is kept, in characters. */
const MAX_LINE = 400;
/** What is shown of one phase at once. */
const MAX_TOLD = 4;

/** What was heard last of a session, check or command. */
interface Heard {
  readonly attempt: number;
  /** Of its file, such as `developer.0.0`. */
  readonly name: string;
  readonly line: string;
  readonly isOver: boolean;
}

/** Tells, each time it is called, what those do who are at work. */
export function activityReader(home: Home, run: string, unicode: boolean) {
  const read = transcriptsOf(home, run, { lastBytes: TAIL_BYTES });
  const heard = new Map<string, Map<string, Heard>>();
  return (state: RunState): readonly Activity[] => {
    const atWork = placesOf(state);
    for (const phase of heard.keys()) if (!atWork.some(place => place.phase === phase)) heard.delete(phase);
    return atWork.flatMap(({ phase, attempt, lanes }) => {
      const files = heard.get(phase) ?? new Map<string, Heard>();
      heard.set(phase, files);
      for (const news of read(phase, [attempt])) {
        const key = `${news.attempt}/${news.name}`;
        const now = heardIn(news, files.get(key), unicode);
        // What was heard last stands last.
        files.delete(key);
        files.set(key, now);
      }
      return told([...files.values()].filter(file => file.attempt === attempt)).map(
        ({ name, line }): Activity => ({ phase, attempt, source: sourceOf(name, lanes), line }),
      );
    });
  };
}

/** Sessions under way, or else whoever was heard last. */
function told(files: readonly Heard[]): readonly Heard[] {
  const underWay = files.filter(({ isOver }) => !isOver);
  return underWay.length > 0 ? underWay.slice(-MAX_TOLD) : files.slice(-1);
}

interface Place {
  readonly phase: string;
  readonly attempt: number;
  readonly lanes: readonly Lane[];
}

function placesOf(state: RunState): readonly Place[] {
  if (state.draft) return [{ phase: PLAN_NAME, attempt: roundOf(state.draft), lanes: [] }];
  return state.active.map(position => ({
    phase: planAt(state, position).id,
    attempt: phaseAt(state, position).attempt,
    lanes: workAt(state, position)?.lanes ?? [],
  }));
}

/** Who is heard. Developers side by side are told apart by their subtasks. */
function sourceOf(name: string, lanes: readonly Lane[]): string {
  const [role = '', lane, session] = name.split('.');
  const subtasks = lanes[Number(lane)]?.sessions[Number(session)] ?? [];
  const isOneOfMany = role === 'developer' && lanes.length > 1 && subtasks.length > 0;
  return isOneOfMany ? `${role} of ${subtasks.map(printable).join(', ')}` : role;
}

/** The session of the architect that is under way, or was the last. */
export const roundOf = ({ step, round }: Draft): number => (step === 'writing' ? round + 1 : round);

function heardIn(news: NewLines, before: Heard | undefined, unicode: boolean): Heard {
  let line = before?.line ?? '';
  // What a check printed says nothing of its end.
  let isOver = before?.isOver ?? !news.isTranscript;
  for (const text of news.lines) {
    const kind = news.isTranscript ? KIND.exec(text)?.[1] : undefined;
    if (kind === 'end') isOver = true;
    else if (kind === 'prompt') isOver = false;
    if (news.isTranscript ? SPOKEN.has(kind ?? '') : text.trim() !== '') line = text;
  }
  return {
    attempt: news.attempt,
    name: news.name,
    line: line === before?.line ? line : shown(line, news.isTranscript, unicode),
    isOver,
  };
}

/** Events are stored with their type first. */
const KIND = /^\{"type":"([a-z_]+)"/;
/** What people care to see while it happens. */
const SPOKEN = new Set(['text', 'thinking', 'notice', 'tool_call', 'tool_result']);

function shown(line: string, isTranscript: boolean, unicode: boolean): string {
  const lines = isTranscript ? transcriptLines(line, uncoloured, unicode) : [printable(line)];
  return (lines.find(part => part.trim() !== '') ?? '').trim().slice(0, MAX_LINE);
}
