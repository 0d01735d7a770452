import { describe, expect, it } from 'vitest';
import { runChecks } from '../../src/engine/perform/checks.ts';
import type { CheckRun, CheckRunner } from '../../src/engine/ports.ts';
import type { CheckResult, RunEvent } from '../../src/run/event.ts';
import type { Expectation } from '../../src/run/expect.ts';
import { type Overrides, settingsOf } from '../../src/run/settings.ts';
import { memoryStore } from '../../src/store/memory.ts';
import { fold } from '../run/fold.ts';
import { planOf } from '../run/plans.ts';
import { owner } from '../store/samples.ts';
import { idlePorts } from './idle-ports.ts';
import { creation } from './origin.ts';

/** What a check prints on a commit; null where it passes. The last one repeats. */
type Prints = Readonly<Record<string, readonly (string | null)[]>>;

interface Case {
  readonly prints: Prints;
  readonly settings?: Overrides;
  readonly expects?: Expectation;
  readonly kind?: 'test' | 'other';
  /** How it ends on a commit where it does not pass; exit status 1 where nothing is said. */
  readonly ends?: Readonly<Record<string, number | null>>;
}

interface Judged {
  readonly result: CheckResult;
  /** The commits on which the check ran, in order. */
  readonly ran: string;
  /** Those that the workspace was brought to. */
  readonly opened: string;
  readonly told: readonly RunEvent[];
}

/** Runs the check `test` on the commit `now`, made from `old`, in the order in which phases are named. */
async function judge(
  { prints, settings = {}, expects = 'pass', kind = 'test', ends = {} }: Case,
  phases: readonly string[] = ['a'],
): Promise<Judged> {
  const checks = [{ command: 'test', kind, timeoutMs: 1 }];
  const created = creation('r', planOf('a; b'), settingsOf('phased', { checks, ...settings }));
  const events: RunEvent[] = [created];
  const ran: string[] = [];
  const opened: string[] = [];
  const idle = idlePorts(
    memoryStore(() => true),
    owner('test'),
  );
  const ports = {
    ...idle,
    workspaces: {
      ...idle.workspaces,
      open: async ({ base, contents }: { readonly base: string; readonly contents: string | null }) => {
        opened.push(contents ?? base);
        return { ok: true, path: '/slots/1' } as const;
      },
    },
    checks: checksThat(prints, ends, () => opened.at(-1)!, ran),
  };
  let results: readonly CheckResult[] = [];
  for (const phase of phases) {
    const state = fold(events.map(event => ({ at: 0, event })))!;
    const told = await runChecks(
      {
        ...{ kind: 'run_checks', phase, attempt: 1, on: 'attempt', slot: 1, tries: 0, expects },
        ...{ base: 'old', contents: 'now', baseline: 'old' },
      },
      {
        ports,
        state,
        current: () => state,
        signal: new AbortController().signal,
        report: event => void events.push(event),
      },
    );
    const [ended] = told;
    if (ended?.type !== 'checks_ended') expect.fail(JSON.stringify(told));
    results = ended.results;
  }
  return { result: results[0]!, ran: ran.join(' '), opened: opened.join(' '), told: events.slice(1) };
}

function checksThat(
  prints: Prints,
  ends: NonNullable<Case['ends']>,
  where: () => string,
  ran: string[],
): CheckRunner {
  return {
    run: async (): Promise<CheckRun> => {
      const commit = where();
      const texts = prints[commit]!;
      const times = ran.filter(other => other === commit).length;
      ran.push(commit);
      const text = texts[Math.min(times, texts.length - 1)]!;
      const passed = text === null;
      const failed = Object.hasOwn(ends, commit) ? ends[commit]! : 1;
      const exitCode = passed ? 0 : failed;
      return {
        passed,
        exitCode,
        outcome: exitCode === null ? 'still running' : `exit status ${exitCode}`,
        tail: text ?? '',
        outputFile: '',
        output: async () => ({ text: text ?? '', isCut: false }),
      };
    },
  };
}

const tap = (...failing: string[]): string =>
  [
    'TAP version 13',
    ...failing.map((name, index) => `not ok ${index + 1} - ${name}`),
    `1..${failing.length}`,
  ].join('\n');

describe('a check', () => {
  it.each<[what: string, given: Case, verdict: string, ran: string]>([
    ['that passes runs once', { prints: { now: [null] } }, 'passed', 'now'],
    ['that fails once is run again, and is flaky', { prints: { now: ['no', null] } }, 'flaky', 'now now'],
    [
      'that fails twice is tried without the phase',
      { prints: { now: ['no'], old: [null] } },
      'failed',
      'now now old',
    ],
    [
      'that fails without the phase as well does not block',
      { prints: { now: [tap('a')], old: [tap('a', 'b')] } },
      'known',
      'now now old',
    ],
    [
      'that fails in something more does',
      { prints: { now: [tap('a', 'c')], old: [tap('a', 'b')] } },
      'failed',
      'now now old',
    ],
    [
      'that fails in silence blocks although it did so before',
      { prints: { now: [''], old: [''] } },
      'failed',
      'now now old',
    ],
    [
      'that does not end is not run again, and excused by nothing',
      { prints: { now: ['watching'], old: ['watching'] }, ends: { now: null, old: null } },
      'failed',
      'now',
    ],
    [
      'that is not there is not looked for again, and excused by nothing',
      { prints: { now: ['no'], old: ['no'] }, ends: { now: 127, old: 127 } },
      'failed',
      'now',
    ],
    [
      'that does not end without the phase is no excuse',
      { prints: { now: ['no'], old: ['no'] }, ends: { old: null } },
      'failed',
      'now now old',
    ],
    [
      'of tests written first that does not end is not tried without them',
      { prints: { now: ['watching'] }, ends: { now: null }, expects: 'red' },
      'broken',
      'now',
    ],
    [
      'is run as often as the settings say',
      { prints: { now: ['no', 'no', 'no', null] }, settings: { checkReruns: 3 } },
      'flaky',
      'now now now now',
    ],
    [
      'is not run again where that is turned off',
      { prints: { now: ['no', null], old: [null] }, settings: { checkReruns: 0 } },
      'failed',
      'now old',
    ],
    [
      'is not compared where that is turned off',
      { prints: { now: [tap('a')] }, settings: { baseline: false } },
      'failed',
      'now now',
    ],
    [
      'of tests written first is not run again',
      { prints: { now: [tap('a')], old: [null] }, expects: 'red' },
      'red',
      'now old',
    ],
    ['that may do anything runs once', { prints: { now: [tap('a')] }, expects: 'any' }, 'red', 'now'],
    [
      'that runs no tests has to pass, whatever tests are to do',
      { prints: { now: ['unused variable'], old: [null] }, expects: 'red', kind: 'other' },
      'failed',
      'now now old',
    ],
  ])('%s', async (_, given, verdict, ran) => {
    const judged = await judge(given);
    expect({ verdict: judged.result.verdict, ran: judged.ran }).toEqual({ verdict, ran });
  });

  it('is followed by the attempt’s own files in the workspace, whatever was tried in it', async () => {
    const { opened } = await judge({ prints: { now: ['no'], old: ['no'] } });
    expect(opened).toBe('now old now');
  });

  it('is tried on a commit once, for all phases that begin there', async () => {
    const given = { prints: { now: [tap('a')], old: [tap('a')] } };
    const { result, ran, told } = await judge(given, ['a', 'b']);
    expect(ran).toBe('now now old now now');
    expect(result.verdict).toBe('known');
    expect(told).toMatchObject([
      {
        type: 'baseline_ended',
        commit: 'old',
        results: [{ command: 'test', passed: false, failing: ['a'] }],
      },
    ]);
  });
});
