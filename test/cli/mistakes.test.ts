import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findProgram } from '../../src/agent/find-program.ts';
import { type Outcome, phasewright, scratch } from './phasewright.ts';
import { developers, SCRIPTED_RUN, type Workshop, workshop } from './workshop.ts';

const PLAN = '# One thing\n\n### Task 1: One\n\nFiles: none\n';
const README = '# My project\n\nIt does things.\n\n## Install\n\nnpm install\n';
const SCRIPT = '{}';
const NO_RUN = ['there is no run nosuch', 'phasewright status lists the runs.'];

/** What a new user types, where it goes wrong, and what of the answer solves it. */
interface Mistake {
  readonly what: string;
  readonly typed: string;
  readonly code?: number;
  /** Parts of the answer that tell what is wrong and what to type instead. */
  readonly answer: readonly string[];
  readonly where?: (shop: Workshop, words: string[]) => Promise<Outcome>;
}

const MISTAKES: readonly Mistake[] = [
  {
    what: 'a folder that is gone',
    typed: 'status',
    where: inLostFolder,
    answer: ['the folder that you are in is gone', 'Go to a folder that is there'],
  },
  {
    what: 'a plan without a command',
    typed: 'plan.md',
    answer: ['plan.md is not a command', 'phasewright run plan.md', 'phasewright check plan.md'],
  },
  {
    what: 'a slip in the command',
    typed: 'rnu plan.md',
    answer: ['there is no command phasewright rnu', 'Did you mean phasewright run?'],
  },
  {
    what: 'a slip in an option',
    typed: 'run plan.md --agnet claude',
    answer: ['no option --agnet', 'Did you mean --agent?'],
  },
  {
    what: 'run without a plan',
    typed: 'run',
    answer: ['phasewright run needs PLAN', 'For example: phasewright run plan.md', 'phasewright help plans'],
  },
  {
    what: 'a plan that is called otherwise',
    typed: 'run plam.md --agent scripted',
    answer: ['no such file', 'Did you mean plan.md?'],
  },
  {
    what: 'a folder without git',
    typed: 'run plan.md --agent scripted',
    answer: ['not in a git repository', 'git init'],
    where: async (shop, words) => {
      const folder = scratch();
      writeFileSync(join(folder, 'plan.md'), PLAN);
      return phasewright(words, { cwd: folder, env: { PHASEWRIGHT_HOME: shop.home } });
    },
  },
  {
    what: 'a repository without a commit',
    typed: 'run plan.md --agent scripted',
    code: 3,
    answer: ['nothing is committed yet', 'does not see 1 uncommitted path: index.js', 'add --yes'],
    where: async (shop, words) => {
      const folder = scratch();
      writeFileSync(join(folder, 'plan.md'), PLAN);
      writeFileSync(join(folder, 'index.js'), '');
      execFileSync('git', ['init', '-q', folder]);
      return phasewright(words, { cwd: folder, env: { PHASEWRIGHT_HOME: shop.home } });
    },
  },
  {
    what: 'work that is not committed',
    typed: 'run plan.md --agent scripted',
    code: 3,
    answer: ['begins with the last commit', 'does not see 2 uncommitted paths: README.md, src/', 'add --yes'],
    where: async (shop, words) => {
      shop.write('README.md', 'changed');
      shop.write('src/new.js', '');
      shop.write('plan.md', `${PLAN}\n`);
      return shop.run(...words);
    },
  },
  {
    what: 'no agent chosen, and none there',
    typed: 'run plan.md',
    answer: ['no agent was named', 'why: ', '--agent NAME', 'phasewright env', 'phasewright init'],
    where: withoutAgents,
  },
  {
    what: 'an agent that is not installed',
    typed: 'run plan.md --agent claude',
    answer: ['claude (Claude Code) is not installed', 'npm install -g'],
    where: withoutAgents,
  },
  {
    what: 'a slip in the name of an agent',
    typed: 'run plan.md --agent claud',
    answer: ['there is no agent claud (claude?)'],
  },
  {
    what: 'a README as a plan',
    typed: 'run README.md --agent scripted',
    answer: ['no phases or tasks can be recognised', '### Task 1:', 'phasewright help plans'],
  },
  {
    what: 'a dependency on a phase that there is not',
    typed: 'check bad.md',
    answer: ['bad.md:5:', '"2" depends on "Task 77", which is not in the plan', 'hint: '],
    where: async (shop, words) => {
      shop.write('bad.md', '### Task 1: One\n### Task 2: Two\n\n\nDepends on: Task 77\n');
      return shop.run(...words);
    },
  },
  {
    what: 'resume before anything was begun',
    typed: 'resume',
    answer: ['this repository has no runs', 'phasewright run PLAN'],
  },
  { what: 'the status of a run that there is not', typed: 'status nosuch', answer: NO_RUN },
  { what: 'coming back to a run that there is not', typed: 'attach nosuch', answer: NO_RUN },
  {
    what: 'a run in a pipe without a yes',
    typed: 'run plan.md --agent scripted',
    code: 3,
    answer: ['Nothing was started', 'add --yes'],
  },
  {
    what: 'approving what does not wait',
    typed: 'approve last',
    code: 1,
    answer: ['refused: the run is completed', 'hint: phasewright status '],
    where: async (shop, words) => {
      await shop.run(...SCRIPTED_RUN, '--no-review');
      return shop.run(...words);
    },
  },
  {
    what: 'a run that another process drives',
    typed: 'resume',
    answer: ['is driven by process', 'phasewright attach '],
    where: async (shop, words) => {
      shop.write('script.json', developers({ '*': [[{ shell: 'sleep 600' }]] }));
      const driver = shop.start(...SCRIPTED_RUN, '--no-review');
      await driver.seen('session_started', '1');
      const answer = await shop.run(...words);
      driver.signal('SIGTERM');
      await driver.end;
      return answer;
    },
  },
];

/** In a folder that somebody deleted meanwhile. */
function inLostFolder({ env }: Workshop, words: string[]): Promise<Outcome> {
  return phasewright(words, { env, shell: 'rmdir "$PWD"; exec "$@"' });
}

/** A machine on which no agent is installed, only what every run needs. */
function withoutAgents(shop: Workshop, words: string[]): Promise<Outcome> {
  const bin = join(shop.home, '..', 'bin');
  mkdirSync(bin);
  for (const name of ['git', 'sh']) symlinkSync(findProgram(name, process.env.PATH ?? '')!, join(bin, name));
  return shop.runWith({ PATH: bin }, ...words);
}

/** What is printed before the plan is approved, besides the answer. */
const MAX_LINES = 6;

describe('a mistake of a new user is answered with what to do:', () => {
  it.each(MISTAKES)('$what', async ({ typed, code = 2, answer, where }) => {
    const shop = workshop({ 'plan.md': PLAN, 'README.md': README, 'script.json': SCRIPT });
    const words = typed.split(' ');
    const { code: ended, out, err } = await (where ?? ((_, given) => shop.run(...given)))(shop, words);
    const text = out + err;
    for (const part of answer) expect(text).toContain(part);
    expect(ended).toBe(code);
    expect(text).not.toMatch(/internal error|^ {4}at /m);
    expect(text.split('\n').filter(line => line.trim() !== '').length).toBeLessThanOrEqual(MAX_LINES);
  });
});
