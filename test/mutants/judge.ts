import { spawn } from 'node:child_process';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { signalGroup } from '../../src/agent/process/live.ts';
import { type Mutant, ROOT } from './mutant.ts';

/** A program that finds fault with a copy of the repository. */
export interface Judge {
  readonly name: string;
  /** For Node, in the copy's root. */
  readonly arguments: readonly string[];
  /** Tells from what was printed who found what. */
  readonly finding: (output: string) => string;
}

export interface Judgement {
  /** Null where all seems well. */
  readonly caught: string | null;
  readonly ms: number;
}

/** Most bugs are caught within the first hundred runs. */
const SIMULATED_RUNS = 2_000;
/** A test waits so long for what never comes. */
const TEST_TIMEOUT_MS = 20_000;

export const SIMULATOR: Judge = {
  name: 'the simulator',
  arguments: [relative(ROOT, fileURLToPath(import.meta.resolve('./seeds.ts'))), String(SIMULATED_RUNS)],
  finding: output => `the simulator (${/^seed \d+/m.exec(output)?.[0] ?? 'it broke down'})`,
};

const tests = (...paths: string[]): Judge => ({
  name: paths.join(' '),
  arguments: [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...paths,
    '--bail=1',
    '--maxWorkers=1',
    '--no-isolate',
    '--no-cache',
    '--no-fsModuleCache',
    '--reporter=default',
    `--testTimeout=${TEST_TIMEOUT_MS}`,
  ],
  finding: output => /\bFAIL\s+(?:\S+\s+)?(test\/\S+)/.exec(output)?.[1] ?? 'tests that broke down',
});

const CORE_TESTS = tests('test/engine', 'test/run');
const STORE_TESTS = tests('test/store/memory.test.ts', 'test/store/sqlite.test.ts');
const SQLITE_TESTS = tests('test/store/sqlite-', '--config=test/long.config.ts');
const LANDING_TESTS = tests('test/git/landing.test.ts', 'test/git/names.test.ts', 'test/git/race.test.ts');
const FORGERY_TESTS = tests('test/security/repository.test.ts');

const WALLS_TESTS = tests('test/git/walls.test.ts', 'test/security/sandbox.test.ts');
const WORKSPACE_TESTS = tests(
  'test/git/hostile-workspace.long.ts',
  'test/git/inner-repositories.long.ts',
  '--config=test/long.config.ts',
);
const HERE_TESTS = tests('test/git/here.long.ts', '--config=test/long.config.ts');
/** Where what agents leave behind is taken for what it is. */
const WORKSPACE_FILES = /^src\/git\/(?:walls|filters|nested|content|inner-history)\.ts$/;

/** Who judges a bug, the fastest first. What the simulator replaces by a model of its own it cannot judge. */
export function judgesOf({ file }: Mutant): readonly Judge[] {
  if (file === 'src/git/walls.ts') return [WALLS_TESTS, WORKSPACE_TESTS];
  if (file === 'src/git/slot-place.ts') return [HERE_TESTS];
  if (file.startsWith('src/agent/sandbox/')) return [WALLS_TESTS];
  if (WORKSPACE_FILES.test(file)) return [WORKSPACE_TESTS];
  if (file.startsWith('src/git/')) return [LANDING_TESTS, FORGERY_TESTS];
  if (file.startsWith('src/store/sqlite/')) return [STORE_TESTS, SQLITE_TESTS];
  if (file.startsWith('src/store/')) return [SIMULATOR, STORE_TESTS];
  return [SIMULATOR, CORE_TESTS];
}

const groups = new Set<number>();
const end = (pid: number): void => signalGroup(pid, 'SIGKILL');
process.on('exit', () => groups.forEach(end));

/** Lets a judge look at a copy. One that comes to no end has caught something, too. */
export async function judge(
  { name, arguments: args, finding }: Judge,
  copy: string,
  limitMs: number,
): Promise<Judgement> {
  const started = performance.now();
  const env = { ...process.env, NO_COLOR: '1' };
  const child = spawn(process.execPath, args, { cwd: copy, env, detached: true });
  const pid = child.pid!;
  groups.add(pid);
  let [output, isLate] = ['', false];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const limit = setTimeout(() => {
    isLate = true;
    end(pid);
  }, limitMs);
  const code = await new Promise<number | null>(resolve => child.on('close', resolve));
  clearTimeout(limit);
  end(pid);
  groups.delete(pid);
  const ms = performance.now() - started;
  if (isLate) return { caught: `the time limit of ${name}`, ms };
  return { caught: code === 0 ? null : finding(output), ms };
}
