import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../exit.ts';

const EXAMPLES = fileURLToPath(new URL('../../../examples/', import.meta.url));

/** Where a demo takes place. */
export interface Place {
  /** Holds all that is left to look into. */
  readonly folder: string;
  readonly repository: string;
  /** Of the program's own state. */
  readonly home: string;
}

/** What carries the plan of a demo repository out. */
export const DEMO_RUN = [
  ...['run', 'plan.md', '--agent', 'scripted', '--script', 'script.yaml'],
  ...['--check', 'node --test', '--yes'],
];

/** Words as a person types them in a shell; ours alone, so of all that a shell would act on there are but spaces. */
export const typed = (...words: string[]): string =>
  words.map(word => (word.includes(' ') ? `"${word}"` : word)).join(' ');

/** A repository with a plan and a script for the agent, and nothing built yet. */
export function makeDemoRepository(folder: string): void {
  mkdirSync(folder, { recursive: true });
  cpSync(join(EXAMPLES, 'plan.md'), join(folder, 'plan.md'));
  cpSync(join(EXAMPLES, 'demo-script.yaml'), join(folder, 'script.yaml'));
  writeFileSync(join(folder, 'package.json'), '{ "name": "link-shortener", "type": "module" }\n');
  const identity = ['-c', 'user.name=Demo', '-c', 'user.email=demo@localhost', '-c', 'commit.gpgsign=false'];
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'add', '.');
  git(folder, ...identity, 'commit', '--quiet', '--no-verify', '--message', 'Plan the link shortener');
}

/** Runs git where everybody sees what it prints. */
export function git(cwd: string, ...words: string[]): void {
  const { status, error } = spawnSync('git', words, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  if (error) throw new UsageError('git is not installed', 'Install git 2.38 or newer.');
  if (status !== 0) throw new UsageError(`git ${words[0]} failed`, 'See the message above.');
}
