import type { SessionOptions, SessionResult } from '../port.ts';
import type { ProcessLimits } from '../process/limits.ts';
import { type RunningProcess, spawnProcess } from '../process/spawn.ts';
import type { CommandLine } from '../process/tag.ts';
import { type Confinement, confined, withoutSandbox } from '../sandbox/confine.ts';
import type { Emit } from '../session.ts';
import type { Heard, Understanding } from './heard.ts';
import { listenTo } from './listen.ts';

/** The program that is an agent, or the server in front of one, as it is started for one session. */
export interface AgentProgram extends CommandLine {
  /** All that it gets to see, but for the marker. */
  readonly environment: Readonly<Record<string, string>>;
  /** What it is given on standard input, which is closed then unless the program is spoken to later. */
  readonly input: string;
  /** What a line of its output means. Must not throw. */
  readonly understand: (line: string) => Understanding;
  /**
   * Whether standard input stays open. Then the program is dismissed once its last word was heard; others are to end by
   * themselves.
   */
  readonly isServed?: boolean;
  /** Speaks to a program that is served, from its start. What it hears by another way than lines it passes on. */
  readonly serve?: (served: Served) => void;
  /** Asks the program in its own protocol to stop, before it is made to. */
  readonly interrupt?: (write: (text: string) => void) => void;
  /** Folders and files outside of the workspace that it must be able to write to. */
  readonly writable: readonly string[];
  /** How it is confined; null where it is not. */
  readonly confinement: Confinement | null;
  readonly limits?: Partial<ProcessLimits>;
}

/** What one who speaks to a program can do. */
export interface Served {
  readonly write: (text: string) => void;
  readonly hear: (heard: Heard) => void;
  /** Ends when the session does. */
  readonly signal: AbortSignal;
}

/** Holds one session with a program, from its start until nothing of it is alive any more. */
export async function converseWith(
  program: AgentProgram,
  options: SessionOptions,
  emit: Emit,
): Promise<SessionResult> {
  const over = new AbortController();
  let running: RunningProcess | null = null;
  const listener = listenTo(emit, program.understand);
  const dismissIfOver = (): void => {
    if (program.isServed && listener.isOver) running?.dismiss();
  };
  const write = (text: string): void => running?.write(text);
  const { interrupt } = program;
  running = spawnProcess({
    ...confined(program, program.confinement, {
      cwd: options.cwd,
      isReadOnly: options.permissions === 'read-only',
      writable: program.writable,
      diesWithParent: true,
    }),
    cwd: options.cwd,
    environment: program.environment,
    marker: options.marker,
    input: program.input,
    interactive: program.isServed ?? false,
    rawOutput: options.rawOutput,
    ...(options.redact ? { redact: options.redact } : {}),
    onLine(line) {
      listener.line(line);
      dismissIfOver();
    },
    ...(interrupt ? { interrupt: () => interrupt(write) } : {}),
    timeoutMs: options.timeoutMs,
    signal: options.signal,
    ...(program.limits ? { limits: program.limits } : {}),
  });
  const { pid, startTime } = running;
  if (pid !== null && startTime !== null) emit({ type: 'process', pid, startTime });
  const hear = (heard: Heard): void => {
    if (over.signal.aborted) return;
    listener.hear(heard);
    dismissIfOver();
  };
  if (pid !== null) program.serve?.({ write, hear, signal: over.signal });
  const end = await running.end;
  over.abort();
  listener.end();
  if (end.rawProblem !== null) emit({ type: 'notice', text: `output was not kept: ${end.rawProblem}` });
  const left = withoutSandbox(end.left, program.confinement);
  if (left.length > 0) emit({ type: 'notice', text: `left running, and ended with it: ${left.join(', ')}` });
  if (end.survivors.length > 0)
    emit({ type: 'notice', text: `could not be ended: processes ${end.survivors.join(', ')}` });
  return listener.result(end);
}
