import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { program } from './bundle.ts';
import { CACHE, phasewright } from './phasewright.ts';
import { carryOut, type Story, story, tasks } from './story.ts';
import { developers, SCRIPTED_RUN, type Workshop, workshop } from './workshop.ts';

const FAILS = [{ fail: { category: 'logic', message: 'wrong' } }];
const WRITES = [{ write: { path: '{phase}.txt', content: '{phase}' } }];

/** A halted run: phase 1 has landed, 2 has failed, 3 is blocked. */
async function halted(): Promise<Workshop & { run: Workshop['run']; id: string }> {
  const shop = workshop({ 'plan.md': tasks('One', 'Two', 'Three') });
  const script = { developer: { '*': [WRITES], 2: [FAILS, WRITES] } };
  const { code, run } = await carryOut(shop, script, '--no-review', '--max-attempts', '1');
  expect(code).toBe(1);
  return { ...shop, id: run };
}

const planOf = async (shop: Workshop, phase: string): Promise<string> =>
  (await shop.run('edit', 'last', phase, '--print')).out;

/** Texts that are kept because they could not be used. */
const kept = (shop: Workshop, run: string): string[] => {
  const folder = join(shop.home, 'runs', run);
  const edits = readdirSync(folder).filter(name => name.startsWith('edit-'));
  return edits.flatMap(name => readdirSync(join(folder, name)).map(file => join(folder, name, file)));
};

describe('a phase', () => {
  it('is changed from standard input, however it stands but completed; the last words count', async () => {
    const shop = await halted();
    for (const [phase, code, words] of [
      ['1', 1, 'phase 1 is completed and cannot be changed any more'],
      ['2', 0, ''],
      ['3', 0, ''],
      ['22', 2, 'Did you mean 2?'],
    ] as const) {
      expect(await shop.run('edit', 'last', phase, '--print')).toMatchObject({
        code,
        err: expect.stringContaining(words),
      });
    }
    for (const title of ['Third', 'Last']) {
      const input = (await planOf(shop, '3')).replace(/^ {4}title: .*/m, `    title: ${title}`);
      const options = { cwd: shop.repository, input, env: { PHASEWRIGHT_HOME: shop.home } };
      expect(await phasewright(['edit', shop.id, '3', '--file', '-'], options)).toMatchObject({
        code: 0,
        out: expect.stringContaining('phase 3 is changed'),
      });
    }
    expect(await planOf(shop, '3')).toContain('    title: Last\n');
    expect(kept(shop, shop.id)).toEqual([]);
  });

  it('stays as it is where the file is of no use', async () => {
    const shop = await halted();
    const before = await planOf(shop, '2');
    const journal = (await shop.run('logs', 'last', '--json')).out;
    const two = `${before}  - id: "4"\n    title: More\n`;
    for (const [content, code, words] of [
      ['', 2, 'the plan is empty'],
      ['\x89PNG\r\n', 2, 'is an image'],
      [Buffer.from([0x70, 0xc3, 0x28, 0x0a]), 2, 'not valid UTF-8'],
      [`${before}#${'x'.repeat(2_000_000)}\n`, 2, 'larger than 1 MB'],
      [two, 2, 'more than one phase'],
      [before.replace('id: "2"', 'id: "7"'), 2, 'called "7"'],
      [before.replace('title: Two', 'titel: Two'), 2, 'Did you mean "title"?'],
      [before, 0, 'nothing was changed'],
    ] as const) {
      writeFileSync(
        join(shop.repository, 'phase.yaml'),
        content,
        typeof content === 'string' ? 'latin1' : null,
      );
      const { code: ended, err } = await shop.run('edit', 'last', '2', '--file', 'phase.yaml');
      expect({ ended, err }).toMatchObject({ ended: code, err: expect.stringContaining(words) });
    }
    expect((await shop.run('edit', 'last', '2', '--file', 'none.yaml')).code).toBe(2);
    expect((await shop.run('edit', 'last', '2', '--file', 'x', '--print')).code).toBe(2);
    expect(await shop.run('edit', 'last', '2')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/no terminal .*\n.*--print > phase.yaml.*--file phase.yaml/),
    });
    expect((await shop.run('logs', 'last', '--json')).out).toBe(journal);
  });

  it('is kept as a file where what came by standard input cannot be used', async () => {
    const shop = await halted();
    const input = (await planOf(shop, '2')).replace('title: Two', 'titel: Two');
    const options = { cwd: shop.repository, input, env: { PHASEWRIGHT_HOME: shop.home } };
    const { code, err } = await phasewright(['edit', shop.id, '2', '--file', '-'], options);
    const [file] = kept(shop, shop.id);
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining(file!) });
    expect(readFileSync(file!, 'utf8')).toBe(input);
    writeFileSync(file!, input.replace('titel: Two', 'title: Better'));
    expect((await shop.run('edit', shop.id, '2', '--file', file!)).code).toBe(0);
  });

  it('is changed while a process drives the run, which then does what it says; not while it is worked on', async () => {
    const shop = workshop({ 'plan.md': tasks('One', 'Two') });
    const gate = join(shop.home, '..', 'gate');
    const waits = { shell: `until test -e '${gate}'; do sleep 0.05; done` };
    shop.write('script.json', developers({ '*': [WRITES], 1: [[waits, ...WRITES]] }));
    const running = shop.start(...SCRIPTED_RUN, '--no-review');
    await running.seen('session_started', '1');
    shop.write('two.yaml', (await planOf(shop, '2')).replace('title: Two', 'title: Second'));
    expect(await shop.run('edit', 'last', '2', '--file', 'two.yaml')).toMatchObject({
      code: 0,
      out: 'phase 2 is changed\n',
    });
    expect(await shop.run('edit', 'last', '1', '--file', 'two.yaml')).toMatchObject({
      code: 1,
      err: expect.stringContaining('phase 1 is running and cannot be changed'),
    });
    writeFileSync(gate, '');
    expect((await running.end).code).toBe(0);
    expect(shop.git('log', '--format=%s', '--reverse', 'main..work')).toBe('Phase 1: One\nPhase 2: Second\n');
  });
});

/** Gives a program a terminal of its own. */
const SCRIPT = '/usr/bin/script';
const hasScript = process.platform === 'linux' && existsSync(SCRIPT);

/** Runs the program on a terminal of its own, on which both of its outputs appear. */
function onTerminal(
  shop: Workshop,
  { editor = '', keys = [] }: { editor?: string; keys?: readonly string[] },
  ...words: string[]
): Promise<{ code: number | null; out: string }> {
  const command = [process.execPath, program(), ...words].map(word => `'${word}'`).join(' ');
  const child = spawn(SCRIPT, ['-qec', `stty cols 200 rows 50; exec ${command}`, '/dev/null'], {
    cwd: shop.repository,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: dirname(shop.home),
      PHASEWRIGHT_HOME: shop.home,
      NODE_COMPILE_CACHE: CACHE,
      NO_COLOR: '1',
      EDITOR: editor,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  let pressed = 0;
  child.stdout.setEncoding('utf8').on('data', text => {
    out += text;
    const isAsked = out.includes(`${pressed + 1} of ${keys.length}: do without`);
    if (isAsked && pressed < keys.length) child.stdin.write(keys[pressed++]!);
  });
  return new Promise(resolve => child.on('close', code => resolve({ code, out })));
}

describe.skipIf(!hasScript)('an editor', () => {
  it('that leaves nothing new, or fails, changes nothing and leaves nothing behind', async () => {
    const shop = await halted();
    for (const [editor, code, words] of [
      ['true', 0, 'nothing was changed'],
      [': >', 0, 'nothing was changed'],
      ['false', 2, 'the editor (false) ended with status 1; nothing was changed'],
      ['no-such-editor', 2, 'ended with status 127'],
      ['kill -9 $$ #', 2, 'was ended by SIGKILL'],
      [' ', 2, 'no editor is set'],
    ] as const) {
      const end = await onTerminal(shop, { editor }, 'edit', 'last', '2');
      expect({ editor, ...end }).toMatchObject({ code, out: expect.stringContaining(words) });
    }
    expect(kept(shop, shop.id)).toEqual([]);
    const closed = await onTerminal(shop, { editor: 'touch opened;' }, 'edit', 'last', '1');
    expect(closed).toMatchObject({ code: 1, out: expect.stringContaining('phase 1 is completed') });
    expect(existsSync(join(shop.repository, 'opened'))).toBe(false);
  });

  it('is opened again with the problems on top until the text can be used', async () => {
    const shop = await halted();
    const editor = shop.write(
      'editor.sh',
      `cp "$1" "seen-$(ls | grep -c ^seen-)"
       if grep -q '^    titel: Better' "$1"; then sed -i 's/^    titel: Better/    title: Better/' "$1"
       else sed -i 's/^    title: Two/    titel: Better/' "$1"; fi`,
    );
    const end = await onTerminal(shop, { editor: `sh '${editor}'` }, 'edit', 'last', '2');
    expect(end).toMatchObject({ code: 0, out: expect.stringContaining('phase 2 is changed') });
    expect(shop.read('seen-0')).toMatch(/^# Phase 2 of run \w+\. Save and leave/);
    expect(shop.read('seen-1')).toMatch(
      /^#! This cannot be used yet:\n(?:#!.*\n)*#!.*Did you mean "title"\?\n/,
    );
    expect(await planOf(shop, '2')).toContain('    title: Better\n');
    expect(kept(shop, shop.id)).toEqual([]);
  });

  it('that is left with the problems, or fails after changes, leaves the text where it can be found', async () => {
    for (const [editor, words] of [
      ['grep -q \'^#!\' "$1" || sed -i s/^....title:/____titel:/', 'nothing was changed'],
      ['sed -i s/^....title:/____titel:/ "$1"; exit 7; :', 'ended with status 7'],
    ] as const) {
      const shop = await halted();
      const { code, out } = await onTerminal(shop, { editor }, 'edit', 'last', '2');
      const [file, ...others] = kept(shop, shop.id);
      expect(others).toEqual([]);
      expect({ code, out }).toMatchObject({ code: 2, out: expect.stringContaining(words) });
      expect(out.replace(/\s+/g, ' ')).toContain(`phasewright edit ${shop.id} 2 --file ${file}`);
      expect(readFileSync(file!, 'utf8')).toContain('____titel:');
    }
  });

  it('does not undo what somebody else wrote in the meantime', async () => {
    const shop = await halted();
    shop.write('other.yaml', (await planOf(shop, '2')).replace('title: Two', 'title: Other'));
    const other = `'${process.execPath}' '${program()}' edit last 2 --file other.yaml`;
    const editor = `${other}; sed -i 's/title: Two/title: Mine/'`;
    const { code, out } = await onTerminal(shop, { editor }, 'edit', 'last', '2');
    expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining('by somebody else') });
    expect(await planOf(shop, '2')).toContain('    title: Other\n');
    expect(kept(shop, shop.id)).toHaveLength(1);
  });
});

/** A run whose only phase was cut off, so that a smaller scope is proposed for it. */
async function proposed(...dropped: readonly string[]): Promise<Story & { shop: Workshop }> {
  const criteria = ['It must greet.', 'It is required to be polite.', 'It is nice.', 'It is short.'];
  const phases = [{ id: '1', title: 'Greet', criteria }];
  const shop = workshop({ 'plan.md': JSON.stringify({ title: 'Small', phases }) }, { recovery: true });
  const cut = [{ fail: { category: 'truncated', message: 'cut off' } }];
  const answer = {
    reason: 'little is left',
    criteria: criteria.filter(one => !dropped.includes(one)),
    dropped: dropped.map(what => ({ what, reason: 'takes long' })),
  };
  const told = await carryOut(
    shop,
    { developer: { 1: [cut, WRITES] }, replanner: { 1: [[{ reply: answer }]] } },
    ...['--no-review', '--max-attempts', '1', '--set', 'recovery.doctor.enabled=false'],
    ...['--set', 'recovery.replan.enabled=false'],
  );
  expect(told.code, told.err).toBe(3);
  return { ...told, shop };
}

describe('a smaller scope', () => {
  it('that leaves out what must be is approved by whoever says to know that', async () => {
    const { shop, run } = await proposed('It must greet.', 'It is nice.');
    const refused = await shop.run('approve', run, '1');
    expect(refused).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /leaves out what must be: It must greet\. \(takes long\)\n.*leaves out: It is nice\..*\n.*\n.*--acknowledge-dropped/,
      ),
    });
    const approved = await shop.run('approve', run, '1', '--acknowledge-dropped');
    expect(approved).toMatchObject({ code: 0, out: expect.stringContaining('phase 1 is approved') });
    expect((await shop.run('resume', run)).code).toBe(0);
    expect((await shop.run('prompt', 'developer', run, '1')).out).not.toContain('It must greet.');
  });

  it('that leaves out nothing of the kind needs no more than a yes', async () => {
    const { shop, run } = await proposed('It is nice.');
    expect((await shop.run('approve', run, '1')).code).toBe(0);
  });

  it.skipIf(!hasScript)('is asked about on a terminal, one by one; a no to one is a no', async () => {
    const { shop, run } = await proposed('It must greet.', 'It is required to be polite.');
    for (const [keys, code, words] of [
      [['y', 'n'], 130, 'Nothing was approved.'],
      [['y', 'y'], 0, 'phase 1 is approved'],
    ] as const) {
      const end = await onTerminal(shop, { keys }, 'approve', run, '1');
      expect(end).toMatchObject({ code, out: expect.stringContaining(words) });
    }
    expect(await shop.run('approve', run, '1')).toMatchObject({ code: 1 });
  });

  it('can be refused, which gives the phase up', async () => {
    const { shop, run } = await proposed('It must greet.');
    expect(await shop.run('reject', run, '1', '-m', 'All or nothing.')).toMatchObject({ code: 0 });
    const second = await story(shop, 'resume', run);
    expect(second.code).toBe(1);
    expect(second.of('phase_failed')).toMatchObject([{ phase: '1' }]);
  });

  it('can be edited instead, and what the replanner and the doctor would be told is shown', async () => {
    const { shop, run } = await proposed('It must greet.');
    expect((await shop.run('prompt', 'replanner', run, '1')).out).toContain('It must greet.');
    expect((await shop.run('prompt', 'doctor', run, '1')).out).toContain('cut off');
    shop.write('one.yaml', (await planOf(shop, '1')).replace('- It must greet.', '- It may greet.'));
    expect((await shop.run('edit', run, '1', '--file', 'one.yaml')).code).toBe(0);
    expect((await shop.run('resume', run)).code).toBe(0);
    expect(await shop.run('prompt', 'doctor', run, '1')).toMatchObject({ code: 0 });
  });
});

describe('an answer', () => {
  it('to a question of the developer reaches the next one', async () => {
    const shop = workshop({ 'plan.md': tasks('One') }, { recovery: true });
    const asks = [{ reply: { status: 'failed', error: 'unclear', question: 'Which port?' } }];
    const script = { developer: { 1: [asks, [{ shell: 'cat > prompt.txt' }]] } };
    const first = await carryOut(shop, script, '--no-review');
    expect(first.code, first.err).toBe(3);
    expect(first.err).toContain('Which port?');
    expect((await shop.run('retry', first.run, '1', '--message', ' ')).code).toBe(2);
    expect((await shop.run('retry', first.run, '1', '-m', 'x'.repeat(20_001))).code).toBe(2);
    expect((await shop.run('retry', first.run, '1', '--message', 'It is 8443.')).code).toBe(0);
    expect((await story(shop, 'resume', first.run)).code).toBe(0);
    expect(shop.git('show', 'work:prompt.txt')).toContain('It is 8443.');
  });
});
