import { printable, printableJson } from '../../base/printable.ts';
import type { Style } from '../style.ts';

/** The session that a line comes from. */
export interface Source {
  readonly phase: string;
  /** Place of the phase in the plan. */
  readonly index: number;
  readonly attempt: number;
  readonly role: string;
}

/** A line of one stream among others. */
export const taggedLine = ({ phase, attempt, role }: Source, line: string, style: Style): string =>
  `${style.dim(`[${printable(phase)}.${attempt} ${printable(role)}]`)} ${transcriptLine(line)}\n`;

export const taggedJson = (source: Source, line: string): string =>
  `${printableJson({ ...source, event: parsed(line) ?? { type: 'unreadable', text: line } })}\n`;

/** A line of a transcript for people. What cannot be read is shown as it is, made harmless. */
export function transcriptLine(line: string): string {
  const event = parsed(line);
  if (!event) return printable(line);
  const text = (name: string): string => printable(String(event[name] ?? ''));
  switch (event.type) {
    case 'prompt':
      return `> ${text('text')}`;
    case 'text':
    case 'thinking':
    case 'notice':
      return `${event.type === 'text' ? '' : `(${event.type}) `}${text('text')}`;
    case 'tool_call':
      return `$ ${text('name')} ${text('summary')}`;
    case 'tool_result':
      return `${event.ok === false ? 'failed' : 'ok'}: ${text('summary')}`;
    case 'session':
      return `session ${text('id')}`;
    case 'process':
      return `process ${text('pid')}`;
    case 'usage':
      return `usage ${printable(JSON.stringify(event.usage))}`;
    case 'end':
      return `ended: ${text('status')}${event.failure ? ` ${printable(JSON.stringify(event.failure))}` : ''}`;
    default:
      return printable(line);
  }
}

function parsed(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
