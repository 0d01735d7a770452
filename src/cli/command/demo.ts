import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shellWord } from '../../view/report/shell.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import type { Terminal } from '../terminal.ts';

const EXAMPLES = fileURLToPath(new URL('../../../examples/', import.meta.url));

/** `phasewright demo`: a real run, with real git and a scripted agent, in a repository made for it. */
export async function demo(terminal: Terminal): Promise<ExitCode> {
  const folder = mkdtempSync(join(tmpdir(), 'phasewright-demo-'));
  const repository = join(folder, 'repository');
  makeRepository(repository);
  const home = join(folder, 'state');
  const say = (text: string): void => terminal.err(`\n${terminal.errStyle.bold(text)}\n`);
  const phasewright = (...words: string[]): ExitCode => {
    terminal.err(
      terminal.errStyle.dim(
        `$ phasewright ${words.map(word => (word.includes(' ') ? `"${word}"` : word)).join(' ')}\n`,
      ),
    );
    const node = [...process.execArgv, process.argv[1]!, ...words];
    const env = { ...process.env, PHASEWRIGHT_HOME: home };
    const { status } = spawnSync(process.execPath, node, { cwd: repository, env, stdio: 'inherit' });
    return (status ?? EXIT.failed) as ExitCode;
  };

  say('A plan of six phases. 2a and 2b do not depend on each other, nor do 3 and 4:');
  phasewright('graph', 'plan.md');
  say(
    'It is carried out by a scripted agent. The reviewer will not like phase 3 at first, and the evaluator sorts what it asks for:',
  );
  const code = phasewright(
    'run',
    'plan.md',
    '--agent',
    'scripted',
    '--script',
    'script.yaml',
    '--check',
    'node --test',
    '--yes',
  );
  if (code !== EXIT.completed) return code;
  say('What happened to phase 3:');
  phasewright('show', 'last', '3');
  say('What its second developer was told:');
  phasewright('prompt', 'developer', 'last', '3');
  say('One commit for each phase, on a branch of its own, and the record of the run on top:');
  git(
    repository,
    'log',
    '--graph',
    '--oneline',
    '--branches',
    `--color=${terminal.outStyle.bold('') ? 'always' : 'never'}`,
  );
  say('The whole story, with the graph and the timeline, for a browser:');
  phasewright('report', 'last', '--format', 'html', '-o', join(folder, 'report.html'));
  say('Look around:');
  const lines = [
    `cd ${shellWord(repository)}`,
    `export PHASEWRIGHT_HOME=${shellWord(home)}`,
    ...(isCommand() ? [] : [aliasLine()]),
    ...['phasewright status', 'phasewright diff last 3 --attempt 1', 'phasewright logs last 2a'],
    'phasewright report',
  ];
  terminal.err(lines.map(line => `  ${line}\n`).join(''));
  return EXIT.completed;
}

/** Whether `phasewright` in a shell would be this program. */
function isCommand(): boolean {
  const program = realpathSync(process.argv[1]!);
  return (process.env.PATH ?? '').split(delimiter).some(folder => {
    try {
      return realpathSync(join(folder, 'phasewright')) === program;
    } catch {
      return false;
    }
  });
}

/** Who runs the sources has no command of that name. */
const aliasLine = (): string => {
  const words = [process.execPath, ...process.execArgv, resolve(process.argv[1]!)];
  return `alias phasewright=${shellWord(words.map(shellWord).join(' '))}`;
};

function makeRepository(folder: string): void {
  mkdirSync(folder, { recursive: true });
  cpSync(join(EXAMPLES, 'plan.md'), join(folder, 'plan.md'));
  cpSync(join(EXAMPLES, 'demo-script.yaml'), join(folder, 'script.yaml'));
  writeFileSync(join(folder, 'package.json'), '{ "name": "link-shortener", "type": "module" }\n');
  const identity = ['-c', 'user.name=Demo', '-c', 'user.email=demo@localhost', '-c', 'commit.gpgsign=false'];
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'add', '.');
  git(folder, ...identity, 'commit', '--quiet', '--no-verify', '--message', 'Plan the link shortener');
}

function git(cwd: string, ...words: string[]): void {
  const { status, error } = spawnSync('git', words, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  if (error) throw new UsageError('git is not installed', 'Install git 2.38 or newer.');
  if (status !== 0) throw new UsageError(`git ${words[0]} failed`, 'See the message above.');
}
