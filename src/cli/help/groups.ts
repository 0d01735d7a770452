/** The commands by what somebody wants to do, as the list of all commands shows them. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Start here:': ['demo', 'env', 'init'],
  'Plans:': ['plan', 'check', 'graph', 'convert'],
  'Runs:': ['run', 'resume', 'attach', 'watch', 'clean'],
  'Step in:': ['approve', 'reject', 'retry', 'skip', 'edit', 'pause', 'cancel'],
  'Look:': ['status', 'show', 'logs', 'diff', 'report', 'why', 'prompt'],
  'Set up:': ['config', 'agents', 'completion', 'help'],
};

/** The heading under which a command stands; null for one that has no place yet. */
export const groupOf = (command: string): string | null =>
  Object.entries(GROUPS).find(([, names]) => names.includes(command))?.[0] ?? null;
