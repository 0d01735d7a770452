import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { opencodeKind } from '../../src/agent/opencode/kind.ts';
import { driverContract } from '../agent/contract.ts';
import { converse, ENVIRONMENT, texts, toolResults } from '../agent/conversation.ts';
import { scratch } from '../cli/phasewright.ts';
import { confinedOne } from './confined.ts';
import { agentThat, type RealAgent, subjectOf } from './subject.ts';

const OPENCODE: RealAgent = {
  kind: opencodeKind,
  model: 'compatible/m1',
  environment: url => ({
    OPENAI_COMPATIBLE_BASE_URL: `${url}/v1`,
    OPENAI_COMPATIBLE_API_KEY: 'a-key',
    ANTHROPIC_API_KEY: 'b-key',
  }),
  hangMs: 8000,
  cannot: {
    cost: 'it goes by its own list of prices, not by what the model server tells',
    'early-usage': 'it tells what a message took once its tools are through',
    garbage: 'what a model says never leaves the events of its protocol',
    truncate: 'it cannot be made to end well without its last word',
  },
  cannotFailAs: { tests: 'no model tells such a failure' },
};

driverContract(subjectOf(OPENCODE));

const MILLION = 1_000_000;

const withAnthropic: RealAgent = {
  ...OPENCODE,
  model: 'anthropic/claude-sonnet-4-5',
  environment: url => ({ ANTHROPIC_API_KEY: 'a-key', ANTHROPIC_BASE_URL: url }),
};

describe('opencode', () => {
  it.each([
    ['anthropic/claude-of-tomorrow', 'ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL', ''],
    ['openai/gpt-5.1', 'OPENAI_API_KEY', 'OPENAI_BASE_URL', '/v1'],
    ['google/gemini-2.5-pro', 'GEMINI_API_KEY', 'GOOGLE_GEMINI_BASE_URL', ''],
    ['openrouter/qwen/qwen3-coder', 'OPENROUTER_API_KEY', 'OPENROUTER_BASE_URL', '/v1'],
  ])('works with %s at another address, and calls nobody else', async (model, key, address, path) => {
    const agent = {
      ...OPENCODE,
      model,
      environment: (url: string) => ({ [key]: 'a-key', [address]: url + path }),
    };
    const { driver, server } = await agentThat(agent, [{ shell: 'echo made > a' }, { say: 'done' }]);
    const talk = await converse(driver);
    expect(talk.result).toMatchObject({
      status: 'completed',
      usage: { inputTokens: 2000, outputTokens: 100 },
    });
    expect(texts(talk)).toEqual(['done']);
    expect(readFileSync(join(talk.cwd, 'a'), 'utf8')).toBe('made\n');
    expect(server.requests.map(request => request.model)).toEqual(
      server.requests.map(() => model.slice(model.indexOf('/') + 1)),
    );
    expect(server.requests.length).toBe(2);
    expect(server.proxied).toEqual([]);
  });

  it('tells the cost by its own list of prices', async () => {
    const { driver } = await agentThat(withAnthropic, [{ usage: { input: MILLION / 10, output: 1000 } }]);
    const { result } = await converse(driver);
    expect(result.usage.costUsd).toBeCloseTo(0.315);
  });

  it('keeps keys and its own password from commands', async () => {
    const { driver } = await agentThat(OPENCODE, [{ shell: 'env; echo end' }, { say: 'done' }]);
    const [[, printed]] = toolResults(await converse(driver)) as [[boolean, string]];
    expect(printed).toContain('end');
    expect(printed).not.toMatch(/-key|PASSWORD|CONFIG_CONTENT/);
  });

  it('runs commands that only read where it may only read, and no others', async () => {
    const cwd = repository();
    writeFileSync(join(cwd, 'kept'), 'as it was');
    const { driver, server } = await agentThat(OPENCODE, [
      { shell: 'git log --oneline | head -3' },
      { shell: '> kept' },
      { shell: '{ git log; } > kept' },
      { shell: 'git diff --output=kept' },
      { shell: 'echo x | tee kept' },
      { say: 'done' },
    ]);
    const talk = await converse(driver, { cwd, permissions: 'read-only' });
    expect(toolResults(talk).map(([ok]) => ok)).toEqual([true, false, false, false, false]);
    expect(toolResults(talk)[0]?.[1]).toContain('first commit');
    expect(toolResults(talk)[4]?.[1]).toContain('may only read');
    expect(readFileSync(join(cwd, 'kept'), 'utf8')).toBe('as it was');
    expect(texts(talk)).toEqual(['done']);
    expect(server.requests[0]?.tools.toSorted()).toEqual([
      'bash',
      'glob',
      'grep',
      'read',
      'task',
      'todowrite',
    ]);
  });

  it('writes nothing outside of the workspace with its own tools', async () => {
    const outside = join(scratch(), 'file');
    const { driver } = await agentThat(OPENCODE, [
      { write: { path: outside, content: 'x' } },
      { say: 'done' },
    ]);
    const talk = await converse(driver);
    expect(toolResults(talk)).toEqual([[false, expect.stringContaining('workspace')]]);
    expect(existsSync(outside)).toBe(false);
    expect(talk.result.status).toBe('completed');
  });

  const confined = confinedOne(OPENCODE);
  it.runIf(confined)('runs any command in a sandbox, which keeps it from writing', async () => {
    const { driver } = await agentThat(confined!, [
      { shell: 'node -p 6*7' },
      { shell: 'echo x > kept' },
      { say: 'done' },
    ]);
    // The sandbox has no folder for temporary files of ours.
    const talk = await converse(driver, { cwd: repository(), permissions: 'read-only' });
    expect(toolResults(talk)).toEqual([
      [true, expect.stringContaining('42')],
      [false, expect.stringContaining('Read-only')],
    ]);
    expect(talk.result.status).toBe('completed');
  });

  it('leaves out what the user and the repository tell it, unless it is to inherit that', async () => {
    const cwd = repository();
    writeFileSync(join(cwd, 'AGENTS.md'), 'Word of the repository.');
    writeFileSync(join(cwd, 'opencode.json'), '{"instructions":["more.md"]}');
    writeFileSync(join(cwd, 'more.md'), 'More words.');
    const environment = ENVIRONMENT();
    const settings = join(environment.HOME!, '.config', 'opencode');
    mkdirSync(settings, { recursive: true });
    writeFileSync(join(settings, 'AGENTS.md'), 'Word of the user.');
    const words = ['Word of the repository.', 'More words.', 'Word of the user.'];
    const heardWords = async (inherit: boolean): Promise<string[]> => {
      const { driver, server } = await agentThat({ ...OPENCODE, options: { inherit } }, [{ say: 'done' }]);
      const { result } = await converse(driver, { cwd, environment });
      expect(result.status).toBe('completed');
      return words.filter(word => server.requests.some(({ system }) => system.includes(word)));
    };
    expect(await heardWords(false)).toEqual([]);
    expect(existsSync(join(environment.HOME!, '.local'))).toBe(false);
    expect(await heardWords(true)).toEqual(words);
  });

  it('goes on without an answer where the model gives none', async () => {
    const { driver } = await agentThat(OPENCODE, [{ say: 'no' }]);
    const { result } = await converse(driver, {
      answerSchema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
    });
    expect(result.status).toBe('completed');
    expect('answer' in result).toBe(false);
  });

  it('does not wait for hours where the provider wants it to', async () => {
    const { driver } = await agentThat(OPENCODE, [
      { status: 429, retryAfter: 7200, message: 'rate limit exceeded' },
    ]);
    const { result } = await converse(driver);
    expect(result).toMatchObject({ status: 'failed', failure: { category: 'infra.rate_limit' } });
    const { retryAt = 0 } = (result as { failure: { retryAt?: number } }).failure;
    expect(retryAt - Date.now()).toBeGreaterThan(7_000_000);
  });

  it('takes a message that breaks off for a failure', async () => {
    const { driver } = await agentThat(OPENCODE, [{ say: 'some words' }, { cut: true }]);
    const talk = await converse(driver);
    expect(talk.result).toMatchObject({ status: 'failed', failure: { category: 'infra.network' } });
    expect(texts(talk)).toEqual([]);
  });

  it.each([
    ['model', { model: 'm1' }, {}, 'does not say whose'],
    ['program', {}, { program: 'no-such-program' }, 'npm install'],
  ])('says what is missing: a %s', async (_what, given, options, words) => {
    const { driver } = await agentThat({ ...OPENCODE, options }, []);
    const { result } = await converse(driver, given);
    expect(result).toMatchObject({
      status: 'failed',
      failure: { category: 'infra.setup', message: expect.stringContaining(words) },
    });
  });
});

function repository(): string {
  const cwd = scratch();
  const git = (...words: string[]): unknown => execFileSync('git', words, { cwd, stdio: 'ignore' });
  git('init', '-q');
  git('-c', 'user.name=a', '-c', 'user.email=a@b.invalid', 'commit', '-qm', 'first commit', '--allow-empty');
  return cwd;
}
