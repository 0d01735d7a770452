import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readExecutionState } from '../../src/view/record/execution-state.ts';
import { carryOut, reply, story, tasks } from './story.ts';
import { type Workshop, workshop } from './workshop.ts';

const FILES = { 'old.txt': 'old\n', 'README.md': 'Hello\n' };

/** The record on the branch: where it lies and a way to read its files. */
function recordOn(shop: Workshop, branch: string) {
  const paths = shop.git('ls-tree', '-r', '--name-only', branch, 'docs/phasewright').trim().split('\n');
  const folder = paths[0]!.split('/').slice(0, 3).join('/');
  return {
    folder,
    files: paths.map(path => path.slice(folder.length + 1)),
    read: (path: string): string => shop.git('show', `${branch}:${folder}/${path}`),
  };
}

/** The commands that a paper of the record shows. */
const commandsIn = (text: string): string[] =>
  [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block]) => block!.trim().split('\n'));

describe('the record of a run', () => {
  it('is there for agents, no part of phases, committed once at the end, and tells the whole story [001-17] [001-18] [001-20] [001-21] [004-18]', async () => {
    const shop = workshop({ ...FILES, 'plan.md': tasks('One', 'Remove', 'Three') }, { record: true });
    const look = 'cat docs/phasewright/*/phase-1/summary.md docs/phasewright/*/plan.md > seen.txt';
    const script = {
      developer: {
        1: [
          [{ write: { path: 'one.txt', content: 'wrong\n' } }],
          [
            { write: { path: 'one.txt', content: 'right\n' } },
            { write: { path: 'test/one.test.js', content: '// a test\n' } },
            { report: { status: 'completed', summary: 'It is right now.' } },
          ],
        ],
        2: [[{ delete: 'old.txt' }]],
        3: [[{ shell: look }, { shell: 'git add -A' }, { commit: 'mine' }]],
      },
      reviewer: {
        1: [
          [
            reply({
              approved: false,
              summary: 'Wrong.',
              comments: [{ message: 'Make it right.' }, { message: 'Sing.' }],
            }),
          ],
          [reply({ approved: true })],
        ],
      },
      evaluator: {
        1: [[reply({ decisions: [{ comment: 2, decision: 'DEFER', reason: 'No voice.' }] })]],
      },
    };
    const { code, of } = await carryOut(shop, script, '--tracker-id', 'ABC-7');
    expect(code).toBe(0);
    const { folder, files, read } = recordOn(shop, 'work');
    expect(folder).toMatch(/^docs\/phasewright\/\d{4}-\d\d-\d\d-ABC-7-tasks$/);
    expect(files.sort()).toEqual([
      'execution-state.json',
      'phase-1/review-feedback.md',
      'phase-1/summary.md',
      'phase-2/summary.md',
      'phase-3/summary.md',
      'plan.md',
      'progress.md',
      'report.md',
    ]);
    // One commit on top holds all of it; the phases' own commits, an agent's among them, hold nothing of it.
    const touched = shop.git('log', '--format=%s', 'main..work', '--', 'docs').trim().split('\n');
    expect(touched).toEqual([expect.stringMatching(/^Record of run/)]);
    expect(of('run_ended')).toMatchObject([{ record: shop.git('rev-parse', 'work').trim() }]);
    // The third phase saw the first one's summary and the plan.
    expect(shop.git('show', 'work:seen.txt')).toContain('It is right now.');
    expect(read('plan.md')).toBe(shop.read('plan.md'));
    expect(read('phase-1/summary.md')).toContain('test/one.test.js');
    expect(read('phase-1/review-feedback.md')).toMatch(/Make it right[\s\S]*Sing[\s\S]*No voice/);
    const report = read('report.md');
    for (const word of ['ABC-7', 'Wrong.', 'IMPLEMENT', 'No voice.', 'It is right now.'])
      expect(report).toContain(word);
    const state = readExecutionState(read('execution-state.json'));
    expect(state).toMatchObject({ ok: true, state: { status: 'completed', trackerId: 'ABC-7' } });
    // Every command that the papers show works in the user's repository, and shows the work.
    const shown = ['phase-1/summary.md', 'phase-1/review-feedback.md', 'phase-2/summary.md']
      .flatMap(path => commandsIn(read(path)))
      .map(command => [command, sh(shop, command)] as const);
    expect(shown.length).toBeGreaterThan(8);
    for (const [command, output] of shown) expect(output, command).not.toBe('');
    const of1 = shown.filter(([command]) => command.startsWith('git diff')).map(([, output]) => output);
    expect(of1[0]).toContain('+right');
    expect(of1[1]).toContain('+wrong');
    expect(of1[2]).toContain('-old');
  });

  it('is committed when a run halts, too, and once more when it is through; the plan that it ticks can be run again [004-19]', async () => {
    const shop = workshop({ 'plan.md': tasks('One', 'Two') }, { record: true });
    const fail = { fail: { category: 'agent_error', message: 'no' } };
    const write = { write: { path: '{phase}.txt', content: '{attempt}\n' } };
    const script = { developer: { 1: [[write]], 2: [[fail], [fail], [write]] } };
    const halted = await carryOut(shop, script);
    expect(halted.code).toBe(1);
    const before = recordOn(shop, 'work');
    expect(JSON.parse(before.read('execution-state.json'))).toMatchObject({ status: 'halted' });
    expect(before.read('progress.md')).toMatch(
      /\| 1 \| One \|.*Done \|[\s\S]*- \[x\] 1: One[\s\S]*- \[ \] 2: Two/,
    );
    shop.write('progress.md', before.read('progress.md'));
    expect((await shop.run('check', 'progress.md', '--json')).out).toContain('"done":true');
    const done = await story(shop, 'resume', halted.run);
    expect(done.code).toBe(0);
    expect(recordOn(shop, 'work').files).toContain('phase-2/summary.md');
    expect(shop.git('log', '--format=%s', '--reverse', 'main..work').trim().split('\n')).toEqual([
      'Phase 1: One',
      expect.stringMatching(/^Record/),
      'Phase 2: Two',
      expect.stringMatching(/^Record/),
    ]);
    expect(shop.git('show', '--name-only', '--format=', 'work~1')).toBe('2.txt\n');
  });

  it('stands aside and is committed where a phase makes git ignore its folder', async () => {
    const shop = workshop({ 'plan.md': tasks('One', 'Two') }, { record: true });
    const script = {
      developer: {
        1: [[{ write: { path: '.gitignore', content: 'docs/\n' } }]],
        2: [[{ write: { path: '2.txt', content: 'two\n' } }]],
      },
    };
    const { code, of } = await carryOut(shop, script);
    expect(code).toBe(0);
    expect(of('operation_failed')).toEqual([]);
    expect(shop.git('show', '--name-only', '--format=', 'work~1')).toBe('2.txt\n');
    expect(recordOn(shop, 'work').files).toContain('phase-2/summary.md');
  });
});

describe('a summary', () => {
  const waitFor = (phase: string): object => ({
    shell: `until git log --format=%s work | grep -q "^Phase ${phase}:"; do sleep 0.02; done`,
  });
  const LINES = Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join('');

  it('tells what the commit changes, not what the attempt did, where the two differ [001-18] [001-21]', async () => {
    const alone = 'Depends on: none';
    const plan = tasks(`Edit\n${alone}`, `Move\n${alone}`, `Same\n${alone}`, `Same again\n${alone}`);
    const shop = workshop({ 'plan.md': plan, 'a.txt': LINES, 'b.txt': LINES }, { record: true });
    const same = { write: { path: 'same.txt', content: 'one\ntwo\nthree\n' } };
    const script = {
      developer: {
        1: [[{ append: { path: 'a.txt', content: 'more\nand more\n' } }, waitFor('2')]],
        2: [[{ shell: 'git mv a.txt moved.txt' }, { delete: 'b.txt' }]],
        3: [[same]],
        4: [[same, waitFor('3')]],
      },
    };
    const { code } = await carryOut(shop, script, '--concurrency', '4', '--no-review');
    expect(code).toBe(0);
    const { read } = recordOn(shop, 'work');
    const summaries = ['1', '2', '3', '4'].map(id => read(`phase-${id}/summary.md`));
    for (const command of summaries.flatMap(commandsIn)) sh(shop, command);
    const [edit, move, same3, same4] = summaries;
    expect(edit).toContain('1 file changed, 2 lines added, 0 deleted.');
    expect(edit).toContain('`moved.txt`: modified, +2 −0');
    expect(edit).not.toContain('`a.txt`');
    expect(move).toContain('`moved.txt`: renamed from `a.txt`');
    expect(same3).toContain('1 file changed, 3 lines added, 0 deleted.');
    expect(same4).toContain(
      'The commit changes no file: nothing of what the attempt did was left to change.',
    );
    expect(same4).not.toContain('same.txt');
    const report = read('report.md');
    expect(report).toMatch(/\| 4.* \| Same again \| completed \|.*\| 0 files, \+0 −0 \|/);
  });

  it('has the report of each session, and none of them is taken for that of another', async () => {
    const steps = ['1.1', '1.2', '1.3'].map(id => ({ id, title: id }));
    const chained = steps.map((step, index) => ({
      ...step,
      dependsOn: steps.slice(0, index).map(({ id }) => id),
    }));
    const plan = { title: 'Chain', phases: [{ id: '1', title: 'Chain', subtasks: chained }] };
    const shop = workshop({ 'plan.md': JSON.stringify(plan) }, { record: true });
    const write = { write: { path: '{subtask}.txt', content: '' } };
    const leave = {
      shell: `cd docs/phasewright/*/ && mkdir -p phase-1 && echo '{"status":"completed","summary":"The first is done."}' > phase-1/report.json`,
    };
    const script = {
      developer: {
        '1#1.1': [[write, leave]],
        '1#1.2': [[write]],
        '1#1.3': [[write, { report: { status: 'completed', summary: 'The last is done.' } }]],
      },
    };
    const { code, of } = await carryOut(shop, script, '--session', 'subtask', '--no-review');
    expect(code).toBe(0);
    expect(of('session_ended')).toMatchObject([
      { report: { summary: 'The first is done.' } },
      { report: null },
      { report: { summary: 'The last is done.' } },
    ]);
    expect(recordOn(shop, 'work').read('phase-1/summary.md')).toMatch(
      /### Subtasks 1\.1\n[\s\S]*> The first is done\.\n[\s\S]*### Subtasks 1\.3\n[\s\S]*> The last is done\.\n/,
    );
  });
});

const sh = (shop: Workshop, command: string): string =>
  execFileSync('/bin/sh', ['-c', command], {
    cwd: shop.repository,
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', HOME: shop.home },
  });
