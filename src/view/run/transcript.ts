import { shortCount, shortDollars } from '../../base/amounts.ts';
import { counted } from '../../base/counted.ts';
import { printable, printableJson } from '../../base/printable.ts';
import { displayWidth } from '../graph/text.ts';
import { ellipsisOf } from '../look.ts';
import { type Style, same } from '../style.ts';
import { hung } from '../wrapped.ts';

/** The session, check or command that a line comes from. */
export interface Source {
  readonly phase: string;
  /** Place of the phase in the plan. */
  readonly index: number;
  readonly attempt: number;
  readonly role: string;
}

/** How much is shown of what was said; everything where nothing is told. */
export interface Room {
  readonly columns: number;
  /** Lines of one prompt, and of one tool's result. */
  readonly promptLines: number;
  readonly resultLines: number;
}

/** On a screen that is as wide as this: prompts and results are a few lines each. */
export const onScreen = (columns: number): Room => ({ columns, promptLines: 4, resultLines: 6 });
export const EVERYTHING: Room = { columns: Infinity, promptLines: Infinity, resultLines: Infinity };

export const tagOf = ({ phase, attempt, role }: Source): string =>
  `[${printable(phase)}.${attempt} ${printable(role)}]`;

/** A line of a transcript, or one that a check or command printed, for programs. */
export const taggedJson = (source: Source, line: string, isTranscript = true): string =>
  `${printableJson({ ...source, event: isTranscript ? (parsed(line) ?? { type: 'unreadable', text: line }) : { type: 'output', text: line } })}\n`;

/** One stored line of a transcript for people, on as many lines as it takes, coloured and safe to print. */
export function transcriptLines(
  line: string,
  style: Style,
  unicode: boolean,
  room: Room = onScreen(Infinity),
): string[] {
  const { mark = '', text, colour = same, maxLines = Infinity } = told(line, style, unicode, room);
  const all = text.trimEnd().replaceAll('\t', '    ').split('\n').map(printable);
  const left = all.length - maxLines;
  const more = left > 0 ? [`${ellipsisOf(unicode)} ${counted(left, 'more line')}`] : [];
  const blank = ' '.repeat(displayWidth(mark));
  return [...all.slice(0, maxLines), ...more]
    .flatMap((words, index) => hung(index === 0 ? mark : blank, words, room.columns))
    .map(row => colour(row.trimEnd()));
}

interface Told {
  readonly text: string;
  readonly mark?: string;
  readonly colour?: (text: string) => string;
  readonly maxLines?: number;
}

/** What cannot be read is shown as it is. */
function told(line: string, style: Style, unicode: boolean, room: Room): Told {
  const event = parsed(line);
  const text = (name: string): string => String(event?.[name] ?? '');
  switch (event?.type) {
    case 'prompt':
      return { mark: '> ', text: text('text'), colour: style.blue, maxLines: room.promptLines };
    case 'text':
      return { text: text('text') };
    case 'thinking':
      return { mark: unicode ? '∴ ' : '(thinking) ', text: text('text'), colour: style.dim };
    case 'notice':
      return { mark: '! ', text: text('text'), colour: style.yellow };
    case 'tool_call':
      return {
        mark: unicode ? '▸ ' : '$ ',
        text: `${text('name')} ${text('summary')}`,
        colour: style.bold,
        maxLines: room.resultLines,
      };
    case 'tool_result':
      return { ...result(event.ok === false, text('summary'), style, unicode), maxLines: room.resultLines };
    case 'session':
      return { text: `session ${text('id')}`, colour: style.dim };
    case 'process':
      return { text: `process ${text('pid')}`, colour: style.dim };
    case 'usage':
      return { text: `used ${usageWords(event.usage) || 'nothing that is known'}`, colour: style.dim };
    case 'end':
      return ending(text('status'), event, style, unicode);
    default:
      return { text: line };
  }
}

const result = (isFailed: boolean, summary: string, style: Style, unicode: boolean): Told =>
  isFailed
    ? { mark: unicode ? '  ✗ ' : '  failed: ', text: summary || 'failed', colour: style.red }
    : { mark: unicode ? '  ✓ ' : '  ok: ', text: summary || 'ok', colour: style.dim };

function ending(status: string, { failure, usage, answer }: Json, style: Style, unicode: boolean): Told {
  const isFailed = isObject(failure);
  const why = isFailed ? ` (${String(failure.category)}): ${String(failure.message)}` : '';
  const spent = usageWords(usage);
  const parts = [
    `ended: ${status}${why}`,
    ...answerWords(answer),
    ...(spent === '' ? [] : [`used ${spent}`]),
  ];
  const colour = status === 'completed' ? style.green : isFailed ? style.red : style.yellow;
  return { mark: unicode ? '■ ' : '= ', text: parts.join('\n'), colour };
}

/** The gist of a structured answer. */
function answerWords(answer: unknown): string[] {
  if (answer === undefined || answer === null) return [];
  if (!isObject(answer) || typeof answer.summary !== 'string') return [`answer: ${JSON.stringify(answer)}`];
  const verdict = answer.approved === true ? 'approved' : answer.approved === false ? 'rejected' : 'answer';
  return [`${verdict}: ${answer.summary}`];
}

/** `12.5k tokens in, 950 out, $0.42`; nothing where the agent told nothing. */
function usageWords(usage: unknown): string {
  if (!isObject(usage)) return '';
  const [input, output, usd] = [usage.inputTokens, usage.outputTokens, usage.costUsd].map(amount);
  const tokens = input || output ? `${shortCount(input ?? 0)} tokens in, ${shortCount(output ?? 0)} out` : '';
  return [tokens, usd ? shortDollars(usd) : ''].filter(Boolean).join(', ');
}

const amount = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null;

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

function parsed(line: string): Json | null {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
