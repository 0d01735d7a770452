import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { program } from '../cli/bundle.ts';
import { random } from '../fuzz/random.ts';
import { CHECKS } from './judge/clone.ts';
import type { RunEnd } from './judge/end.ts';
import type { Places } from './places.ts';
import type { Scenario } from './scenario.ts';

/** What a killed process may need to be gone, and how often that is looked for, in milliseconds. */
const GONE_MS = 10_000;
const LOOK_MS = 100;
/** A program that is to be killed is left alone no longer than this. */
const LONGEST_MS = 5_000;

/** Carries the plan out with the real program, which is killed and resumed so many times. */
export async function ended(
  scenario: Scenario,
  places: Places,
  limitMs: number,
  kills: number,
): Promise<RunEnd> {
  const next = random(scenario.seed);
  const first = wordsOf(scenario, places);
  let [words, out, err, left] = [first, '', '', kills];
  for (;;) {
    const drive = await driven(places, words, limitMs, left > 0 ? next.below(LONGEST_MS) : null);
    out += drive.out;
    err += drive.err;
    const foundNoRun = drive.err.includes('this repository has no runs');
    if (!foundNoRun && (!drive.killed || drive.hung))
      return { ...drive, out, err, leaked: await leakedProcesses(places) };
    if (drive.killed) left -= 1;
    words = foundNoRun ? first : ['resume', '--json', '--no-wait'];
  }
}

interface Drive extends Omit<RunEnd, 'leaked'> {
  readonly killed: boolean;
}

async function driven(
  places: Places,
  words: readonly string[],
  limitMs: number,
  killMs: number | null,
): Promise<Drive> {
  const child = spawn(process.execPath, [program(), ...words], {
    cwd: places.checkout,
    env: places.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', text => (out += text));
  child.stderr.setEncoding('utf8').on('data', text => (err += text));
  let [hung, killed] = [false, false];
  const hang = setTimeout(() => {
    hung = true;
    for (const pid of [child.pid!, ...processesOf(places)]) end(pid);
  }, limitMs);
  const kill = killMs === null ? null : setTimeout(() => (killed = child.kill('SIGKILL')), killMs);
  const code = await closed(child);
  clearTimeout(hang);
  if (kill) clearTimeout(kill);
  return { code, out, err, hung, killed };
}

/** What outlives a killed program may hold its output open. */
const closed = (child: ChildProcess): Promise<number | null> =>
  new Promise(resolve => {
    child.on('close', resolve);
    child.on('exit', code => {
      if (code === null) setTimeout(() => resolve(code), LOOK_MS);
    });
  });

const wordsOf = (scenario: Scenario, places: Places): string[] => [
  ...['run', join(places.root, 'plan.json'), '--agent', 'scripted', '--yes', '--json', '--no-wait'],
  ...['--script', join(places.root, 'script.json'), '--on-failure', 'continue', '--max-attempts', '3'],
  ...(scenario.ground.here ? ['--here'] : ['--branch', 'work', '--concurrency', `${scenario.concurrency}`]),
  ...(scenario.review ? [] : ['--no-review']),
  ...settingsOf(scenario, places).flatMap(setting => ['--set', setting]),
];

const settingsOf = ({ confined, mending, ground }: Scenario, places: Places): string[] => [
  `sandbox.mode=${confined ? 'bwrap' : 'none'}`,
  `sandbox.writable=[${places.notes}]`,
  // What the agent notes with is hidden where the home lies in a folder for temporary files.
  `sandbox.open=[${dirname(places.manifestProgram)}]`,
  `sandbox.hidden=[${join(places.root, 'private')}]`,
  `checks=${JSON.stringify(CHECKS.filter(({ mends }) => mending || !mends).map(({ command }) => ({ command, kind: 'other', timeoutSeconds: 20 })))}`,
  `commit.hooks=${ground.hooks}`,
  ...['recovery=off', 'limits.backoffMs=10', 'limits.maxBackoffMs=100', 'scope.protected=warn'],
];

/** Processes of the run that are still there, after the time that one which was ended may take. They are ended. */
async function leakedProcesses(places: Places): Promise<readonly string[]> {
  const until = performance.now() + GONE_MS;
  let left = processesOf(places);
  while (left.length > 0 && performance.now() < until) {
    await new Promise(resolve => setTimeout(resolve, LOOK_MS));
    left = processesOf(places);
  }
  const commands = left.map(pid => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' '));
  for (const pid of left) end(pid);
  return commands;
}

/** By what their environment says; those of other scenarios name other folders. */
const processesOf = ({ root }: Places): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => read(`/proc/${pid}/environ`).includes(`${root}/`) && read(`/proc/${pid}/cmdline`) !== '');

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
