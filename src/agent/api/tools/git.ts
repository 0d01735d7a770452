import { z } from 'zod';
import { runCommand } from './run-command.ts';
import { refused, toolOf } from './tool.ts';

const TIMEOUT_MS = 60_000;
const MAX_WORDS = 100;

const SUBCOMMANDS = ['diff', 'log', 'show', 'status', 'blame', 'ls-files'] as const;

/**
 * Options that write, run programs, or read what is not of the repository. Git takes any beginning of a long option for
 * the option, so the beginnings are refused, too.
 */
const REFUSED = [
  '--output',
  '--ext-diff',
  '--textconv',
  '--no-index',
  '--show-signature',
  '--remerge-diff',
  '--contents',
  '--exec-path',
  '--config-env',
  '--git-dir',
  '--work-tree',
  '--paginate',
  '--open-files-in-pager',
];
/** Where these stand before a subcommand, they change settings or the folder. */
const REFUSED_LETTERS = ['-c', '-C'];

/** Programs that settings name are not run, and nothing is written, not even for speed. */
const QUIET = [
  '--no-pager',
  '--no-optional-locks',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
];
const BOTH = ['--no-ext-diff', '--no-textconv'];
const NO_PROGRAMS = {
  diff: BOTH,
  log: BOTH,
  show: BOTH,
  blame: ['--no-textconv'],
  status: [],
  'ls-files': [],
};

/** Looks at the repository and its history, for sessions that have no shell. */
export const gitTool = toolOf({
  name: 'git',
  description: `Looks at the repository. Only what reads: git ${SUBCOMMANDS.join(', ')}. Arguments are words, without a shell; paths are relative to the top of the workspace.`,
  input: z.object({
    subcommand: z.enum(SUBCOMMANDS),
    arguments: z.array(z.string()).max(MAX_WORDS).optional(),
  }),
  summary: input => ['git', input.subcommand, ...(input.arguments ?? [])].join(' '),
  async use({ subcommand, arguments: words = [] }, place) {
    const bad = words.find(isRefused);
    if (bad !== undefined) return refused(`git ${subcommand} with ${bad} is not allowed here`);
    const { trouble, output } = await runCommand(
      'git',
      [...QUIET, subcommand, ...NO_PROGRAMS[subcommand], ...words],
      TIMEOUT_MS,
      place,
    );
    if (trouble === '') return { ok: true, text: output || 'nothing' };
    return refused([output, `[${trouble}]`].filter(Boolean).join('\n'));
  },
});

export function isRefused(word: string): boolean {
  const [name = '', ...value] = word.split('=');
  if (word.startsWith('--') && word !== '--' && REFUSED.some(option => option.startsWith(name))) return true;
  if (REFUSED_LETTERS.includes(word)) return true;
  return isOutside(word.startsWith('--') ? value.join('=') : word.replace(/^-[A-Za-z]/, ''));
}

/** A path that leaves the workspace; `a..b` is none. */
const isOutside = (path: string): boolean => /^[/~]/.test(path) || path.split('/').includes('..');
