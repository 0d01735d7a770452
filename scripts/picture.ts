/**
 * Makes a picture of a real run in a real terminal: `npm run picture`.
 *
 *     node scripts/picture.ts [--size 100x30] [--out docs/terminal.svg] [--still]
 *
 * The run is that of `phasewright demo`. With --still the picture is of the moment with most to see, and nothing in it
 * moves. Needs tmux.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DEMO_RUN, makeDemoRepository, typed } from '../src/cli/demo/repository.ts';
import { framesOf, fullest, type Seen } from './picture/frames.ts';
import { picture } from './picture/svg.ts';
import { openTerminal, type RealTerminal, tmuxIsInstalled } from './picture/tmux.ts';

const USAGE = 'Usage: picture [--size COLUMNSxROWS] [--out FILE] [--still]';
const PROGRAM = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
/** First the command as a person types it. */
const SHOWN = `printf '\\033[1;32m$\\033[0m %s\\n' "$0"; exec "$@"`;
const LOOK_MS = 120;
/** A run that takes longer than this hangs. */
const HANG_MS = 120_000;

process.exitCode = await main();

async function main(): Promise<number> {
  const options = readOptions();
  if (options === null) return refuse(USAGE);
  if (!tmuxIsInstalled()) return refuse('tmux is not installed.');
  const { columns, rows } = options;
  const folder = mkdtempSync(join(tmpdir(), 'phasewright-picture-'));
  const repository = join(folder, 'link-shortener');
  makeDemoRepository(repository);
  const program = [process.execPath, PROGRAM, ...DEMO_RUN];
  const terminal = openTerminal({
    columns,
    rows,
    cwd: repository,
    env: { PHASEWRIGHT_HOME: join(folder, 'state'), COLORTERM: 'truecolor' },
    command: ['sh', '-c', SHOWN, typed('phasewright', ...DEMO_RUN), ...program],
  });
  try {
    const frames = framesOf(await watch(terminal));
    const code = await terminal.ended();
    if (code !== 0) return refuse(`The run ended with ${code}:\n${terminal.history().join('\n')}`);
    const shown = options.still ? frames.slice(fullest(frames)).slice(0, 1) : frames;
    const title = 'phasewright run plan.md';
    writeFileSync(options.out, picture(shown, { columns, rows, title, still: fullest(shown) }));
    console.log(`${options.out}: ${shown.length} frames`);
    return 0;
  } finally {
    terminal.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function watch(terminal: RealTerminal): Promise<Seen[]> {
  const seen: Seen[] = [];
  const start = Date.now();
  for (let isOver = false; !isOver; await pause(LOOK_MS)) {
    isOver = terminal.isOver();
    const captured = terminal.coloured();
    if (captured !== seen.at(-1)?.captured) seen.push({ captured, atMs: Date.now() - start });
    if (Date.now() - start > HANG_MS)
      throw new Error(`The run does not end:\n${terminal.screen().join('\n')}`);
  }
  return seen;
}

function readOptions(): { columns: number; rows: number; out: string; still: boolean } | null {
  try {
    const { values } = parseArgs({
      options: {
        size: { type: 'string', default: '100x30' },
        out: { type: 'string', default: fileURLToPath(new URL('../docs/terminal.svg', import.meta.url)) },
        still: { type: 'boolean', default: false },
      },
    });
    const [, columns, rows] = /^(\d{2,3})x(\d{1,3})$/.exec(values.size) ?? [];
    if (columns === undefined || rows === undefined) return null;
    return { columns: Number(columns), rows: Number(rows), out: values.out, still: values.still };
  } catch {
    return null;
  }
}

function refuse(message: string): number {
  console.error(message);
  return 2;
}
