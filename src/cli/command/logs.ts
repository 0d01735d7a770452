import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { elements } from '../../base/chunked.ts';
import { printable, printableLines } from '../../base/printable.ts';
import { loadRun } from '../../engine/load.ts';
import { PLAN_NAME } from '../../engine/perform/draft.ts';
import { attemptFolder } from '../../engine/records.ts';
import { apply, type Entry } from '../../run/apply.ts';
import { isSettled, phaseAt, planAt } from '../../run/queries.ts';
import type { RunState } from '../../run/state.ts';
import { progressLine } from '../../view/run/progress.ts';
import { type Source, taggedJson, taggedLine, transcriptLine } from '../../view/run/transcript.ts';
import { wireLine } from '../../view/run/wire.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import { findRun } from '../run/find-run.ts';
import { type Home, runFolder, withHome } from '../run/open-store.ts';
import type { Terminal } from '../terminal.ts';
import { phaseNamed } from './show.ts';

export interface LogsOptions {
  readonly follow?: boolean;
  /** What agents did and said instead of what happened. */
  readonly agents?: boolean;
  readonly json?: boolean;
}

const POLL_MS = 200;

/** `phasewright logs`: what happened in a run, or what the agents of a phase did and said. */
export function logs(
  name: string,
  phase: string | undefined,
  options: LogsOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  return withHome(async home => {
    const { state } = await findRun(home, name);
    const position = phase === undefined ? null : phaseNamed(state, phase);
    const print = printerFor(home, position, options, terminal);
    for (;;) {
      // Asked before the journal is read, so that its last words are never missed.
      const isDriven = (await home.store.holder(state.run)) !== null;
      const loaded = (await loadRun(home.store, state.run))!;
      print(loaded.state, loaded.entries);
      const isOver = position !== null && isSettled(phaseAt(loaded.state, position).standing);
      if (!options.follow || !isDriven || isOver) return EXIT.completed;
      await delay(POLL_MS);
    }
  });
}

function printerFor(home: Home, position: number | null, options: LogsOptions, terminal: Terminal): Print {
  if (options.agents) return agentsPrinter(home, position, options, terminal);
  return position === null ? journalPrinter(options, terminal) : phasePrinter(home, position, terminal);
}

type Print = (state: RunState, entries: readonly Entry[]) => void;

/** Each time what is new. */
function journalPrinter({ json }: LogsOptions, { out, outStyle, unicode }: Terminal): Print {
  let printed = 0;
  let before: RunState | null = null;
  return ({ run }, entries) => {
    for (const entry of entries.slice(printed)) {
      before = apply(before, entry);
      const line = json ? wireLine(run, entry) : progressLine(entry, before, outStyle, unicode);
      if (line !== null) out(json ? line : `${line}\n`);
    }
    printed = entries.length;
  };
}

/** The files of all attempts in the order in which they were begun; each time what is new in them. */
function phasePrinter(home: Home, position: number, { out, outStyle }: Terminal): Print {
  const printed = new Map<string, number>();
  return state => {
    const { id } = planAt(state, position);
    for (let attempt = 1; attempt <= phaseAt(state, position).attempt; attempt += 1) {
      const folder = attemptFolder(runFolder(home, state.run), id, attempt);
      for (const file of filesIn(folder)) {
        const path = join(folder, file);
        const seen = printed.get(path);
        const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
        if (seen === undefined)
          out(`${outStyle.bold(`attempt ${attempt}, ${printable(file.replace(/\.jsonl$/, ''))}`)}\n`);
        for (const line of lines.slice(seen ?? 0))
          out(`${file.endsWith('.log') ? printableLines(line) : transcriptLine(line)}\n`);
        printed.set(path, lines.length);
      }
    }
  };
}

/** The streams of all sessions, or of those of one phase, line by line as they come, each with where it comes from. */
function agentsPrinter(home: Home, only: number | null, { json }: LogsOptions, terminal: Terminal): Print {
  const printed = new Map<string, number>();
  return state => {
    for (const { id, index, last } of streamsOf(state, only)) {
      for (let attempt = 1; attempt <= last; attempt += 1) {
        const folder = attemptFolder(runFolder(home, state.run), id, attempt);
        for (const file of filesIn(folder).filter(name => name.endsWith('.jsonl'))) {
          const path = join(folder, file);
          const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
          const role = file.slice(0, file.indexOf('.'));
          const source: Source = { phase: id, index, attempt, role };
          for (const line of lines.slice(printed.get(path) ?? 0))
            terminal.out(json ? taggedJson(source, line) : taggedLine(source, line, terminal.outStyle));
          printed.set(path, lines.length);
        }
      }
    }
  };
}

/** Whose sessions there are, up to which attempt; those of an architect come before those of phases. */
function streamsOf(state: RunState, only: number | null) {
  const phases = elements(state.phases).map(({ attempt }, index) => ({
    id: planAt(state, index).id,
    index,
    last: attempt,
  }));
  if (only !== null) return [phases[only]!];
  return state.origin.goal === null ? phases : [{ id: PLAN_NAME, index: -1, last: MAX_ROUNDS }, ...phases];
}

/** Rounds of an architect that are looked for. */
const MAX_ROUNDS = 50;

/** The files of an attempt begin with these words, in the order in which they are written. */
const FILES = [
  'setup',
  'developer',
  'check',
  'baseline',
  'reviewer',
  'evaluator',
  'doctor',
  'fix',
  'replanner',
];

/** Those of a second run come after the first, and the tenth after the ninth. */
const IN_TURN = new Intl.Collator('en', { numeric: true });
const bare = (name: string): string => name.replace(/\.(?:jsonl|log)$/, '');

/** What agents did, and what checks printed; raw streams are left to those who look for them. */
function filesIn(folder: string): string[] {
  try {
    const order = (name: string): number => FILES.findIndex(word => name.startsWith(word));
    return readdirSync(folder)
      .filter(name => name.endsWith('.jsonl') || name.endsWith('.log'))
      .sort((a, b) => order(a) - order(b) || IN_TURN.compare(bare(a), bare(b)));
  } catch {
    return [];
  }
}
