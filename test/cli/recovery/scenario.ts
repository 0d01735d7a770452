import { expect, it } from 'vitest';
import type { Budget } from '../../../src/run/ladder-event.ts';
import { assertClean, processesOf } from '../../torture/scene.ts';
import type { Outcome } from '../phasewright.ts';
import { type Story, story } from '../story.ts';
import { type Workshop, workshop } from '../workshop.ts';

/** A run in which something goes wrong, and what people do about it. */
export interface Scenario {
  /** Of the plan; one that is called 1 unless told. */
  readonly phases?: readonly object[];
  readonly files?: Readonly<Record<string, string>>;
  readonly script: object;
  /** What `phasewright.yaml` has besides what all of them have. */
  readonly settings?: object;
  readonly words?: readonly string[];
  /** What is done after each drive: a command and what follows the run. Then the run is resumed, unless cancelled. */
  readonly people?: readonly (readonly [command: string, ...words: string[]])[];
}

/** How it ends. What is not told is nothing: no counter above zero, no rule, no commit. */
export interface Ending {
  /** Exit codes of the drives. */
  readonly codes?: readonly number[];
  readonly phases?: Readonly<Record<string, string>>;
  /** Phases with a commit on the branch of the run, the first one first. */
  readonly landed?: readonly string[];
  readonly spent?: Readonly<Record<string, Partial<Record<Budget, number>>>>;
  /** The rules by which was decided, by phase, and of the run as a whole under `run`. */
  readonly rules?: Readonly<Record<string, readonly string[]>>;
}

export interface Played extends Required<Ending> {
  readonly shop: Workshop;
  readonly drives: readonly Story[];
  readonly status: StatusJson;
  /** The events of all drives of one type. */
  readonly of: (type: string) => readonly Story['events'][number][];
}

interface StatusJson {
  readonly status: string;
  readonly reason: string | null;
  readonly phases: readonly {
    readonly id: string;
    readonly title: string;
    readonly status: string;
    readonly attempt: number;
    readonly spent: Readonly<Record<Budget, number>>;
    readonly level: number;
    readonly revision: number;
    readonly intent: string | null;
  }[];
  readonly needs: readonly { readonly phase: string; readonly need: string }[];
  readonly waits: readonly { readonly until: string }[];
}

/** So that little time is lost: no review, and waits of which nobody takes notice. */
const SETTINGS = { review: 'never', limits: { backoffMs: 1 }, checkReruns: 0 };

export function shopOf({ phases, files, script, settings }: Scenario): Workshop {
  return workshop(
    {
      'plan.json': JSON.stringify({ title: 'Trouble', phases: phases ?? [{ id: '1', title: 'First' }] }),
      'script.json': JSON.stringify(script),
      'phasewright.yaml': JSON.stringify({ ...SETTINGS, ...settings }),
      ...files,
    },
    { recovery: true },
  );
}

export const RUN = [
  ...['run', 'plan.json', '--agent', 'scripted', '--script', 'script.json'],
  ...['--yes', '--branch', 'work'],
];

/** Plays a scenario to its end. `kill` is where the first drive is killed, see `test-hook.ts`. */
export async function play(scenario: Scenario, kill?: string): Promise<Played> {
  const shop = shopOf(scenario);
  const drives: Story[] = [];
  const words = [...RUN, ...(scenario.words ?? [])];
  if (kill === undefined) drives.push(await story(shop, ...words));
  else {
    const killed = await shop.runWith({ PHASEWRIGHT_TEST_KILL: kill }, ...words);
    expect(killed.code, `${kill}: ${killed.err}`).toBe(null);
    drives.push(await story(shop, 'resume'));
  }
  for (const [command, ...rest] of scenario.people ?? []) {
    if (command !== 'resume') {
      const deed = await shop.run(command, 'last', ...rest);
      expect(deed.code, `${command}: ${deed.err}`).toBe(0);
    }
    if (command !== 'cancel') drives.push(await story(shop, 'resume'));
  }
  return look(shop, drives);
}

/** What a drive printed that was started and left running. */
export function heard({ code, out, err }: Outcome): Story {
  const lines = out.split('\n').filter(line => line.startsWith('{'));
  const events: Story['events'] = lines.map(line => JSON.parse(line));
  return {
    code,
    err,
    events,
    of: type => events.filter(event => event.type === type),
    run: String(events[0]?.run),
  };
}

/** What can be seen of a run from outside. */
export async function look(shop: Workshop, drives: readonly Story[]): Promise<Played> {
  const [status, why] = await Promise.all([shop.run('status', 'last', '--json'), shop.run('why', '--json')]);
  const json: StatusJson = JSON.parse(status.out);
  const told: WhyJson = JSON.parse(why.out);
  return {
    shop,
    drives,
    status: json,
    of: type => drives.flatMap(drive => drive.of(type)),
    codes: drives.map(({ code }) => code ?? -1),
    phases: Object.fromEntries(json.phases.map(phase => [phase.id, phase.status])),
    landed: landedIn(shop),
    spent: present(json.phases.map(({ id, spent }) => [id, aboveZero(spent)])),
    rules: present([
      ['run', rulesIn(told)],
      ...told.phases.map(phase => [phase.id, rulesIn(phase)] as const),
    ]),
  };
}

interface WhyJson {
  readonly decisions: readonly { readonly rule: string | null }[];
  readonly phases: readonly { readonly id: string; readonly decisions: WhyJson['decisions'] }[];
}

const rulesIn = ({ decisions }: { readonly decisions: WhyJson['decisions'] }): readonly string[] =>
  decisions.flatMap(({ rule }) => rule ?? []);

const aboveZero = (counters: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(counters).filter(([, count]) => count > 0));

const present = <T extends object>(entries: readonly (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries(entries.filter(([, value]) => Object.keys(value).length > 0));

function landedIn({ git }: Workshop): string[] {
  const format = '--format=%(trailers:key=Phasewright-Phase,valueonly,separator=)';
  const isBegun = git('branch', '--list', 'work') !== '';
  return isBegun ? git('log', '--reverse', format, 'main..work').split('\n').filter(Boolean) : [];
}

const LANDED: Required<Ending> = {
  codes: [0],
  phases: { 1: 'completed' },
  landed: ['1'],
  spent: {},
  rules: {},
};

/** A run of one phase that lands in the end, unless told. */
export const landing = (ending: Ending): Required<Ending> => ({ ...LANDED, ...ending });

/** A run of one phase that fails and halts. */
export const failing = (ending: Ending): Required<Ending> => ({
  ...LANDED,
  codes: [1],
  phases: { 1: 'failed' },
  landed: [],
  ...ending,
});

/** A run of one phase that waits for a person. */
export const waiting = (ending: Ending): Required<Ending> => ({
  ...LANDED,
  codes: [3],
  phases: { 1: 'running' },
  landed: [],
  ...ending,
});

/** Compares everything that was told of the ending, and looks for what is left. */
export async function expectEnding(played: Played, expected: Required<Ending>): Promise<void> {
  const { codes, phases, landed, spent, rules } = played;
  const trouble = played.drives.map(({ err }) => err).join('\n');
  expect({ codes, phases, landed, spent, rules }, trouble).toEqual(expected);
  if (played.status.status !== 'waiting') return assertClean(played.shop);
  await expect.poll(() => processesOf(played.shop.home), { timeout: 10_000 }).toEqual([]);
}

/** A scenario as a test; `more` looks at what only this one is about. */
export function scenario(
  name: string,
  given: Scenario,
  expected: Required<Ending>,
  more: (played: Played) => void | Promise<void> = () => {},
): void {
  it(name, async () => {
    const played = await play(given);
    await expectEnding(played, expected);
    await more(played);
  });
}
