import { ANSWER_TOOL } from '../../prompt/brief.ts';
import { ANSWER_SERVER } from '../answer/tool.ts';
import { insideFile } from '../inside.ts';
import { isReadOnlyCommand } from '../read-only-command.ts';
import type { PermissionAsked, Tool } from './message.ts';

/** What a session is allowed, whatever the agent asks for. */
export interface Allowance {
  /** The workspace. */
  readonly cwd: string;
  readonly isReadOnly: boolean;
  /** Whether an outer sandbox keeps commands from doing harm. */
  readonly isConfined: boolean;
}

const READING: readonly string[] = ['read', 'search', 'think', 'fetch'];
const CHANGING: readonly string[] = ['edit', 'delete', 'move'];

/** Why the call of a tool is refused; null where it is allowed. */
export function refusal(tool: Tool, { cwd, isReadOnly, isConfined }: Allowance): string | null {
  const kind = tool.kind ?? 'other';
  if (READING.includes(kind) || isAnswer(tool)) return null;
  if (isReadOnly) {
    if (kind === 'execute' && (isConfined || isReadOnlyCommand(commandOf(tool)))) return null;
    return 'this session may only read';
  }
  if (!CHANGING.includes(kind)) return null;
  const outside = placesOf(tool).find(path => !isInside(cwd, path));
  return outside === undefined ? null : `${outside} is not inside the workspace`;
}

/** The answer to a request for permission. */
export function outcomeOf({ options }: PermissionAsked, isAllowed: boolean): object {
  const word = isAllowed ? 'allow' : 'reject';
  const option = [`${word}_once`, `${word}_always`]
    .map(kind => options.find(offered => offered.kind === kind))
    .find(found => found !== undefined);
  return option
    ? { outcome: { outcome: 'selected', optionId: option.optionId } }
    : { outcome: { outcome: 'cancelled' } };
}

/** Our own tool, by which it answers. A command that is named alike is of another kind, or is one. */
function isAnswer({ kind, name, title, rawInput }: Tool): boolean {
  const { server, tool } = (rawInput ?? {}) as { server?: unknown; tool?: unknown };
  if (server === ANSWER_SERVER && tool === ANSWER_TOOL) return true;
  return (kind ?? 'other') === 'other' && `${name ?? ''} ${title ?? ''}`.includes(ANSWER_TOOL);
}

function commandOf({ rawInput, title }: Tool): string {
  const command = (rawInput as { command?: unknown } | null | undefined)?.command;
  return typeof command === 'string' ? command : (title ?? '');
}

const placesOf = ({ locations, content }: Tool): string[] => [
  ...(locations ?? []).map(({ path }) => path),
  ...(content ?? []).flatMap(({ type, path }) => (type === 'diff' && path ? [path] : [])),
];

function isInside(cwd: string, path: string): boolean {
  try {
    insideFile(cwd, path);
    return true;
  } catch {
    return false;
  }
}
