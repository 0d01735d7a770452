import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { geminiKind } from '../../src/agent/gemini/kind.ts';
import { NO_OPTIONS } from '../../src/agent/surroundings.ts';
import { answerSchema } from '../../src/engine/perform/answer-schema.ts';
import { reviewSchema } from '../../src/run/answer.ts';
import { driverContract } from '../agent/contract.ts';
import { converse, ENVIRONMENT, texts, toolResults } from '../agent/conversation.ts';
import { scratch } from '../cli/phasewright.ts';
import { confinedOne } from './confined.ts';
import { agentThat, type RealAgent, subjectOf } from './subject.ts';

const GEMINI: RealAgent = {
  kind: geminiKind,
  model: 'gemini-2.5-pro',
  environment: url => ({ GEMINI_API_KEY: 'a-key', GOOGLE_GEMINI_BASE_URL: url, OPENAI_API_KEY: 'b-key' }),
  hangMs: 8_000,
  cannot: {
    cost: 'it does not tell what anything costs',
    'tool-status': 'a command that fails is a success to it, and its exit code is not told',
    'quoted-path': 'it refuses such paths as suspicious',
    giant: 'a message that repeats itself is stopped as a loop; see below',
    truncate: 'it cannot be made to end well without its last word',
    garbage: 'what a model says never leaves the lines of its protocol',
  },
  cannotFailAs: { tests: 'no model tells such a failure' },
};

driverContract(subjectOf(GEMINI));

const CONFINED = confinedOne(GEMINI);

describe('Gemini CLI', () => {
  it('keeps the key from commands, and gets that of no other provider', async () => {
    const { driver } = await agentThat(GEMINI, [
      { shell: 'env | grep API_KEY; true' },
      { shell: 'cat /proc/*/environ 2>/dev/null | tr "\\\\0" "\\\\n" | grep -c b-key; true' },
      { say: 'done' },
    ]);
    const [[, own], [, others]] = toolResults(await converse(driver)) as [
      [boolean, string],
      [boolean, string],
    ];
    expect(own).not.toContain('a-key');
    expect(others.trim()).toBe('0');
  });

  it('runs nothing but git that reads where it may only read', async () => {
    const cwd = repository();
    const writing = [
      'touch new',
      'git log > new',
      'git status; touch new',
      'git log --output=new',
      'git log $(touch new)',
      'git status | tee new',
      "git -c alias.x='!touch new' x",
      'git grep --open-files-in-pager=touch README',
      'git grep -Otouch README',
    ];
    const { driver, server } = await agentThat(GEMINI, [
      { shell: 'git log --oneline && git status --short' },
      ...writing.map(shell => ({ shell })),
      { say: 'done' },
    ]);
    const talk = await converse(driver, { cwd, permissions: 'read-only' });
    const [[ok, log], ...others] = toolResults(talk) as [[boolean, string], ...[boolean, string][]];
    expect([ok, log]).toEqual([true, expect.stringContaining('first')]);
    expect(others.map(([isDone]) => isDone)).toEqual(writing.map(() => false));
    expect(existsSync(join(cwd, 'new'))).toBe(false);
    expect(server.requests.at(-1)?.tools).not.toContain('write_file');
    expect(texts(talk)).toEqual(['done']);
  });

  it('leaves out the settings of user and repository, unless it is to inherit them', async () => {
    const cwd = repository();
    const environment = ENVIRONMENT();
    const folder = join(environment.HOME ?? '', '.gemini');
    mkdirSync(folder);
    writeFileSync(join(folder, 'GEMINI.md'), 'Word of the user.');
    const settings = { security: { auth: { selectedType: 'gemini-api-key' } } };
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
    const steps = [{ shell: 'echo "from=$FROM_PROJECT"' }, { say: 'done' }];

    const alone = await agentThat(GEMINI, steps);
    const talk = await converse(alone.driver, { cwd, environment });
    expect(toolResults(talk)[0]?.[1]).toBe('from=');
    // The memory file of the repository is read in any case.
    expect(JSON.stringify(alone.server.requests).includes('Word of the user')).toBe(false);
    expect(existsSync(join(cwd, 'hooked'))).toBe(false);

    const heir = await agentThat({ ...GEMINI, options: { ...NO_OPTIONS, inherit: true } }, steps);
    const { result } = await converse(heir.driver, { cwd, environment });
    expect(result).toMatchObject({ status: 'completed', usage: { inputTokens: 2000 } });
    expect(JSON.stringify(heir.server.requests).includes('Word of the user')).toBe(true);
    expect(existsSync(join(cwd, 'hooked'))).toBe(true);
    expect(heir.driver.abilities.answers).toBe('text');
  });

  it('reads no files into a prompt', async () => {
    const cwd = repository();
    const { driver, server } = await agentThat(GEMINI, [{ say: 'done' }]);
    await converse(driver, { cwd, prompt: '/Build it. Mind @README.md and me@example.com.' });
    const asked = server.requests.at(-1)?.prompt ?? '';
    expect(asked).toContain('Mind \\@README.md and me\\@example.com.');
    expect(asked).toContain('A backslash before an at sign');
    expect(asked).not.toContain('Word of the README');
  });

  it('calls nobody but the model', async () => {
    const { driver, server } = await agentThat(GEMINI, [{ shell: 'true' }, { say: 'done' }]);
    await converse(driver);
    expect(server.proxied).toEqual([]);
    expect(server.requests.map(({ path }) => path)).toEqual(
      Array(2).fill('/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse'),
    );
  });

  it('counts what a continued session spends, and not what it had spent before', async () => {
    const { driver } = await agentThat(GEMINI, [{ shell: 'true' }, { say: 'done' }]);
    const first = await converse(driver);
    const { cwd, result } = first;
    const second = await converse(driver, { cwd, continues: result.sessionId });
    for (const talk of [first, second])
      expect(talk.result.usage).toEqual({ inputTokens: 2000, outputTokens: 100, costUsd: null });
  });

  it('bears a giant message, and stops one that repeats itself', async () => {
    const text = Array.from({ length: 100_000 }, (_, index) => index.toString(36)).join(' ');
    const { driver } = await agentThat(GEMINI, [{ say: text }]);
    expect(texts(await converse(driver)).join('')).toBe(text);
    const endless = await agentThat(GEMINI, [{ say: 'word '.repeat(10_000) }]);
    const { result } = await converse(endless.driver);
    expect(result).toMatchObject({ status: 'failed', failure: { message: 'the model went in a loop' } });
  });

  it('says that the connection broke off', async () => {
    const { driver } = await agentThat(GEMINI, [{ cut: true }]);
    const { result } = await converse(driver);
    expect(result).toMatchObject({ status: 'failed', failure: { category: 'infra.network' } });
  });

  it('says that nobody is logged in', async () => {
    const { driver } = await agentThat({ ...GEMINI, environment: () => ({}) }, []);
    const { result } = await converse(driver);
    expect(result).toMatchObject({ status: 'failed', failure: { category: 'infra.auth' } });
  });

  it.runIf(CONFINED)(
    'runs any command in the sandbox, where none can write outside of what it may',
    async () => {
      const outside = join(scratch(), 'outside');
      const commands = [`touch inside`, `touch ${outside}`, `git init -q elsewhere; echo ran`];
      const { driver } = await agentThat(CONFINED!, [...commands.map(shell => ({ shell })), { say: 'done' }]);
      const writer = await converse(driver);
      expect(existsSync(join(writer.cwd, 'inside'))).toBe(true);
      const reader = await converse(driver, { permissions: 'read-only' });
      expect(toolResults(reader)[2]?.[1]).toContain('ran');
      expect(existsSync(join(reader.cwd, 'inside'))).toBe(false);
      expect(existsSync(outside)).toBe(false);
      for (const { result } of [writer, reader]) expect(result.status).toBe('completed');
    },
  );

  it.runIf(CONFINED)('hands its answer in from the sandbox', async () => {
    const reply = { approved: true, summary: 'Fine.', comments: [] };
    const { driver } = await agentThat(CONFINED!, [{ reply }]);
    const { result } = await converse(driver, {
      role: 'reviewer',
      permissions: 'read-only',
      answerSchema: answerSchema(reviewSchema),
    });
    expect(result).toMatchObject({ status: 'completed', answer: reply });
  });

  it('says that it is not installed', async () => {
    const { driver } = await agentThat({ ...GEMINI, options: { ...NO_OPTIONS, program: 'no-such' } }, []);
    const { result } = await converse(driver);
    expect(result).toMatchObject({
      failure: { category: 'infra.setup', message: expect.stringContaining('npm') },
    });
  });
});

/** With a commit, and with all that a repository can tell Gemini CLI. */
function repository(): string {
  const cwd = scratch();
  const git = (...words: string[]): void => void execFileSync('git', ['-C', cwd, ...words]);
  git('init', '-q');
  writeFileSync(join(cwd, 'README.md'), 'Word of the README.');
  writeFileSync(join(cwd, 'GEMINI.md'), 'Word of the repository.');
  writeFileSync(join(cwd, '.env'), 'FROM_PROJECT=yes\n');
  mkdirSync(join(cwd, '.gemini'));
  const hook = { type: 'command', name: 'hook', command: `touch ${join(cwd, 'hooked')}` };
  const settings = { hooks: { BeforeTool: [{ matcher: '*', hooks: [hook] }] } };
  writeFileSync(join(cwd, '.gemini', 'settings.json'), JSON.stringify(settings));
  git('add', '-A');
  git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '-q', '-m', 'first');
  return cwd;
}
