import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { program } from '../cli/bundle.ts';
import { type Workshop, workshop } from '../cli/workshop.ts';
import { openTerminal } from './tmux.ts';

/** A run of which the test says when its agents go on. */
export interface TerminalShop extends Workshop {
  /** Opens a terminal with the program in it. */
  readonly open: (words: readonly string[], options?: OpenOptions) => ReturnType<typeof openTerminal>;
  /** Lets agents pass that wait at this gate. */
  readonly pass: (gate: string) => void;
  /** Runs as `status --json` tells them, the newest first. */
  readonly runs: () => Promise<readonly RunJson[]>;
}

interface OpenOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
}

interface RunJson {
  readonly run: string;
  readonly status: string;
  readonly branch: string;
  readonly pid: number | null;
}

/** What the test shows: one phase at first, then two side by side, then one more. */
const PLAN = `# Garden

## Phase 1: Dig

- [ ] 1.1 Find the spade
- [ ] 1.2 Turn the soil

## Phase 2: Sow

**Depends on:** Phase 1

## Phase 3: Water

**Depends on:** Phase 1

## Phase 4: Harvest

**Depends on:** Phase 2, Phase 3
`;

export { PLAIN_RUN as RUN } from '../cli/workshop.ts';

/** Each phase waits at the gate of its number and writes a file. */
export function terminalShop(): TerminalShop {
  const shop = workshop({ 'plan.md': PLAN });
  const gate = (name: string): string => join(shop.home, '..', `gate-${name}`);
  const developer = (phase: string) => [
    [
      { shell: `until [ -e '${gate(phase)}' ]; do sleep 0.05; done` },
      { write: { path: `${phase}.txt`, content: `work of phase ${phase}\n` } },
      { usage: { input: 1000, output: 200, costUsd: 0.25 } },
    ],
  ];
  const developers = Object.fromEntries(['1', '2', '3', '4'].map(phase => [phase, developer(phase)]));
  shop.write('script.json', JSON.stringify({ developer: developers }));
  shop.git('add', '-A');
  shop.git('commit', '-q', '-m', 'Script');
  const runs = async (): Promise<readonly RunJson[]> => {
    const { out } = await shop.run('status', '--json');
    return out.split('\n').flatMap(line => (line.startsWith('{') ? [JSON.parse(line) as RunJson] : []));
  };
  const pass = (name: string): void => writeFileSync(gate(name), '');
  // Whoever works in the background outlives the terminal, and must not outlive the test.
  onTestFinished(async () => {
    for (const { run, pid } of existsSync(shop.home) ? await runs() : [])
      if (pid !== null) await shop.run('pause', run);
    for (const name of ['1', '2', '3', '4']) pass(name);
  });
  return {
    ...shop,
    runs,
    pass,
    open: (words, { columns = 90, rows = 24, env = {} } = {}) =>
      openTerminal({
        columns,
        rows,
        cwd: shop.repository,
        env: { ...shop.env, ...env },
        command: [process.execPath, program(), ...words],
      }),
  };
}

/** Whether all of these words are on the screen. */
export const shows =
  (...words: readonly string[]) =>
  (text: string): boolean =>
    words.every(word => text.includes(word));

/** A driver lets go of its run a moment before it ends. */
export const PATIENCE = { timeout: 20_000, interval: 20 };

export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
