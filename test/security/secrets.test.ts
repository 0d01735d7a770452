import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MAX_KEY } from '../../src/base/secrets/keys.ts';
import { isSecretName, SECRET_KINDS } from '../../src/base/secrets/names.ts';
import { MIN_CHARACTERS, MIN_DIGITS, MIN_PLAIN_CHARACTERS } from '../../src/base/secrets/values.ts';
import { cueIn } from '../agents/cue.ts';
import { KINDS, PRIVATE_KEY } from '../base/secrets/planted.ts';
import { type Workshop, workshop } from '../cli/workshop.ts';
import { startModelServer } from '../model-server/server.ts';
import type { ModelStep } from '../model-server/step.ts';

/** The value of a variable of the user's, which looks like nothing in particular. */
const VALUE = 'quiet-harbour-lantern-42';
/** The same of other variables: short, of several lines, within an address, and one that is only told in colours. */
const OTHERS = {
  SHORT_SECRET: 'qz17vk',
  MYSQL_PWD: 'mysqlpw-4455',
  NOTES_SECRET: 'first-line-abc\nthird-line-def',
  REDIS_URL: 'redis://bob:s3cr3tPw99@db/x',
  CI_WEBHOOK: 'https://ci.example.com/in/T0AAAAAAA/B0BBBBBBB',
  COLOUR_TOKEN: 'calm-meadow-candle-17',
};
const TOLD = [OTHERS.SHORT_SECRET, OTHERS.MYSQL_PWD, 'third-line-def', 's3cr3tPw99'];
/** Of a private key, a line in the middle. */
const KEY_LINE = PRIVATE_KEY.split('\n')[2]!;
const SECRETS = [...Object.values(KINDS), VALUE, ...TOLD];
const ALL = [...SECRETS, '/in/T0AAAAAAA/B0BBBBBBB', 'calm-mea\x1B[1mdow-candle-17', PRIVATE_KEY].join('\n');
/** What must not be found anywhere. */
const NEEDLES = [...SECRETS, 'T0AAAAAAA/B0BBBBBBB', 'calm-mea', 'dow-candle-17', KEY_LINE];

const comment = { severity: 'major', file: 'leak.txt', line: 1, message: `Take this out: ${ALL}` };

/** Every role says, prints and writes all of them. */
function leaking(prompt: string): readonly ModelStep[] | null {
  const cue = cueIn(prompt);
  if (cue === null) return null;
  if (cue.role === 'reviewer') {
    const isFirst = prompt.includes('+attempt 2');
    return [
      { say: ALL },
      { reply: { approved: !isFirst, summary: ALL, comments: isFirst ? [comment] : [] } },
    ];
  }
  if (cue.role === 'evaluator')
    return [{ reply: { decisions: [{ comment: 1, decision: 'IMPLEMENT', reason: ALL }] } }];
  const report = {
    status: 'completed',
    subtasksCompleted: [],
    subtasksFailed: [],
    summary: ALL,
    error: null,
    filesChanged: [],
  };
  return [
    { think: ALL },
    { say: ALL },
    { write: { path: 'leak.txt', content: `attempt ${cue.attempt}\n${ALL}\n` } },
    { shell: 'cat leak.txt; cat leak.txt >&2' },
    { report },
  ];
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder).flatMap(name => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });

/** Where a needle is found, by the name of the text. */
const findings = (texts: Readonly<Record<string, string>>): string[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    NEEDLES.filter(needle => text.includes(needle)).map(needle => `${needle.slice(0, 12)}… in ${name}`),
  );

async function shopWith(
  play: (prompt: string) => readonly ModelStep[] | null,
): Promise<Workshop & { env: Record<string, string> }> {
  const server = await startModelServer(({ prompt }) => play(prompt));
  onTestFinished(() => server.close());
  const shop = workshop({ 'plan.md': '### Task 1: Write a file\n' }, { record: true });
  const env = {
    ...OTHERS,
    ANTHROPIC_BASE_URL: server.url,
    ANTHROPIC_API_KEY: 'the-key-of-nobody',
    DEPLOY_TOKEN: VALUE,
  };
  return { ...shop, env };
}

const RUN = [
  'run',
  'plan.md',
  '--agent',
  'api',
  '--model',
  'anthropic/claude-sonnet-5',
  '--branch',
  'work',
  '--yes',
];

describe('what is redacted', () => {
  const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
  const [, part = ''] = /### What is redacted\n(.*?)\n### /s.exec(page) ?? [];
  const rows = [...part.matchAll(/^\| (?!kind|-)[^|]+ \| (.+) \|$/gm)].map(([, names = '']) => names);

  it('is described as it is: names of variables', () => {
    expect(rows).toHaveLength(SECRET_KINDS.length);
    for (const row of rows) {
      for (const [, name = ''] of row.matchAll(/`([^`]+)`/g))
        expect([name, isSecretName(`MY_${name.replaceAll('…', 'X')}_2`)]).toEqual([name, true]);
    }
  });

  it('is described as it is: lengths', () => {
    expect(part).toContain(`**From ${MIN_CHARACTERS} characters on.**`);
    expect(part).toContain(`from ${MIN_PLAIN_CHARACTERS} on also in the middle of a word`);
    expect(part).toContain(`A number from ${MIN_DIGITS} digits on.`);
    expect(part).toContain(`within ${MAX_KEY / 1024} KiB`);
  });
});

describe('keys and tokens', () => {
  it('that agents, checks and reviewers print, say and write reach no journal, log, prompt, record or screen [A76]', async () => {
    const shop = await shopWith(leaking);
    const check = ['--check', 'cat leak.txt; ! grep -q "attempt 1" leak.txt'];
    const run = await shop.runWith(shop.env, ...RUN, '--json', '--max-attempts', '3', ...check);
    expect([run.code, run.code === 0 ? '' : run.out + run.err]).toEqual([0, '']);
    const views: Record<string, string> = { 'run --json': run.out, 'run, on standard error': run.err };
    for (const words of [
      ['status', 'last'],
      ['show'],
      ['show', '--json'],
      ['logs'],
      ['logs', 'last', '1'],
      ['why'],
      ['report'],
      ['prompt', 'last', '1'],
    ]) {
      const { out, err } = await shop.runWith(shop.env, ...words);
      views[words.join(' ')] = out + err;
    }
    views['the commit messages'] = shop.git('log', '--format=%B', 'main..work');
    views['the record'] = shop.git('grep', '-h', '', 'work', '--', 'docs');
    const kept = filesBelow(shop.home);
    for (const file of kept) views[file.slice(shop.home.length)] = readFileSync(file, 'latin1');
    expect(findings(views)).toEqual([]);
    // The test can fail: what it looks for was there, and has left its mark.
    expect(shop.git('show', 'work:leak.txt')).toContain(ALL);
    const marks = Object.entries(views).filter(([, text]) => text.includes('[redacted: DEPLOY_TOKEN]'));
    const names = marks.map(([name]) => name).join(' ');
    for (const name of [
      'journal.db',
      'developer',
      'reviewer',
      'evaluator',
      '.raw',
      'check',
      'the record',
      'report',
    ])
      expect(names).toContain(name);
  });

  it('reach no error message either [A77]', async () => {
    const shop = await shopWith(() => [{ fail: { category: 'infra.auth', message: `wrong key: ${ALL}` } }]);
    const { code, out, err } = await shop.runWith(shop.env, ...RUN, '--set', 'limits.infraRetries=0');
    expect(code).not.toBe(0);
    expect(out + err).toContain('wrong key: [redacted: Anthropic key]');
    const journal = readFileSync(join(shop.home, 'journal.db'), 'latin1');
    expect(findings({ screen: out + err, journal })).toEqual([]);
    const refused = await shop.runWith(shop.env, 'run', 'plan.md', '--agent', VALUE);
    expect(findings({ complaint: refused.out + refused.err })).toEqual([]);
  });

  it('stop no command by their size, nor are told by it then', async () => {
    const shop = workshop({ 'plan.md': '### Task 1: Write a file\n' });
    const secret = VALUE.repeat(5_000);
    const { code, err } = await shop.runWith({ SIGNING_KEY: secret }, 'run', 'plan.md', '--agent', secret);
    expect([code, err]).toEqual([2, expect.stringMatching(/^error: --agent: /)]);
    expect(err).not.toContain(VALUE);
  });
});
