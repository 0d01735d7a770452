import type { Plan } from '../../../src/plan/model.ts';
import { accepts } from '../../../src/run/accepts.ts';
import type { Review } from '../../../src/run/answer.ts';
import { apply, type Entry } from '../../../src/run/apply.ts';
import type { CheckResult, RunEvent, RunOrigin } from '../../../src/run/event.ts';
import type { Finding } from '../../../src/run/gates.ts';
import { settingsOf } from '../../../src/run/settings.ts';
import type { RunState } from '../../../src/run/state.ts';
import { NO_USAGE, type Usage } from '../../../src/run/usage.ts';
import { planOf, subtasks } from '../../run/plans.ts';

/** When the journals of these tests begin. */
export const START = Date.UTC(2026, 2, 14, 9, 0, 0);
export const MINUTE = 60_000;

const ORIGIN: RunOrigin = {
  repository: '/tmp/shop',
  base: 'main',
  baseCommit: hash('0'),
  branch: 'phasewright/k7m2',
  place: 'worktree',
  planFile: 'plan.md',
  planText: '',
  goal: null,
  record: null,
  trackerId: null,
  marker: 'k7m2',
  agent: 'scripted',
  script: null,
};

/** A commit that is told from others by one character. */
export function hash(character: string): string {
  return character.repeat(40);
}

export const usd = (costUsd: number | null): Usage => ({ inputTokens: 12_000, outputTokens: 800, costUsd });

/** A journal in the making. Refuses what the program would not record. */
export interface Journal {
  readonly entries: Entry[];
  /** Records an event so many minutes after the one before. */
  readonly add: (minutes: number, event: RunEvent) => void;
  readonly state: () => RunState;
}

export function journal(
  plan: Plan,
  settings: Parameters<typeof settingsOf>[1] = {},
  origin: Partial<RunOrigin> = {},
): Journal {
  const entries: Entry[] = [];
  let state: RunState | null = null;
  const add = (minutes: number, event: RunEvent): void => {
    const at = (entries.at(-1)?.at ?? START) + minutes * MINUTE;
    if (state && !accepts(state, event))
      throw new Error(`${event.type} does not fit: ${JSON.stringify(event)}`);
    state = apply(state, { at, event });
    entries.push({ at, event });
  };
  add(0, {
    type: 'run_created',
    run: 'k7m2',
    plan,
    settings: settingsOf('phased', settings),
    origin: { ...ORIGIN, ...origin },
    durations: {},
  });
  add(0, { type: 'run_opened', head: ORIGIN.baseCommit });
  return { entries, add, state: () => state! };
}

export const check = (verdict: CheckResult['verdict'], more: Partial<CheckResult> = {}): CheckResult => ({
  command: 'npm test',
  passed: verdict !== 'failed' && verdict !== 'premature' && verdict !== 'broken',
  verdict,
  note: '',
  outcome: verdict === 'passed' || verdict === 'premature' ? 'exit status 0' : 'exit status 1',
  tail: verdict === 'failed' ? '  1) adds\n     expected 2, got 3\n' : '',
  outputFile: 'check.0.log',
  ...more,
});

const APPROVED: Review = { approved: true, summary: 'Does what it should.', comments: [] };

/** The events of an attempt one after the other, so that a test names only what is special about it. */
export function attemptOn(journal: Journal, phase: string, attempt: number, slot = 1) {
  const { add } = journal;
  const name = { phase, attempt };
  return {
    begin(minutes = 1, continues: string | null = null): void {
      const base = journal.state().head!;
      add(minutes, { type: 'phase_started', ...name, base, slot, contents: null, continues });
      add(0, { type: 'workspace_opened', ...name, lane: 0, path: '/tmp/slot' });
      add(0, { type: 'session_started', ...name, lane: 0, role: 'developer', pid: 7, startTime: '1' });
    },
    session(minutes: number, usage: Usage = NO_USAGE, summary = ''): void {
      const report = {
        status: 'completed' as const,
        subtasksCompleted: [],
        subtasksFailed: [],
        summary,
        error: null,
        filesChanged: [],
      };
      const session = 0;
      add(minutes, {
        type: 'session_ended',
        ...name,
        lane: 0,
        session,
        sessionId: null,
        failure: null,
        report,
        usage,
      });
      const commit = hash('a');
      add(0, { type: 'attempt_captured', ...name, lane: 0, commit, changed: 2, files: ['src/a.ts', 'b.md'] });
    },
    inspected(findings: readonly Finding[] = [], tier: 'light' | 'full' | 'panel' = 'full'): void {
      const files = [
        { path: 'src/a.ts', status: 'modified', from: null, added: 30, deleted: 4, binary: false },
        { path: 'docs/b.md', status: 'renamed', from: 'b.md', added: 0, deleted: 0, binary: false },
      ] as const;
      add(0, {
        type: 'attempt_inspected',
        ...name,
        files,
        changed: 2,
        added: 30,
        deleted: 4,
        tier,
        findings,
      });
    },
    checked(minutes: number, results: readonly CheckResult[], on: 'attempt' | 'landing' = 'attempt'): void {
      add(minutes, { type: 'checks_ended', ...name, on, results });
    },
    reviewed(minutes: number, review: Review = APPROVED, usage: Usage = NO_USAGE, seat = 0): void {
      add(0, { type: 'session_started', ...name, lane: 0, role: 'reviewer', pid: 8, startTime: '2' });
      add(minutes, { type: 'review_ended', ...name, seat, review, usage });
    },
    landed(commit: string, foreign?: readonly string[]): void {
      add(0, { type: 'phase_landed', ...name, commit, head: commit, ...(foreign ? { foreign } : {}) });
      add(0, { type: 'phase_completed', ...name, commit });
    },
  };
}

export { planOf, subtasks };
