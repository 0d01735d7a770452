import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openTerminal, type RealTerminal, type TerminalOptions } from '../../scripts/picture/tmux.ts';
import type { Figure } from '../measure.ts';
import { inRepository } from '../run/phases.ts';
import { layered } from '../run/plans.ts';

const PROGRAM = resolve('dist/bin.js');
const SIZE = { columns: 120, rows: 40 };
const PHASES = 100;
/** As often as our view looks at its run. */
const PEER = ['top', '-d', '0.25'];

/** What it costs to look at a run in a real terminal, without the process that drives it. */
export async function viewFigures(): Promise<Figure[]> {
  let costs: readonly Cost[] = [];
  await inRepository(async folder => {
    costs = await costsOf(folder, run(folder), PEER);
  });
  const [view = NOTHING, peer = NOTHING] = costs;
  const share = ({ cpu, wall }: Cost): number => cpu / wall;
  const words = (each: Cost): string => `${(100 * share(each)).toFixed(1)} %`;
  return [
    {
      name: `live view of a run of ${PHASES} phases, ${SIZE.columns} by ${SIZE.rows}, CPU time ÷ wall time`,
      ratio: share(view),
      limit: 0.05,
      detail: `${words(view)} of a core: ${view.cpu.toFixed(1)} s ÷ ${view.wall.toFixed(0)} s`,
    },
    {
      name: `the same CPU time ÷ that of ${PEER.join(' ')} beside it`,
      ratio: view.cpu / peer.cpu,
      limit: 2,
      detail: `${words(view)} ÷ ${words(peer)}`,
    },
    {
      name: 'bytes that it writes to the terminal ÷ those of the same peer',
      ratio: view.bytes / peer.bytes,
      limit: 1,
      detail: `${rate(view)} ÷ ${rate(peer)}`,
    },
  ];
}

const rate = ({ bytes, wall }: Cost): string => `${(bytes / wall / 1024).toFixed(1)} KiB/s`;

function run(folder: string): readonly string[] {
  const files = { plan: join(folder, 'plan.json'), script: join(folder, 'script.json') };
  writeFileSync(files.plan, JSON.stringify(layered(PHASES, 10)));
  writeFileSync(files.script, JSON.stringify({ developer: { '*': [STEPS] } }));
  const words = ['run', files.plan, '--agent', 'scripted', '--script', files.script, '--concurrency', '4'];
  return [process.execPath, PROGRAM, ...words, '--yes', '--no-review'];
}

/** An agent that does something several times a second. */
const STEPS = [
  ...Array.from({ length: 8 }, (_, step) => [{ say: `Step ${step + 1} of {phase}.` }, { sleep: 250 }]).flat(),
  { write: { path: '{phase}.txt', content: 'done\n' } },
  { usage: { input: 1_000, output: 200, costUsd: 0.01 } },
  { report: { status: 'completed' } },
];

/** Seconds, and bytes that were written to the terminal. */
interface Cost {
  readonly cpu: number;
  readonly wall: number;
  readonly bytes: number;
}

const NOTHING: Cost = { cpu: 0, wall: 0, bytes: 0 };
const LOOK_MS = 100;

/** What the first program costs from its start to its end, and what the other costs meanwhile. */
async function costsOf(folder: string, first: readonly string[], other: readonly string[]): Promise<Cost[]> {
  const opened = [first, other].map((command, at) => {
    const options = {
      ...SIZE,
      cwd: join(folder, 'repository'),
      env: { PHASEWRIGHT_HOME: join(folder, 'state') },
    };
    return recorded({ ...options, command }, join(folder, `bytes-${at}`));
  });
  try {
    const pids = await Promise.all(opened.map(({ terminal }) => terminal.pid()));
    const started = performance.now();
    let used = [0, 0];
    let wall = 0;
    for (let now = pids.map(cpuSeconds); now[0] !== null; now = pids.map(cpuSeconds)) {
      used = now.map(seconds => seconds ?? 0);
      wall = (performance.now() - started) / 1_000;
      await delay(LOOK_MS);
    }
    const code = await opened[0]!.terminal.ended();
    if (code !== 0)
      throw new Error(`the program ended with ${code}: ${opened[0]!.terminal.screen().join('\n')}`);
    return opened.map(({ file }, at) => ({ cpu: used[at]!, wall, bytes: statSync(file).size }));
  } finally {
    for (const { terminal } of opened) terminal.close();
  }
}

function recorded(options: TerminalOptions, file: string): { terminal: RealTerminal; file: string } {
  const terminal = openTerminal(options);
  terminal.record(file);
  return { terminal, file };
}

/** Of Linux, whatever the machine. */
const TICKS_PER_SECOND = 100;

/** User and system time of a process so far, its threads included; null when it has ended. */
function cpuSeconds(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return null;
  }
}
