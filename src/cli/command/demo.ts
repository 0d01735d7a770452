import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shellWord } from '../../view/report/shell.ts';
import { type Group, nextSteps, wayBack } from '../demo/next.ts';
import { DEMO_RUN, git, makeDemoRepository, type Place, typed } from '../demo/repository.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import type { Terminal } from '../terminal.ts';

/** `phasewright demo`: a real run, with real git and a scripted agent, in a repository made for it. */
export async function demo(terminal: Terminal): Promise<ExitCode> {
  const place = makePlace();
  const { folder, repository } = place;
  const say = (text: string): void => terminal.err(`\n${terminal.errStyle.bold(text)}\n`);
  const phasewright = (...words: string[]): Promise<ExitCode> => {
    terminal.err(terminal.errStyle.dim(`$ ${typed('phasewright', ...words)}\n`));
    return call(place, words);
  };
  const suggest = (groups: readonly Group[]): void => {
    for (const { heading, commands } of groups) {
      say(heading);
      terminal.err(commands.map(command => `  ${command}\n`).join(''));
    }
  };

  say('A plan of six phases. Those that do not wait for each other are worked on side by side.');
  await phasewright('graph', 'plan.md');
  say('A scripted agent carries it out. Its reviewer will send phase 3 back once.');
  const code = await phasewright(...DEMO_RUN);
  if (code !== EXIT.completed) {
    terminal.err(`\nThe demo ends here; what there is of it is in ${shellWord(folder)}\n`);
    return code;
  }
  if (!isCompleted(place)) {
    suggest([wayBack(place)]);
    return EXIT.completed;
  }
  say('What happened to phase 3:');
  await phasewright('show', 'last', '3');
  say('The session that tried it again began afresh. All that it was told:');
  await phasewright('prompt', 'developer', 'last', '3');
  say('One commit for each phase, on a branch of its own, and the record of the run on top:');
  const colour = `--color=${terminal.outStyle.bold('') ? 'always' : 'never'}`;
  git(repository, '--no-pager', 'log', '--graph', '--oneline', '--branches', colour);
  say('The whole story, with the graph and the timeline, for a browser:');
  await phasewright('report', 'last', '--format', 'html', '-o', join(folder, 'report.html'));
  suggest(nextSteps(place));
  return EXIT.completed;
}

function makePlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'phasewright-demo-'));
  const repository = join(folder, 'repository');
  makeDemoRepository(repository);
  return { folder, repository, home: join(folder, 'state') };
}

/** Runs this program on the same terminal. Ctrl-C is for it, not for us, and nothing pages, so that nobody is kept. */
function call(place: Place, words: readonly string[]): Promise<ExitCode> {
  const child = spawn(process.execPath, ours(words), { ...inside(place), stdio: 'inherit' });
  const leaveToChild = (): void => {};
  process.on('SIGINT', leaveToChild);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      process.off('SIGINT', leaveToChild);
      resolve(signal === 'SIGINT' ? EXIT.interrupted : ((code ?? EXIT.failed) as ExitCode));
    });
  });
}

/** Whoever watches a run may leave it to itself. */
function isCompleted(place: Place): boolean {
  const words = ['status', 'last', '--json'];
  const { stdout } = spawnSync(process.execPath, ours(words), { ...inside(place), encoding: 'utf8' });
  return JSON.parse(stdout).status === 'completed';
}

const ours = (words: readonly string[]): string[] => [...process.execArgv, process.argv[1]!, ...words];

const inside = ({ repository, home }: Place) => ({
  cwd: repository,
  env: { ...process.env, PHASEWRIGHT_HOME: home, PAGER: 'cat', GIT_PAGER: 'cat' },
});
