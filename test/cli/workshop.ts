import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { program } from './bundle.ts';
import { CACHE, type Outcome, phasewright, scratch } from './phasewright.ts';

export interface Workshop {
  readonly repository: string;
  readonly home: string;
  /** What the program is given as its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs the program in the repository. */
  readonly run: (...words: string[]) => Promise<Outcome>;
  /** The same with more variables. */
  readonly runWith: (env: Readonly<Record<string, string>>, ...words: string[]) => Promise<Outcome>;
  /** Starts the program and leaves it running. */
  readonly start: (...words: string[]) => Started;
  /** The same with more variables. */
  readonly startWith: (env: Readonly<Record<string, string>>, ...words: string[]) => Started;
  readonly write: (path: string, content: string) => string;
  readonly read: (path: string) => string;
  readonly git: (...words: string[]) => string;
  /** Everything that is the user's own: files, index, stash, branches, tags, config, HEAD. */
  readonly fingerprint: () => string;
}

export interface Started {
  readonly pid: number;
  readonly events: () => readonly Record<string, unknown>[];
  /** Resolves when an event of this type, about this phase if one is given, was printed; rejects if the program ends first. */
  readonly seen: (type: string, phase?: string) => Promise<void>;
  /** The same for an event, or another object on a line, of which this is true. */
  readonly until: (isMeant: (event: Record<string, unknown>) => boolean) => Promise<void>;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Stops reading what the program prints, as `head` does. */
  readonly leave: () => void;
  readonly isOver: () => boolean;
  readonly end: Promise<Outcome & { readonly signal: NodeJS.Signals | null }>;
}

interface WorkshopOptions {
  readonly record?: boolean;
  readonly recovery?: boolean;
  readonly walls?: boolean;
}

const GIT_ENV = {
  PATH: process.env.PATH ?? '',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_DATE: '2030-01-01T00:00:00Z',
  GIT_COMMITTER_DATE: '2030-01-01T00:00:00Z',
};

/**
 * A repository with one commit, and a home for the program, both gone when the test ends. The record of a run is
 * committed, failures lead to more than another attempt, and checks run in the sandbox, only where the test is about that.
 */
export function workshop(
  files: Readonly<Record<string, string>> = { 'README.md': 'Hello\n' },
  { record = false, recovery = false, walls = false }: WorkshopOptions = {},
): Workshop {
  const folder = scratch();
  const repository = join(folder, 'repository');
  const home = join(folder, 'state');
  const env = {
    PHASEWRIGHT_HOME: home,
    HOME: folder,
    NODE_COMPILE_CACHE: CACHE,
    ...(record ? {} : { PHASEWRIGHT_SET_RECORD__COMMIT: 'false' }),
    ...(recovery ? {} : { PHASEWRIGHT_SET_RECOVERY__ENABLED: 'false' }),
    ...(walls ? {} : { PHASEWRIGHT_SET_SANDBOX__CHECKS: 'none' }),
  };
  const git = (...words: string[]): string =>
    execFileSync('git', words, { cwd: repository, env: { ...GIT_ENV, HOME: folder }, encoding: 'utf8' });
  const write = (path: string, content: string): string => {
    const file = join(repository, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  };
  mkdirSync(repository);
  writeFileSync(join(folder, '.gitconfig'), '[user]\n\tname = User\n\temail = user@example.test\n');
  for (const [path, content] of Object.entries(files)) write(path, content);
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'Begin');
  return {
    repository,
    home,
    env,
    write,
    read: path => readFileSync(join(repository, path), 'utf8'),
    git,
    run: (...words) => phasewright(words, { cwd: repository, env }),
    runWith: (more, ...words) => phasewright(words, { cwd: repository, env: { ...env, ...more } }),
    start: (...words) => start(repository, env, words),
    startWith: (more, ...words) => start(repository, { ...env, ...more }, words),
    fingerprint: () => fingerprint(repository, git),
  };
}

function start(cwd: string, env: Readonly<Record<string, string>>, words: readonly string[]): Started {
  const child = spawn(process.execPath, [program(), ...words], {
    cwd,
    env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  let isOver = false;
  const waiting = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', text => {
    out += text;
    for (const look of waiting) look();
  });
  child.stderr.setEncoding('utf8').on('data', text => (err += text));
  const end = new Promise<Outcome & { signal: NodeJS.Signals | null }>(resolve =>
    child.on('close', (code, signal) => {
      isOver = true;
      resolve({ code, signal, out, err });
    }),
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const events = (): Record<string, unknown>[] =>
    out
      .split('\n')
      .slice(0, -1)
      .map(line => JSON.parse(line));
  const until = (isMeant: (event: Record<string, unknown>) => boolean, name = `${isMeant}`): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (!events().some(isMeant)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
      void end.then(() => reject(new Error(`ended without ${name}\n${out}\n${err}`)));
    });
  const seen = (type: string, phase?: string): Promise<void> =>
    until(
      event => event.type === type && (phase === undefined || event.phase === phase),
      `${type} ${phase ?? ''}`,
    );
  return {
    pid: child.pid!,
    events,
    seen,
    until,
    signal: signal => void child.kill(signal),
    leave: () => void child.stdout.destroy(),
    isOver: () => isOver,
    end,
  };
}

function fingerprint(repository: string, git: Workshop['git']): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    const stat = lstatSync(path);
    hash.update(`${path} ${stat.mode}\n`);
    if (stat.isSymbolicLink()) hash.update(readlinkSync(path));
    else if (stat.isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name));
    else hash.update(readFileSync(path));
  };
  for (const name of readdirSync(repository).sort()) if (name !== '.git') add(join(repository, name));
  for (const name of ['index', 'config', 'HEAD', 'hooks', 'info']) {
    const path = join(repository, '.git', name);
    if (existsSync(path)) add(path);
  }
  const refs = git('for-each-ref', '--format=%(refname) %(objectname)').split('\n');
  hash.update(refs.filter(line => !/^refs\/(?:heads\/)?phasewright\//.test(line)).join('\n'));
  return hash.digest('hex');
}

/** A script of the scripted agent in which developers do what `steps` says. */
export const developers = (steps: Readonly<Record<string, readonly (readonly object[])[]>>): string =>
  JSON.stringify({ developer: steps });

/** Runs `plan.md` with the scripted agent and `script.json`. */
export const PLAIN_RUN = ['run', 'plan.md', '--agent', 'scripted', '--script', 'script.json', '--yes'];

/** The same for programs to read, onto the branch `work`. */
export const SCRIPTED_RUN = [...PLAIN_RUN, '--branch', 'work', '--json'];

/** Whether a check passes in a fresh clone of what landed. */
export function passesInClone(shop: Workshop, command: string): boolean {
  const clone = join(shop.home, '..', 'clone');
  rmSync(clone, { recursive: true, force: true });
  shop.git('clone', '--quiet', '--branch', 'work', shop.repository, clone);
  try {
    execFileSync('/bin/sh', ['-c', command], { cwd: clone, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
