import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { printable, printableJson, printableLines } from '../../src/base/printable.ts';
import type { Outcome } from '../cli/phasewright.ts';
import { workshop } from '../cli/workshop.ts';
import { ACTING, ACTING_OCTAL, ACTS } from './acting.ts';
import { looking } from './looking.ts';

/** What git and the plan's reader let through of it. */
const BRANCH = 'work\u202E\u009Bgnp';

const PLAN = JSON.stringify({
  title: `Title ${ACTING}`,
  goal: ACTING,
  phases: [
    {
      id: '1',
      title: `One ${ACTING}`,
      description: ACTING,
      files: [`a${ACTING}`],
      criteria: [ACTING],
      subtasks: [{ id: '1.1', title: `Step ${ACTING}`, description: ACTING }],
    },
    { id: '2', title: 'Two', depends_on: ['1'] },
    { id: '3', title: 'Three', depends_on: ['1'] },
  ],
});

const SCRIPT = JSON.stringify({
  developer: {
    '*': [
      [
        { say: ACTING },
        {
          shell: `printf '${ACTING_OCTAL}' | tee "$(printf 'a\\033[31mb')" "{phase}.txt"; printf '${ACTING_OCTAL}' >&2`,
        },
        // Past the protocol, onto the agent's own output.
        { spawn: `printf '${ACTING_OCTAL}\\n'; touch printed` },
        { shell: 'until test -e printed; do sleep 0.05; done; rm printed' },
        { report: { status: 'completed', summary: ACTING, filesChanged: [ACTING] } },
      ],
    ],
    3: [[{ report: { status: 'failed', error: `It ${ACTING}`, subtasksFailed: [ACTING] } }]],
  },
  reviewer: {
    2: [[{ reply: { approved: false, summary: ACTING, comments: [{ file: ACTING, message: ACTING }] } }]],
  },
});

/** A run in which everybody prints what acts on a terminal, and everything that can be seen of it. */
async function evening() {
  const shop = workshop({ 'plan.json': PLAN, 'script.json': SCRIPT });
  const words = ['run', 'plan.json', '--agent', 'scripted', '--script', 'script.json', '--yes'];
  const check = `printf '${ACTING_OCTAL}\\n'; test ! -e 2.txt || exit 7`;
  const limits = ['--branch', BRANCH, '--max-attempts', '1', '--on-failure', 'continue', '--check', check];
  const seen = new Map([['run', await shop.run(...words, ...limits)]]);
  await looking(shop, async look => {
    seen.set('pipe', await look(['diff', 'last', '1'], { outIsScreen: false }));
    for (const screen of SCREENS) seen.set(screen.join(' '), await look(screen));
  });
  const files = readdirSync(shop.home, { recursive: true, encoding: 'utf8' });
  const kept = new Map(
    files
      .filter(path => /\.(?:raw|log)$/.test(path))
      .map(path => [path.replace(/^.*\/phases\//, ''), readFileSync(join(shop.home, path))]),
  );
  return { seen, kept };
}

const PLAN_SCREENS = [
  ...['text', 'github'].map(format => ['check', 'plan.json', `missing${ACTING}`, '--format', format]),
  ...['ascii', 'mermaid', 'dot', 'svg'].map(as => ['graph', 'plan.json', '--as', as]),
  ['convert', 'plan.json', '--to', 'markdown'],
  ['run', 'plan.json', '--dry-run'],
];
const JSON_SCREENS = [
  ['check', 'plan.json', '--json'],
  ['check', `missing${ACTING}`, '--format', 'sarif'],
  ['graph', 'plan.json', '--as', 'json'],
  ['run', 'plan.json', '--dry-run', '--json'],
  ['status', '--json'],
  ['show', 'last', '2', '--json'],
  ['logs', 'last', '--json'],
];
const RUN_SCREENS = [
  ['status'],
  ['show', 'last'],
  ['show', 'last', '2'],
  ['show', 'last', '3'],
  ['logs', 'last'],
];
const LOG_SCREENS = [
  ['logs', 'last', '1'],
  ['logs', 'last', '2'],
];
const WRONG = [
  ['show', 'last', ACTING],
  ['status', ACTING],
  ['retry', 'last', ACTING],
  ['graph', 'plan.json', '--as', ACTING],
  ['graph', 'plan.json', '-o', `/nowhere/${ACTING}`],
  [`check${ACTING}`],
];
const SCREENS = [
  ['diff', 'last', '1'],
  ...PLAN_SCREENS,
  ...JSON_SCREENS,
  ...RUN_SCREENS,
  ...LOG_SCREENS,
  ...WRONG,
];

/** With a title that does not act on the terminal of whoever runs the tests. */
const named = (screens: readonly string[][]): [string, string[]][] =>
  screens.map(screen => [printable(screen.join(' ')).replaceAll(printable(ACTING), '…'), screen]);

let shared: ReturnType<typeof evening> | null = null;
const seen = async (screen: readonly string[]): Promise<Outcome> => {
  shared ??= evening();
  return (await shared).seen.get(screen.join(' '))!;
};

const harmless = ({ out, err }: Outcome): void => {
  expect(ACTS.exec(out)).toBeNull();
  expect(ACTS.exec(err)).toBeNull();
};

describe('text that acts on a terminal does nothing', () => {
  it('in the progress and the summary of a run, with a branch that turns letters around [A08] [A09]', async () => {
    const outcome = await seen(['run']);
    expect(outcome.code).toBe(1);
    expect(outcome.err).toContain('One');
    expect(outcome.err).toContain('agent_error: It');
    expect(outcome.out).toContain('work\\x202e\\x9bgnp');
    harmless(outcome);
  });

  it.each(named(PLAN_SCREENS))('in the views of a plan: %s [A10]', async (_, screen) => {
    const outcome = await seen(screen);
    expect(outcome.out).toContain(screen[0] === 'check' ? 'control characters were replaced' : 'One');
    harmless(outcome);
  });

  it.each(named(RUN_SCREENS))('in the views of a run: %s [A11]', async (_, screen) => {
    const outcome = await seen(screen);
    expect(outcome.code).toBe(0);
    expect(outcome.out.length).toBeGreaterThan(50);
    harmless(outcome);
  });

  it.each(named(LOG_SCREENS))('in what agents and checks printed: %s [A12]', async (_, screen) => {
    const outcome = await seen(screen);
    const [agent, checked] = outcome.out.split('check.attempt.1.log');
    expect(agent).toContain('\\x1b]0;owned\\x07');
    expect(checked).toContain('\\x1b]0;owned\\x07');
    harmless(outcome);
  });

  it.each(['1/1/developer.0.0.raw', '1/1/check.attempt.1.log'])(
    'while every byte that agents and checks printed is kept: %s [A12]',
    async file => {
      shared ??= evening();
      expect((await shared).kept.get(file)?.includes(`${ACTING}\n`)).toBe(true);
    },
  );

  it.each(named(JSON_SCREENS))('in JSON, which still says the same: %s [A13]', async (_, screen) => {
    const outcome = await seen(screen);
    harmless(outcome);
    for (const line of screen.includes('--json') ? outcome.out.trim().split('\n') : [outcome.out])
      JSON.parse(line);
  });

  it.each(named(WRONG))('in complaints about the command line: %s [A14]', async (_, screen) => {
    const outcome = await seen(screen);
    expect(outcome.code).not.toBe(0);
    expect(outcome.err).toContain('\\x1b');
    harmless(outcome);
  });

  it('in a difference on a screen, while a program gets every byte of it [A15]', async () => {
    const screen = await seen(['diff', 'last', '1']);
    expect(screen.out).toContain('+\\x1b]0;owned\\x07');
    expect(screen.out).toContain('"b/a\\033[31mb"');
    harmless(screen);
    expect((await seen(['pipe'])).out).toContain(`+${ACTING}`);
  });

  it('whatever the character [A16]', () => {
    const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)).join('');
    expect(ACTS.test(printable(all)) || /[\t\n]/.test(printable(all))).toBe(false);
    expect(ACTS.test(printableLines(all))).toBe(false);
    expect(ACTS.test(printableJson({ [all]: [all] }))).toBe(false);
    expect(JSON.parse(printableJson({ [all]: [all] }))).toEqual({ [all]: [all] });
  });
});
