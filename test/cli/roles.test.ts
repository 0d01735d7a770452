import { describe, expect, it } from 'vitest';
import { approved, carryOut, reply, tasks } from './story.ts';
import { workshop } from './workshop.ts';

const write = { write: { path: '{phase}.txt', content: '{phase} {attempt}\n' } };
const comment = (message: string): object => ({ severity: 'major', file: `${message}.ts`, message });

describe('an evaluator', () => {
  it('sorts what a reviewer asks for: the one is done, the other is put off and reported, the third forgotten [001-33]', async () => {
    const shop = workshop({ 'plan.md': tasks('One', 'Two') });
    const objects = reply({
      approved: false,
      summary: 'Not yet.',
      comments: ['wanted', 'silly', 'later'].map(comment),
    });
    const decide = (...decisions: string[]): object =>
      reply({
        decisions: decisions.map((decision, at) => ({
          comment: at + 1,
          decision,
          reason: `reason ${at + 1}`,
        })),
      });
    const { code, of, run } = await carryOut(shop, {
      developer: { '*': [[{ shell: 'cat > "$HOME/told-{phase}-{attempt}"' }, write]] },
      reviewer: { 1: [[objects], [approved]], 2: [[objects]] },
      evaluator: {
        1: [[decide('IMPLEMENT', 'REJECT', 'DEFER')]],
        2: [[decide('DEFER', 'REJECT', 'REJECT')]],
      },
    });
    expect(code).toBe(0);
    expect(of('evaluation_ended').map(({ phase, attempt }) => `${phase}.${attempt}`)).toEqual(['1.1', '2.1']);
    expect(of('phase_retry')).toMatchObject([{ phase: '1', failure: { category: 'review' } }]);
    const told = shop.read('../told-1-2');
    expect(told).toContain('wanted');
    expect(told).not.toMatch(/silly|later/);
    // Nothing to implement is an approval.
    expect(of('phase_completed')).toMatchObject([
      { phase: '1', attempt: 2 },
      { phase: '2', attempt: 1 },
    ]);
    const { deferred } = JSON.parse((await shop.run('report', run, '--format', 'json')).out);
    expect(JSON.stringify(deferred)).toMatch(/later.*reason 3.*wanted.*reason 1/);
    expect(JSON.stringify(deferred)).not.toContain('silly');
  });
});

describe('an agent', () => {
  it('finds more than it is told: the plan, the summary of an earlier phase, and what that did to the files [001-16]', async () => {
    const shop = workshop({ 'plan.md': tasks('One\n\nMind the gap.', 'Two\n\nDepends on: Task 1') });
    const pull = [
      'record=$(ls -d docs/phasewright/*/)',
      'cat "$record/plan.md" > "$HOME/plan"',
      'cat "$record/phase-1/summary.md" > "$HOME/summary"',
      `sh -c "$(sed -n 's/^\\(git show [0-9a-f]*\\)$/\\1/p' "$HOME/summary" | head -1)" > "$HOME/shown"`,
    ].join(' && ');
    const { code } = await carryOut(shop, {
      developer: {
        1: [[write, { report: { status: 'completed', summary: 'Closed the gap.' } }]],
        2: [[{ shell: 'cat > "$HOME/told"' }, { shell: pull }, write]],
      },
    });
    expect(code).toBe(0);
    expect(shop.read('../plan')).toContain('Mind the gap.');
    expect(shop.read('../summary')).toContain('Closed the gap.');
    expect(shop.read('../shown')).toMatch(/Phase 1: One[\s\S]*\+1 1/);
    // The prompt names the places; what is there has to be fetched.
    const told = shop.read('../told');
    expect(told).toMatch(/docs\/phasewright\/\S*[\s\S]*plan\.md[\s\S]*summary\.md/);
    expect(told).not.toMatch(/Mind the gap|Closed the gap/);
    // The record is there to be read, and no part of the work.
    expect(shop.git('ls-tree', '-r', '--name-only', 'work')).not.toContain('docs/');
  });
});

describe('a plan without tasks', () => {
  it('is carried out in one session and one commit if that is asked for, and so is one with tasks [001-37] [000-26] [002-02] [000-27]', async () => {
    const prose = workshop({ 'plan.md': '# Faster\n\nFind the slow parts and make them faster.\n' });
    expect(await prose.run('run', 'plan.md', '--agent', 'scripted', '--yes')).toMatchObject({ code: 2 });
    const { code, of } = await carryOut(prose, {}, '--single-session');
    expect(code).toBe(0);
    expect(of('session_ended')).toHaveLength(1);
    expect(of('subtask_started')).toEqual([]);
    expect(prose.git('rev-list', '--count', 'main..work')).toBe('1\n');
    const divided = workshop({ 'plan.md': tasks('One', 'Two') });
    const whole = await carryOut(divided, {}, '--from', 'single');
    expect(whole.code).toBe(0);
    expect(whole.of('session_ended')).toHaveLength(1);
    expect(whole.of('phase_completed')).toHaveLength(1);
    expect(divided.git('rev-list', '--count', 'main..work')).toBe('1\n');
  });
});

describe('tasks', () => {
  it('may run side by side, with a fresh session for each retry, and read what earlier ones left behind [002-13]', async () => {
    const none = '\n\nDepends on: none';
    const shop = workshop({
      'plan.md': tasks(`One${none}`, `Two${none}`, 'Three\n\nDepends on: Task 1, Task 2'),
    });
    // Neither of the first two ends before the other has begun.
    const meet = {
      shell: 'touch "$HOME/{phase}"; until test -e "$HOME/1" && test -e "$HOME/2"; do sleep 0.05; done',
    };
    const see = { shell: 'cat docs/phasewright/*/phase-*/summary.md > "$HOME/seen"' };
    const { code, of } = await carryOut(
      shop,
      {
        developer: {
          '*': [[meet, write, { report: { status: 'completed', summary: 'Word of {phase}.' } }]],
          3: [[see, write]],
        },
        reviewer: { '*': [[approved]], 2: [[reply({ approved: false, summary: 'More.' })], [approved]] },
      },
      ...['--preset', 'tasks', '--on-reject', 'fresh', '--schedule', 'ready'],
    );
    expect(code).toBe(0);
    const sessions = of('session_ended').map(({ sessionId }) => sessionId);
    expect(sessions).toHaveLength(4);
    expect(new Set(sessions).size).toBe(4);
    expect(of('phase_started').at(-1)).toMatchObject({ phase: '3' });
    expect(shop.read('../seen')).toMatch(/Word of 1\.[\s\S]*Word of 2\./);
  });
});

describe('phasewright prompt', () => {
  it('prints for a phase that has landed what its developer and its evaluator were told', async () => {
    const shop = workshop({ 'plan.md': tasks('One') }, { recovery: true });
    const keep = (role: string) => ({ shell: `cat > "$HOME/${role}-{attempt}"` });
    const objects = reply({ approved: false, summary: 'No.', comments: [{ message: 'Mend it.' }] });
    const { code, run } = await carryOut(
      shop,
      {
        developer: { 1: [[keep('developer'), write]] },
        reviewer: { 1: [[objects], [approved]] },
        evaluator: { 1: [[keep('evaluator')]] },
        doctor: {
          1: [
            [reply({ action: 'retry_with_fix', confidence: 1, diagnosis: 'x', hint: 'Use the left one.' })],
          ],
        },
      },
      ...['--on-reject', 'continue', '--set', 'recovery.doctor.afterFailures=1'],
    );
    expect(code).toBe(0);
    const developer = await shop.run('prompt', 'developer', run, '1');
    expect(developer.out.trim()).toBe(shop.read('../developer-2').trim());
    expect(developer.out).toContain('Use the left one.');
    const evaluator = await shop.run('prompt', 'evaluator', run, '1');
    expect(evaluator.out.trim()).toBe(shop.read('../evaluator-1').trim());
  });
});

describe('an attempt that did not fit in', () => {
  it('is shown to the next one as what it did, and what landed meanwhile is no part of that', async () => {
    const none = '\n\nDepends on: none';
    const shop = workshop({ 'plan.md': tasks(`Quick${none}`, `Slow${none}`), 'same.txt': 'old\n' });
    const same = (content: string) => ({ write: { path: 'same.txt', content } });
    const after = (file: string) => ({ shell: `until test -e "$HOME/${file}"; do sleep 0.05; done` });
    const landed = { shell: 'until git log work --format=%s | grep -q Quick; do sleep 0.05; done' };
    const follow = [
      `sed -n 's/.*What attempt 1 did is kept: .\\(git diff [^\`]*\\).*/\\1/p' "$HOME/told" > "$HOME/command"`,
      'sh "$HOME/command" > "$HOME/shown"',
    ].join(' && ');
    const { code, of } = await carryOut(shop, {
      developer: {
        1: [[after('began'), same('quick\n'), { write: { path: 'quick.txt', content: 'quick\n' } }]],
        2: [
          [{ shell: 'touch "$HOME/began"' }, landed, same('slow\n')],
          [{ shell: 'cat > "$HOME/told"' }, { shell: follow }, same('quick and slow\n')],
        ],
      },
    });
    expect(code).toBe(0);
    expect(of('landing_conflict')).toMatchObject([{ phase: '2' }]);
    expect(shop.read('../shown')).toContain('+slow');
    expect(shop.read('../shown')).not.toContain('quick');
    expect(shop.read('../told')).toContain('This folder is at a newer state');
  });
});

describe('phases of one batch', () => {
  const table = `| Phase | Name | Depends On | Parallel With |\n|---|---|---|---|\n| 1 | Left | - | 2 |\n| 2 | Right | - | 1 |\n| 3 | Top | 1, 2 | - |\n`;
  const meet = {
    shell: 'touch "$HOME/{phase}"; until test -e "$HOME/1" && test -e "$HOME/2"; do sleep 0.05; done',
  };

  it('that change different places of a file both land, and the file is told after the batch and in the report [004-22]', async () => {
    const lines = (first: string, last: string): string => `${first}\n2\n3\n4\n5\n6\n7\n8\n${last}\n`;
    const shop = workshop({ 'plan.md': `# Table\n\n${table}`, 'same.txt': lines('1', '9') });
    const edit = (content: string): object[] => [meet, { write: { path: 'same.txt', content } }, write];
    const { code, err, run } = await carryOut(
      shop,
      { developer: { 1: [edit(lines('one', '9'))], 2: [edit(lines('1', 'nine'))], 3: [[write]] } },
      ...['--preset', 'autobuild'],
    );
    expect(code).toBe(0);
    expect(shop.git('show', 'work:same.txt')).toBe(lines('one', 'nine'));
    expect(err).toMatch(
      /batch 1 of 2:\nPHASE .*\n1 .*\n2 .*\nchanged by more than one of them: same\.txt \(1, 2\)\n/,
    );
    expect(err.match(/changed by more than one/g)).toHaveLength(1);
    const { out } = await shop.run('report', run);
    expect(out).toMatch(/## Changed by several phases of a batch\n\n- same\.txt \(1, 2\) in batch 1\n/);
    expect(JSON.parse((await shop.run('report', run, '--format', 'json')).out).shared).toEqual([
      { batch: 1, path: 'same.txt', phases: ['1', '2'] },
    ]);
    expect((await shop.run('report', run, '--format', 'html')).out).toContain('same.txt (1, 2) in batch 1');
  });

  it('that change the same place halt the run, where limits.landingRetries is 0, with the conflict told, and the first is kept [004-22]', async () => {
    const shop = workshop({ 'plan.md': `# Table\n\n${table}` });
    const { code, of, run } = await carryOut(
      shop,
      { developer: { '*': [[meet, { write: { path: 'same.txt', content: '{phase}\n' } }]] } },
      ...['--preset', 'autobuild', '--set', 'limits.landingRetries=0'],
    );
    expect(code).toBe(1);
    const [conflict] = of('landing_conflict');
    expect(conflict).toMatchObject({ files: ['same.txt'] });
    const [kept] = of('phase_completed');
    expect([kept!.phase, conflict!.phase].sort()).toEqual(['1', '2']);
    expect(of('phase_failed')).toMatchObject([
      {
        phase: conflict!.phase,
        failure: { category: 'landing_conflict', message: expect.stringContaining('same.txt') },
      },
    ]);
    expect(of('phase_blocked')).toMatchObject([{ phase: '3', by: conflict!.phase }]);
    expect(of('run_ended')).toMatchObject([{ status: 'halted' }]);
    expect(shop.git('show', 'work:same.txt')).toBe(`${kept!.phase}\n`);
    // The work that did not fit is kept, too.
    const ref = shop
      .git('for-each-ref', '--format=%(objectname)', `refs/phasewright/${run}/${conflict!.phase}/*`)
      .trim();
    expect(shop.git('show', `${ref}:same.txt`)).toBe(`${conflict!.phase}\n`);
  });
});
