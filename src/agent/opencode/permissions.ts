import type { SessionOptions } from '../port.ts';

type Action = 'allow' | 'ask' | 'deny';
/** By the names of tools and of what else OpenCode asks for. Of those that fit, the last one counts. */
type Rules = Readonly<Record<string, Action>>;

interface Bounds {
  readonly permissions: SessionOptions['permissions'];
  /** Whether a sandbox around the program keeps it in its place. */
  readonly isConfined: boolean;
  /** Whether the user's own agents, tools and skills are there, of which nobody knows what they do. */
  readonly inherit: boolean;
  /** Whether commands run in a shell that cannot write to files by itself. */
  readonly hasRestrictedShell: boolean;
}

/** What the agent may do. What it has to ask for, `replyTo` decides. */
export function rulesFor({ permissions, isConfined, inherit, hasRestrictedShell }: Bounds): Rules {
  const place: Rules = { external_directory: isConfined ? 'allow' : 'ask' };
  if (permissions === 'workspace-write')
    return { '*': 'allow', ...NOBODY_THERE, skill: inherit ? 'allow' : 'deny', ...place };
  return {
    '*': 'deny',
    ...READING,
    // Agents that the user made follow rules of their own.
    task: inherit && !isConfined ? 'deny' : 'allow',
    bash: isConfined ? 'allow' : hasRestrictedShell ? 'ask' : 'deny',
    ...place,
  };
}

/** Nobody can be asked, and the same call three times in a row may be a poll; time and budget are limited elsewhere. */
const NOBODY_THERE: Rules = { question: 'deny', plan_enter: 'deny', plan_exit: 'deny', doom_loop: 'allow' };

const READING: Rules = {
  read: 'allow',
  glob: 'allow',
  grep: 'allow',
  list: 'allow',
  lsp: 'allow',
  todowrite: 'allow',
  doom_loop: 'allow',
  // By which the answer is given, and by which a call that makes no sense is told.
  StructuredOutput: 'allow',
  invalid: 'allow',
};
