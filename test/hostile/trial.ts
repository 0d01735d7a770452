import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { program } from '../cli/bundle.ts';
import { CHECKS, judgeClone } from './judge/clone.ts';
import { judgeEnd, type RunEnd } from './judge/end.ts';
import { judgeHidden } from './judge/hidden.ts';
import { judgeKept } from './judge/kept.ts';
import { judgeLater } from './judge/later.ts';
import { judgeOutside } from './judge/outside.ts';
import { judgeUntouched, userState } from './judge/untouched.ts';
import { type Places, placesFor, put } from './places.ts';
import { picksOf, pieceNamed, type Scenario } from './scenario.ts';
import { planOf, scriptOf } from './script.ts';

/** A run that takes longer hangs: an undisturbed one takes a few seconds. */
const HANG_SECONDS = 60;
/** What a killed process may need to be gone, and how often that is looked for, in milliseconds. */
const GONE_MS = 10_000;
const LOOK_MS = 100;

export interface TrialOptions {
  /** Whether the folder stays for a look. */
  readonly keep?: boolean;
  /** After how many seconds the run hangs. */
  readonly limit?: number;
}

/** Runs the real program on a scenario; what is wrong with how that went, a line each. */
export async function faultsOf(
  scenario: Scenario,
  { keep = false, limit = HANG_SECONDS }: TrialOptions = {},
): Promise<readonly string[]> {
  const places = placesFor(scenario);
  try {
    put(join(places.root, 'plan.json'), planOf(scenario));
    put(join(places.root, 'script.json'), scriptOf(scenario, places));
    const before = userState(places);
    const end = await ended(scenario, places, limit * 1000);
    if (keep) put(join(places.root, 'output.txt'), `${end.out}\n${end.err}\nexit ${end.code}\n`);
    const mayHalt = picksOf(scenario).some(({ piece }) => pieceNamed(piece).mayHalt === true);
    const always = [
      ...judgeEnd(end, mayHalt),
      ...judgeOutside(places),
      ...judgeUntouched(places, before),
      ...(await judgeHidden(places, end)),
    ];
    // What was killed has not put anything in order.
    if (end.hung) return always;
    return [
      ...always,
      ...judgeKept(places, end),
      ...(mayHalt ? [] : judgeLater(scenario, places, end)),
      // In the end: its checks are what the agents wrote.
      ...judgeClone(scenario, places),
    ];
  } finally {
    if (keep) console.log(`kept: ${places.root}`);
    else {
      spawnSync('chmod', ['-R', 'u+rwx', places.root]);
      spawnSync('rm', ['-rf', places.root]);
    }
  }
}

async function ended(scenario: Scenario, places: Places, limitMs: number): Promise<RunEnd> {
  const words = [
    ...['run', join(places.root, 'plan.json'), '--agent', 'scripted', '--yes', '--json', '--no-wait'],
    ...['--script', join(places.root, 'script.json'), '--branch', 'work', '--on-failure', 'continue'],
    ...['--max-attempts', '3', '--concurrency', `${scenario.concurrency}`],
    ...(scenario.review ? [] : ['--no-review']),
    ...settingsOf(scenario, places).flatMap(setting => ['--set', setting]),
  ];
  const child = spawn(process.execPath, [program(), ...words], {
    cwd: places.checkout,
    env: places.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', text => (out += text));
  child.stderr.setEncoding('utf8').on('data', text => (err += text));
  let hung = false;
  const alarm = setTimeout(() => {
    hung = true;
    for (const pid of [child.pid!, ...processesOf(places)]) end(pid);
  }, limitMs);
  const code = await new Promise<number | null>(resolve => child.on('close', resolve));
  clearTimeout(alarm);
  const leaked = await leakedProcesses(places);
  return { code, out, err, hung, leaked };
}

const settingsOf = ({ confined, mending }: Scenario, places: Places): string[] => [
  `sandbox.mode=${confined ? 'bwrap' : 'none'}`,
  `sandbox.writable=[${places.notes}]`,
  `sandbox.hidden=[${join(places.root, 'private')}]`,
  `checks=${JSON.stringify(CHECKS.filter(({ mends }) => mending || !mends).map(({ command }) => ({ command, kind: 'other', timeoutSeconds: 20 })))}`,
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
