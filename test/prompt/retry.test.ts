import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { developerPrompt, sessionPrompt } from '../../src/prompt/developer.ts';
import { FITTING_IN, FRAMINGS, framing, MAX_ERROR_CHARACTERS } from '../../src/prompt/retry.ts';
import { BASE, developer, previous, RECORD, SNAPSHOT } from './briefs.ts';
import { readAsMarkdown } from './outside.ts';

const retry = (rest: Parameters<typeof previous>[0] = {}, base = BASE): string =>
  developerPrompt(developer({ previous: previous(rest), base }), null);
const NEWER = 'beef0c1ab24e7788aa01b2c3d4e5f60718293a4b';
const CRASH = { category: 'infra.crash', message: 'the agent ended with exit code 3' } as const;
const crashed = (rest: Parameters<typeof previous>[0] = {}) =>
  previous({ attempt: 2, ref: 'refs/phasewright/k7m/2a/2', failure: CRASH, ...rest });
const failing = (message: string) => retry({ failure: { category: 'checks', message } });

describe('a retry in a fresh session', () => {
  it('keeps the errors in full, and names the file with the feedback [001-23]', () => {
    const message = Array.from({ length: 1000 }, (_, i) => `FAIL test ${i}: expected 401`).join('\n');
    const text = failing(message);
    expect(readAsMarkdown(text).fences).toEqual([message]);
    expect(text).toContain(`\`${RECORD}/phase-2a/review-feedback.md\``);
    expect(text).toContain('# Phase 2a: Add the login form');
  });

  it('shows beginning and end of errors without end, and where the rest is', () => {
    const text = failing(`first\n${'x'.repeat(3 * MAX_ERROR_CHARACTERS)}\nlast`);
    expect(text.length).toBeLessThan(MAX_ERROR_CHARACTERS + 5_000);
    for (const part of ['first\n', '\nlast', 'left out, see docs/']) expect(text).toContain(part);
  });

  it('shows what programs print without their colours', () => {
    expect(readAsMarkdown(failing('\u001b[31mred\u001b[0m\r\nplain')).fences).toEqual(['red\nplain']);
  });

  it('is framed differently from attempt to attempt [001-24]', () => {
    expect(new Set(FRAMINGS).size).toBe(FRAMINGS.length);
    expect(FRAMINGS.length).toBeGreaterThanOrEqual(5);
    const texts = FRAMINGS.map((_, i) => retry({ attempt: i + 1 }));
    for (const [i, text] of texts.entries()) {
      expect(text).toContain(`# Attempt ${i + 2}\n\n${FRAMINGS[i]}`);
      expect(FRAMINGS.filter(words => text.includes(words))).toHaveLength(1);
    }
    expect(framing(FRAMINGS.length + 1)).toBe(FRAMINGS[0]);
    expect(framing(0)).toBe(FRAMINGS[0]);
  });

  it('names a command that shows what the failed attempt did', () => {
    const folder = mkdtempSync(join(tmpdir(), 'phasewright-prompt-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const git = (...words: string[]) => {
      const who = ['-c', 'user.name=T', '-c', 'user.email=t@example.com'];
      return execFileSync('git', [...who, ...words], { cwd: folder, encoding: 'utf8' }).trim();
    };
    git('init', '--quiet');
    git('commit', '--quiet', '--allow-empty', '-m', 'base');
    const base = git('rev-parse', 'HEAD');
    writeFileSync(join(folder, 'wrong.txt'), 'the wrong way\n');
    git('add', '.');
    git('commit', '--quiet', '-m', 'attempt');
    const ref = 'refs/phasewright/k7m/2%2F1/1';
    git('update-ref', ref, 'HEAD');
    git('reset', '--quiet', '--hard', base);

    const command = /`(git diff [0-9a-f]{40} [^`]+)`/.exec(retry({ ref, base }, base))![1]!;
    expect(execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' })).toContain(
      '+the wrong way',
    );
  });

  it('shows what the attempt did from where it began, and apart from that what landed since', () => {
    const text = retry({}, NEWER);
    expect(text).toContain(`\`git diff ${BASE} refs/phasewright/k7m/2a/1\` shows it`);
    expect(text).toContain(
      `newer state than the one that attempt 1 began with: \`git diff ${BASE} ${NEWER}\``,
    );
    expect(text).not.toContain('is back where');
    expect(retry()).toContain('This folder is back where attempt 1 began.');
  });

  it('is asked to fit in what was accepted and did not go with what landed', () => {
    const failure = { category: 'landing_conflict', message: 'conflicts in a.txt' } as const;
    const text = retry({ failure }, NEWER);
    expect(text).toContain(`# Attempt 2\n\n${FITTING_IN}`);
    for (const words of FRAMINGS) expect(text).not.toContain(words);
  });

  it('says in a line that an attempt was cut off, and keeps to what was found in the one before', () => {
    const text = developerPrompt(
      developer({ attempt: 3, previous: previous(), faults: 1, cutOff: crashed() }),
      null,
    );
    expect(text).toContain(`# Attempt 3\n\n${FRAMINGS[0]}`);
    expect(readAsMarkdown(text).fences).toEqual(['Expected 401, got 500']);
    expect(text).toContain('Attempt 2 was cut off before it was judged (infra.crash)');
    expect(text).not.toContain(CRASH.message);
    for (const attempt of [1, 2]) expect(text).toContain(`${BASE} refs/phasewright/k7m/2a/${attempt}\``);
  });

  it('looks for no fault of the work where there was none', () => {
    const text = developerPrompt(developer({ cutOff: crashed() }), null);
    expect(text).toContain('# Attempt 3\n\nAttempt 2 was cut off');
    expect(text).not.toContain('was not accepted');
    for (const words of FRAMINGS) expect(text).not.toContain(words);
  });

  it('tells that the folder holds what the attempt before left, where it does', () => {
    const own = developerPrompt(developer({ previous: previous(), takesOver: true }), null);
    expect(own).toContain(
      `What attempt 1 left is in this folder already, and \`git diff ${BASE}\` shows it.`,
    );
    expect(own).not.toContain('is back where');
    expect(own).not.toContain('refs/phasewright/');
    const cut = developerPrompt(
      developer({ previous: previous(), cutOff: crashed(), takesOver: true }),
      null,
    );
    expect(cut).toContain('What attempt 2 left is in this folder already');
    expect(cut).toContain('refs/phasewright/k7m/2a/1`');
    expect(cut).not.toContain('refs/phasewright/k7m/2a/2');
  });

  it('falls back to the commit, and says so where nothing is kept', () => {
    expect(retry({ ref: null })).toContain(`git diff ${BASE} ${SNAPSHOT}`);
    expect(retry({ ref: null, snapshot: null })).toContain('left no changes');
  });

  it('passes on advice', () => {
    const text = developerPrompt(developer({ hints: ['Use the\nolder parser.'] }), null);
    expect(text).toContain('Advice for this attempt:\n- Use the older parser.');
  });
});

describe('a session that goes on', () => {
  const goesOn = developer({ previous: previous(), continues: true, hints: ['Look at line 3.'] });

  it('is told the feedback alone', () => {
    const text = sessionPrompt(goesOn, {});
    expect(readAsMarkdown(text).fences).toEqual(['Expected 401, got 500']);
    expect(text).toContain('Mend them in place');
    expect(text).toContain('- Look at line 3.');
    expect(text).not.toContain('Add the login form');
    expect(text).not.toContain('git diff');
    for (const words of FRAMINGS) expect(text).not.toContain(words);
  });

  it('is told that it was cut off, and what was found before that', () => {
    const { fences } = readAsMarkdown(sessionPrompt({ ...goesOn, cutOff: crashed() }, {}));
    expect(fences).toEqual(['Expected 401, got 500']);
    const alone = sessionPrompt({ ...goesOn, previous: null, cutOff: crashed() }, {});
    expect(alone).toContain('Attempt 2 was cut off before it was judged (infra.crash)');
    expect(alone).not.toContain(CRASH.message);
    expect(alone).not.toContain('Add the login form');
  });

  it('is told everything where there is nothing that it goes on from', () => {
    expect(sessionPrompt({ ...goesOn, previous: null }, {})).toContain('# Phase 2a: Add the login form');
    expect(sessionPrompt({ ...goesOn, continues: false }, {})).toContain(FRAMINGS[0]);
  });

  it('uses the templates of the user', () => {
    const templates = {
      continue: 'GO ON {{errors}}',
      developer: 'DO {{phase}}',
      retry: 'AGAIN {{attempt}} {{errors}}',
    };
    expect(sessionPrompt(goesOn, templates)).toMatch(/^GO ON Attempt 1 was not accepted \(tests\)/);
    expect(sessionPrompt({ ...goesOn, continues: false }, templates)).toMatch(
      /^DO 2a\n\n[\s\S]*AGAIN 2 Attempt 1/,
    );
  });
});
