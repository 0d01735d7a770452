import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../../src/cli/main.ts';
import { buildProgram } from '../../../src/cli/program.ts';
import { terminal } from '../../../src/cli/terminal.ts';
import { encode } from '../../../src/run/journal.ts';
import { openSqliteStore } from '../../../src/store/sqlite.ts';
import { type Random, random } from '../random.ts';
import type { Target } from '../target.ts';
import { JOURNALS, PHASES } from './journals.ts';

/*
 * For a process of its own, with nothing on standard input: it is moved to a scratch folder, and so is all that the
 * program finds its way by.
 */
const FOLDER = mkdtempSync(join(tmpdir(), 'phasewright-fuzz-'));
process.on('exit', () => rmSync(FOLDER, { recursive: true, force: true }));
const REPOSITORY = join(FOLDER, 'repository');
const HOME = join(FOLDER, 'state');
const PRISTINE = join(FOLDER, 'pristine.db');
const FILES: Readonly<Record<string, string>> = {
  'plan.md': '# Two\n\n### Task 1: One\n### Task 2: Two\nDepends on: 1\n',
  'bad.md': '# Nothing to do\n',
  'script.json': '{"developer": {"*": [[{"say": "hi"}]]}}',
};
const RUNS = ['first', 'second'];

/** Words behind `phasewright`, to the whole program. */
export const commandLine: Target<readonly string[]> = {
  make: seed => commandWords(random(seed)),
  judge,
};

await prepare();

async function prepare(): Promise<void> {
  mkdirSync(REPOSITORY);
  process.chdir(REPOSITORY);
  for (const name of Object.keys(process.env))
    if (/^(?:GIT|PHASEWRIGHT)_/.test(name)) delete process.env[name];
  Object.assign(process.env, {
    HOME: FOLDER,
    PHASEWRIGHT_HOME: HOME,
    GIT_CONFIG_NOSYSTEM: '1',
    NO_COLOR: '1',
  });
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=U', '-c', 'user.email=u@example.test', ...words]);
  git('init', '-q', '-b', 'main');
  git('commit', '-q', '--allow-empty', '-m', 'Begin');
  const owner = { id: 'gone', host: 'gone', pid: 1, startTime: '0' };
  const store = await openSqliteStore({ file: PRISTINE, isAlive: () => false });
  for (const [index, id] of RUNS.entries()) {
    const rows = JOURNALS[index]!.slice(0, index === 0 ? undefined : 20).map(({ at, event }) =>
      encode(event.type === 'run_created' ? { ...event, run: id } : event, at),
    );
    await store.create({ id, repository: join(REPOSITORY, '.git'), title: 'T', createdAt: 0 }, rows, owner);
    await store.release(id, owner);
  }
  await store.close();
}

/** As it was before the last command line. */
function tidied(): void {
  rmSync(HOME, { recursive: true, force: true });
  mkdirSync(HOME);
  copyFileSync(PRISTINE, join(HOME, 'journal.db'));
  for (const name of readdirSync(REPOSITORY)) if (name !== '.git') rmSync(name, { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(name, text);
}

const EXIT_CODES: readonly unknown[] = [undefined, 0, 1, 2, 3, 130];

async function judge(words: readonly string[]): Promise<string | null> {
  tidied();
  const { out, err, code } = await run(words);
  if (!EXIT_CODES.includes(code)) return `exit code ${code}`;
  if (/internal error|^ {4}at /m.test(err + out)) return `a bug shows: ${err}`;
  if (code !== undefined && code !== 0 && out + err === '') return `exit code ${code} without a word`;
  return /[\0-\x08\x0B-\x1F\x7F\u202E]/.test(err) ? `control characters: ${JSON.stringify(err)}` : null;
}

async function run(words: readonly string[]): Promise<{ out: string; err: string; code: unknown }> {
  const [stdout, stderr] = [process.stdout.write, process.stderr.write];
  const printed: string[] = [];
  const complained: string[] = [];
  process.stdout.write = (text: string | Uint8Array) => printed.push(String(text)) > 0;
  process.stderr.write = (text: string | Uint8Array) => complained.push(String(text)) > 0;
  process.exitCode = undefined;
  try {
    await main(words);
    return { out: printed.join(''), err: complained.join(''), code: process.exitCode };
  } finally {
    process.exitCode = undefined;
    process.stdout.write = stdout;
    process.stderr.write = stderr;
    for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
  }
}

const PROGRAM = buildProgram({ terminal: terminal(), arguments: [], done: () => {} });
/** The demonstration takes seconds and takes no words; what completes words fails without one. */
const COMMANDS = PROGRAM.commands.filter(command => !['demo', 'complete-words'].includes(command.name()));
/** What lets a run begin unseen, and what shows traces on purpose. */
const LEFT_OUT = ['--yes', '--verbose'];

/** Commands and options are those that there are. No word is a path out of the folder, and none approves a run. */
function commandWords(r: Random): string[] {
  const command = r.below(12) === 0 ? null : r.pick(COMMANDS);
  const options = (command ?? PROGRAM).options.filter(({ long }) => !LEFT_OUT.includes(long ?? ''));
  const words = command ? [command.name()] : [];
  for (let count = r.below(6); count > 0; count -= 1) {
    const option = options.length > 0 && r.below(2) === 0 ? r.pick(options) : null;
    if (!option) {
      words.push(r.pick(WORDS));
      continue;
    }
    const name = (r.below(4) === 0 ? option.short : null) ?? option.long ?? '';
    const value = r.pick([...(option.argChoices ?? []), ...WORDS]);
    if (r.below(6) === 0) words.push(`${name}=${value}`);
    else words.push(name, ...(option.required || option.optional ? [value] : []));
  }
  return r.below(15) === 0 ? words.toSorted() : words;
}

const WORDS: readonly string[] = [
  ...Object.keys(FILES),
  ...RUNS,
  ...PHASES,
  ...[
    'no.md',
    'last',
    'f',
    'FIRST',
    '1',
    '2',
    '0',
    '-1',
    '1.5',
    '1e9',
    '999999999999999999999',
    'NaN',
    '0x1',
  ],
  ...[
    '',
    ' ',
    '-',
    '--',
    '---',
    '-x',
    '-h',
    '--help',
    '--nope',
    '--json',
    '--all',
    '--dry-run',
    'help',
    'run',
  ],
  ...[
    'main',
    'HEAD',
    'scripted',
    'x',
    '..',
    '.',
    '.git',
    '__proto__',
    'constructor',
    'toString',
    'é',
    '漢字',
  ],
  ...[
    '😀',
    '\uD800',
    '\u202E',
    '\x1B[31m',
    'a\nb',
    '\t',
    'a b',
    '"',
    "'",
    '$(true)',
    ';',
    '%s',
    'x'.repeat(5_000),
  ],
];
