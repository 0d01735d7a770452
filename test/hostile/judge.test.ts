import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { random } from '../fuzz/random.ts';
import { PLAIN } from './ground.ts';
import { judgeClone } from './judge/clone.ts';
import { judgeEnd, type RunEnd } from './judge/end.ts';
import { judgeHidden } from './judge/hidden.ts';
import { judgeKept, judgeNoted } from './judge/kept.ts';
import { judgeLater } from './judge/later.ts';
import { judgeOutside } from './judge/outside.ts';
import { judgeUntouched, userState } from './judge/untouched.ts';
import { repositoryIn } from './piece.ts';
import { TRAPS } from './pieces/nested.ts';
import { gitIn, HIDDEN_TEXT, type Places, placesFor, put } from './places.ts';
import { scenarioOf } from './scenario.ts';

const SCENARIO = {
  ...scenarioOf(1, false),
  ...({ mending: false, submodule: false, filter: 'none', ground: PLAIN } as const),
};
const END: RunEnd = { code: 0, out: '', err: '', hung: false, leaked: [] };

function ground(): Places {
  const places = placesFor(SCENARIO);
  onTestFinished(() => rmSync(places.root, { recursive: true, force: true }));
  return places;
}

const git = ({ checkout, environment }: Places, ...words: readonly string[]): string =>
  gitIn(checkout, environment, ...words).trim();

/** A branch on which every phase landed. */
function landed(places: Places): void {
  git(places, 'switch', '-q', '-c', 'work');
  for (const { id } of SCENARIO.phases)
    git(places, 'commit', '-q', '--allow-empty', '-m', `Part\n\nPhasewright-Phase: ${id}`);
  git(places, 'switch', '-q', 'main');
}

describe.runIf(process.platform === 'linux')('the judges of hostile workspaces', () => {
  it('object to nothing where nothing is wrong', async () => {
    const places = ground();
    const before = userState(places);
    landed(places);
    expect([
      ...judgeEnd(END, false),
      ...judgeOutside(places),
      ...judgeUntouched(places, before),
      ...(await judgeHidden(places, END)),
      ...judgeKept(places, END),
      ...judgeLater(SCENARIO, places, END),
      ...judgeClone(SCENARIO, places),
    ]).toEqual([]);
  });

  it('see a program that ran, and not one that the agent called itself', () => {
    const places = ground();
    const call = (name: string, env: Record<string, string>) =>
      spawnSync(places.canaryProgram, [name], { env: { PATH: places.environment.PATH ?? '', ...env } });
    call('by-agent', { HOSTILE_AGENT: '1' });
    expect(judgeOutside(places)).toEqual([]);
    call('by-git', {});
    expect(judgeOutside(places)).toEqual(['outside: a program of an agent ran: by-git']);
  });

  it.each<[string, (places: Places) => void]>([
    ['a file of the home', ({ home }) => writeFileSync(join(home, 'notes.txt'), 'other')],
    ['a new file of the checkout', ({ checkout }) => writeFileSync(join(checkout, 'new'), '')],
    ['the configuration', places => void git(places, 'config', 'x.y', 'z')],
    ['the index', places => void git(places, 'add', 'mine.txt')],
    ['a branch', places => void git(places, 'branch', 'other')],
  ])('see a change of %s', (_, change) => {
    const places = ground();
    const before = userState(places);
    change(places);
    expect(judgeUntouched(places, before)).toHaveLength(1);
  });

  it('see hidden text in an object that no ref leads to, in the state folder, and in what was printed', async () => {
    const places = ground();
    writeFileSync(join(places.checkout, 'x'), `${'x'.repeat(100_000)}${HIDDEN_TEXT}`);
    git(places, 'hash-object', '-w', 'x');
    put(join(places.state, 'a/journal.db'), HIDDEN_TEXT);
    expect(await judgeHidden(places, { ...END, err: HIDDEN_TEXT })).toHaveLength(3);
  });

  it('see files and commits that are in no ref, and find them in bundles and in folders that were named', () => {
    const places = ground();
    const other = join(places.root, 'other');
    put(join(other, 'f'), 'lost');
    gitIn(other, places.environment, 'init', '-q');
    gitIn(other, places.environment, 'add', '-A');
    gitIn(other, places.environment, 'commit', '-q', '-m', 'x');
    const blob = gitIn(other, places.environment, 'rev-parse', 'HEAD:f').trim();
    put(join(places.notes, 'files-1.jsonl'), `${JSON.stringify({ path: 'f', blobs: [blob] })}\n`);
    put(places.commits, gitIn(other, places.environment, 'rev-parse', 'HEAD'));
    expect(judgeKept(places, END)).toHaveLength(2);
    const aside = join(places.state, 'aside/1');
    mkdirSync(join(places.state, 'aside'), { recursive: true });
    spawnSync('cp', ['-r', other, aside]);
    expect(judgeKept(places, END)).toHaveLength(2);
    expect(judgeKept(places, { ...END, err: `what was in it stays in ${aside}.` })).toEqual([]);
    rmSync(aside, { recursive: true });
    gitIn(other, places.environment, 'bundle', 'create', '-q', join(places.state, 'x.bundle'), '--all');
    expect(judgeKept(places, END)).toEqual([]);
  });

  it('see agents that noted nothing', () => {
    const places = ground();
    const hostile = SCENARIO.phases.filter(({ picks }) => picks.length > 0);
    expect(judgeNoted(SCENARIO, places)).toHaveLength(hostile.length);
    for (const { id } of hostile) put(join(places.notes, `files-${id}.jsonl`), '');
    expect(judgeNoted(SCENARIO, places)).toEqual([]);
  });

  it('see ignored files that landed, and a hook that did not run', () => {
    const places = ground();
    landed(places);
    git(places, 'switch', '-q', 'work');
    put(join(places.checkout, 'noise-1.txt'), '1');
    git(places, 'add', '-A');
    git(places, 'commit', '-q', '-m', 'x');
    const scenario = { ...SCENARIO, ground: { ...PLAIN, hooks: true } };
    expect(judgeLater(scenario, places, END)).toHaveLength(2);
  });

  it('see phases that did not land, unless a person is asked about what a hostile agent did', () => {
    const places = ground();
    expect(judgeLater(SCENARIO, places, END)).toHaveLength(1);
    git(places, 'branch', 'work');
    expect(judgeLater(SCENARIO, places, END)).toHaveLength(SCENARIO.phases.length);
    const ids = SCENARIO.phases.map(({ id }) => id);
    const out = `${JSON.stringify({ type: 'run_waiting', phases: ids })}\n`;
    expect(judgeLater(SCENARIO, places, { ...END, out })).toHaveLength(1);
  });

  it('see what fails its checks in a clone', () => {
    const places = ground();
    git(places, 'switch', '-q', '-c', 'work');
    put(join(places.checkout, 'needs/1.txt'), 'ign-not-there\n');
    git(places, 'add', 'needs');
    git(places, 'commit', '-q', '-m', 'x');
    expect(judgeClone(SCENARIO, places)).toEqual(['clone: sh check.sh fails: needs/1.txt: ign-not-there']);
  });

  it('see hangs, other exit codes, stacks and processes that were left', () => {
    expect(judgeEnd({ ...END, hung: true, code: null }, false)).toHaveLength(1);
    expect(judgeEnd({ ...END, code: 1 }, false)).toHaveLength(1);
    expect(judgeEnd({ ...END, err: 'TypeError: x\n    at f (a.js:1:2)\n' }, false)).toHaveLength(1);
    expect(judgeEnd({ ...END, leaked: ['sleep 100'] }, false)).toHaveLength(1);
  });
});

describe.runIf(process.platform === 'linux')('what hostile agents plant', () => {
  /** What a program does that looks into every repository with the user's rights. */
  const CARELESS = ['status', 'add -A', 'commit -qm x', 'checkout -q --detach', 'cat-file -p HEAD:f.txt'];
  /** Needs two sides that changed the same lines. */
  const OTHERS = ['merge-driver'];

  let places: Places;
  beforeAll(() => {
    places = placesFor(SCENARIO);
  });
  afterAll(() => rmSync(places.root, { recursive: true, force: true }));

  it.each(TRAPS.filter(([name]) => !OTHERS.includes(name)))('is sharp: %s', (_, trap) => {
    for (const name of readdirSync(places.canaries)) rmSync(join(places.canaries, name));
    const context = { name: 'x', phase: '1', places, random: random(1), submodule: false };
    const shell = (text: string, env: Record<string, string>) =>
      spawnSync('sh', ['-c', text], { cwd: places.root, env: { ...places.environment, ...env } });
    const made = [repositoryIn(context, 'x'), trap(context), 'echo changed >> f.txt'].join('\n');
    shell(made, { HOSTILE_AGENT: '1' });
    expect(judgeOutside(places)).toEqual([]);
    for (const words of CARELESS) shell(`git -C x ${words} < /dev/null`, {});
    expect(judgeOutside(places)).not.toEqual([]);
  });
});
