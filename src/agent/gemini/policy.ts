import type { SessionOptions } from '../port.ts';

/** Git commands that only read. They take no options before their name, which could make them run others. */
const READING_GIT = [
  'diff',
  'log',
  'show',
  'status',
  'blame',
  'grep',
  'ls-files',
  'ls-tree',
  'rev-parse',
  'cat-file',
];

const READING_TOOLS = [
  'read_file',
  'read_many_files',
  'list_directory',
  'glob',
  'grep_search',
  'write_todos',
];

/** What a session may do, in the form of Gemini CLI's rules, of which the one with the highest priority counts. */
export const policyFor = (
  permissions: SessionOptions['permissions'],
  isConfined: boolean,
  server: string,
): string => {
  if (permissions === 'workspace-write') return toml([UNATTENDED]);
  return toml([
    { toolName: '*', decision: 'deny', priority: 1 },
    { toolName: READING_TOOLS, decision: 'allow', priority: 100 },
    { toolName: '*', mcpName: server, decision: 'allow', priority: 100 },
    ...(isConfined ? [ANY_COMMAND] : GIT_ONLY),
  ]);
};

interface Rule {
  readonly toolName: string | readonly string[];
  readonly mcpName?: string;
  readonly commandPrefix?: readonly string[];
  readonly commandRegex?: string;
  readonly decision: 'allow' | 'deny';
  /** 0 to 999. */
  readonly priority: number;
  readonly allowRedirection?: true;
}

const SHELL = 'run_shell_command';

/** Nobody is there who could answer, or approve of a plan. */
const UNATTENDED: Rule = { toolName: ['enter_plan_mode', 'ask_user'], decision: 'deny', priority: 999 };

/** The sandbox around it keeps it from writing. */
const ANY_COMMAND: Rule = { toolName: SHELL, decision: 'allow', priority: 100, allowRedirection: true };

/** Each part of a command that is put together is looked at by itself, and what redirects into files is refused. */
const GIT_ONLY: readonly Rule[] = [
  { toolName: SHELL, decision: 'deny', priority: 100 },
  {
    toolName: SHELL,
    commandPrefix: READING_GIT.map(command => `git ${command}`),
    decision: 'allow',
    priority: 200,
  },
  // These write files, or run what the repository or the command names.
  {
    toolName: SHELL,
    commandRegex: '.*(--output|--ext-diff|--textconv|--open-files-in-pager| -O)',
    decision: 'deny',
    priority: 300,
  },
];

/** Strings of JSON are strings of TOML. */
const toml = (rules: readonly Rule[]): string =>
  rules
    .map(rule => [
      '[[rule]]',
      ...Object.entries(rule).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
    ])
    .map(lines => `${lines.join('\n')}\n`)
    .join('\n');
