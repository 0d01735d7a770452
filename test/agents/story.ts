import { expect, it } from 'vitest';
import { carriersOf } from '../agent/marked.ts';
import type { Started } from '../cli/workshop.ts';
import { type Actor, openStage, type Stage, untilHanging } from './stage.ts';

export const BRANCH = 'phasewright/work';

/** Nothing but waiting and trying again is done about failures, and that soon. */
const SETTINGS = ['--set', 'limits.backoffMs=10'];

/**
 * A plan of three phases with a real agent in every role, through the real command: the agent is killed in the middle of
 * the first phase, the second is sent back by the reviewer, and phasewright itself is killed in the middle of the third
 * and resumed.
 */
export function storyOf(actor: Actor): void {
  it(`${actor.name} (${actor.model}) carries out a plan, whoever is killed on the way`, async () => {
    const stage = await openStage(actor.environment);
    const before = stage.fingerprint();
    stage.held.add('1').add('3');
    const first = stage.startWith(stage.variables, ...wordsFor(actor));
    const marker = await markerOf(first);
    await untilHanging(marker);
    stage.held.delete('1');
    process.kill(agentIn(first, '1'), 'SIGKILL');
    await first.seen('phase_completed', '2');
    await untilHanging(marker);
    stage.held.delete('3');
    first.signal('SIGKILL');
    await first.end;
    const { code, out, err } = await stage.runWith(stage.variables, 'resume', '--json');
    expect([code, code === 0 ? '' : out + err]).toEqual([0, '']);
    expect(carriersOf(marker)).toEqual([]);
    expectWork(stage);
    expectRecovered([...first.events(), ...eventsIn(out)]);
    expect(stage.fingerprint()).toBe(before);
    expect(stage.server.proxied).toEqual([]);
  });
}

const wordsFor = ({ name, model }: Actor): string[] => [
  ...['run', 'plan.md', '--agent', name, ...(model === null ? [] : ['--model', model])],
  ...['--branch', BRANCH, '--yes', '--json', '--check', 'test -f one.txt', ...SETTINGS],
];

async function markerOf(started: Started): Promise<string> {
  await started.seen('run_created');
  const [created] = started.events() as { origin: { marker: string } }[];
  return created!.origin.marker;
}

/** The process that does the work of the phase. */
const agentIn = (started: Started, phase: string): number =>
  Number(started.events().findLast(event => event.type === 'session_started' && event.phase === phase)?.pid);

const eventsIn = (out: string): Record<string, unknown>[] =>
  out
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line));

/** One commit a phase, with what the program wrote in it and nothing that was given up. */
export function expectWork({ git }: Pick<Stage, 'git'>): void {
  expect(git('log', '--format=%s', '--reverse', `main..${BRANCH}`).trim().split('\n')).toEqual([
    'Phase 1: First file',
    'Phase 2: Second file',
    'Phase 3: Third file',
    expect.stringMatching(/^Record of run/),
  ]);
  expect(git('show', ...['one', 'two', 'three'].map(name => `${BRANCH}:${name}.txt`))).toBe(
    'phase 1, right\nphase 2, right\nphase 3, right\n',
  );
  expect(git('ls-tree', '--name-only', BRANCH).trim().split('\n')).not.toContain('half.txt');
}

function expectRecovered(events: readonly Record<string, unknown>[]): void {
  const ended = events.filter(({ type }) => type === 'session_ended');
  expect(ended.filter(({ failure }) => failure !== null)).toMatchObject([{ phase: '1' }]);
  expect(events.filter(({ type }) => type === 'review_ended')).toHaveLength(4);
  expect(events.filter(({ type }) => type === 'evaluation_ended')).toHaveLength(1);
}
