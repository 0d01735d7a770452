import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/*
 * What verification in check slots costs, against that in the workspace: the same run of the real program with a git that
 * counts its calls. `node bench/verification.ts [PHASES]`
 */

const PHASES = Number(process.argv[2] ?? 6);
const TRACKED = 500;
const INSTALLED = 2_000;
const PROGRAM = new URL('../src/bin.ts', import.meta.url).pathname;

function measured(verify: 'clean' | 'workspace', isInstalled: boolean, mode: 'auto' | 'none') {
  const folder = mkdtempSync(join(tmpdir(), 'phasewright-bench-'));
  try {
    const repository = join(folder, 'repository');
    const calls = join(folder, 'calls');
    mkdirSync(join(folder, 'bin'));
    const git = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    writeFileSync(join(folder, 'bin/git'), `#!/bin/sh\necho x >> '${calls}'\nexec '${git}' "$@"\n`);
    chmodSync(join(folder, 'bin/git'), 0o755);
    mkdirSync(repository);
    for (let at = 0; at < TRACKED; at += 1) put(repository, `src/${at % 20}/${at}.txt`, 'line\n'.repeat(200));
    put(repository, '.gitignore', 'deps/\n');
    const titles = Array.from({ length: PHASES }, (_, at) => `### Task ${at + 1}: Part ${at + 1}\n`);
    put(repository, 'plan.md', `# Tasks\n\n${titles.join('\n')}`);
    put(
      folder,
      'script.json',
      JSON.stringify({ developer: { '*': [[{ write: { path: '{phase}.txt', content: 'x' } }]] } }),
    );
    const install = `mkdir -p deps; for i in $(seq ${INSTALLED}); do echo $i > deps/$i; done`;
    const settings = {
      verify,
      sandbox: { mode },
      checks: ['test -e plan.md'],
      setup: isInstalled ? [install] : [],
      review: 'off',
    };
    put(folder, 'settings.json', JSON.stringify(settings));
    const env = {
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      HOME: folder,
      PHASEWRIGHT_HOME: join(folder, 'state'),
      PHASEWRIGHT_CONFIG: join(folder, 'settings.json'),
    };
    const run = (command: string, ...words: string[]): string =>
      execFileSync(command, words, {
        cwd: repository,
        env,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    const identity = ['-c', 'user.name=u', '-c', 'user.email=u@example.test'];
    run(git, 'init', '--quiet', '-b', 'main');
    run(git, 'add', '--all');
    run(git, ...identity, 'commit', '--quiet', '--message', 'base');
    const words = [
      'run',
      'plan.md',
      '--agent',
      'scripted',
      '--script',
      join(folder, 'script.json'),
      '--yes',
      '--json',
    ];
    const begun = performance.now();
    const out = run(process.execPath, PROGRAM, ...words);
    const ms = performance.now() - begun;
    const events = out
      .split('\n')
      .filter(line => line.startsWith('{'))
      .map(line => JSON.parse(line));
    return {
      ms: Math.round(ms / PHASES),
      checkMs: Math.round(between(events, 'attempt_inspected', 'checks_ended') / PHASES),
      git: Math.round(readFileSync(calls, 'utf8').length / 2 / PHASES),
      disk: checkoutBytes(repository, isInstalled),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function put(folder: string, path: string, content: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), content);
}

/** Milliseconds from one event of an attempt to another, of all attempts together. */
function between(
  events: readonly { type: string; phase?: string; at?: string }[],
  from: string,
  to: string,
): number {
  const begun = new Map<string, number>();
  let sum = 0;
  for (const { type, phase = '', at: moment = '' } of events) {
    const at = Date.parse(moment);
    if (type === from) begun.set(phase, at);
    if (type === to) sum += at - (begun.get(phase) ?? at);
  }
  return sum;
}

/** What one more checkout takes, with what setup leaves in it, in whole blocks. */
function checkoutBytes(repository: string, isInstalled: boolean): number {
  const sizeOf = (path: string): number =>
    readdirSync(path, { withFileTypes: true }).reduce((sum, entry) => {
      if (entry.name === '.git') return sum;
      const below = join(path, entry.name);
      return sum + (entry.isDirectory() ? sizeOf(below) : statSync(below).blocks * 512);
    }, 0);
  return sizeOf(repository) + (isInstalled ? INSTALLED * 4_096 : 0);
}

console.log(`${PHASES} phases, ${TRACKED} tracked files; for each phase:`);
for (const isInstalled of [false, true]) {
  for (const verify of ['workspace', 'clean'] as const) {
    const { ms, checkMs, disk } = measured(verify, isInstalled, 'auto');
    // Behind walls the calls cannot be noted; they are the same.
    const { git } = measured(verify, isInstalled, 'none');
    const name = `${verify}${isInstalled ? `, setup leaves ${INSTALLED} files` : ''}`;
    const slot = verify === 'clean' ? `; one check slot ${(disk / 1_048_576).toFixed(1)} MB` : '';
    console.log(`  ${name}: ${ms} ms, of these until checked ${checkMs} ms; ${git} git processes${slot}`);
  }
}
