import { relative, sep } from 'node:path';
import { insideFile } from '../inside.ts';
import type { SessionOptions } from '../port.ts';
import { isReadOnlyCommand } from '../read-only-command.ts';

/** What a session may do. */
export interface Bounds extends Pick<SessionOptions, 'cwd' | 'permissions'> {
  /** Whether a sandbox around the program keeps it in its place anyway. */
  readonly isConfined: boolean;
}

type Input = Readonly<Record<string, unknown>>;

export const WRITING_TOOLS = ['Write', 'Edit', 'MultiEdit', 'NotebookEdit'];
const READING_TOOLS = ['Read', 'Glob', 'Grep', 'WebFetch', 'WebSearch'];
/** Which do nothing by themselves: what they start asks again. */
const HARMLESS_TOOLS = ['Task', 'Agent', 'Skill', 'ToolSearch', 'StructuredOutput', 'TodoWrite'];
const LISTING_TOOLS = ['TaskCreate', 'TaskGet', 'TaskList', 'TaskUpdate'];
/** Which wait for a person, a time or another session. */
export const WAITING_TOOLS = [
  ...['AskUserQuestion', 'EnterPlanMode', 'ExitPlanMode', 'EnterWorktree', 'ExitWorktree'],
  ...['CronCreate', 'CronDelete', 'CronList', 'ScheduleWakeup', 'Monitor', 'SendMessage', 'Workflow'],
];

/** The tools of a session that does not inherit any. */
export const toolsOf = (permissions: Bounds['permissions']): readonly string[] => [
  'Bash',
  ...READING_TOOLS,
  ...(permissions === 'read-only' ? [] : WRITING_TOOLS),
  'Task',
  'TodoWrite',
  ...LISTING_TOOLS,
];

/** Why a tool may not do what it is called with; null where it may. Claude Code does not ask about what only reads. */
export function refusalOf(tool: string, input: Input, bounds: Bounds): string | null {
  if (WAITING_TOOLS.includes(tool)) return 'Nobody is there to answer. Decide yourself and go on.';
  return bounds.permissions === 'read-only'
    ? readOnlyRefusal(tool, input, bounds)
    : outside(tool, input, bounds);
}

function readOnlyRefusal(tool: string, input: Input, { isConfined }: Bounds): string | null {
  if ([...READING_TOOLS, ...HARMLESS_TOOLS, ...LISTING_TOOLS].includes(tool)) return null;
  const isCommand = tool === 'Bash' && typeof input.command === 'string';
  if (isCommand && (isConfined || isReadOnlyCommand(input.command as string))) return null;
  return isCommand
    ? 'This session may only read. Commands that only read are allowed, such as git diff, git log, git show, cat and grep, one at a time and without substitutions.'
    : 'This session may only read.';
}

/** Commands cannot be judged by their words; only the sandbox keeps them in the workspace. */
function outside(tool: string, input: Input, { cwd, isConfined }: Bounds): string | null {
  if (isConfined || !WRITING_TOOLS.includes(tool)) return null;
  const path = input.file_path ?? input.notebook_path;
  if (typeof path !== 'string' || !isInside(cwd, path))
    return `Files outside of the workspace ${cwd} must not be written.`;
  return null;
}

/** Not in git's own folder either, where there are programs that others run. */
function isInside(cwd: string, path: string): boolean {
  const way = path === cwd || path.startsWith(cwd + sep) ? relative(cwd, path) : path;
  try {
    insideFile(cwd, way);
    return !way.split(sep).includes('.git');
  } catch {
    return false;
  }
}
