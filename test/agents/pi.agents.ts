import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { piKind } from '../../src/agent/pi/kind.ts';
import { NO_OPTIONS } from '../../src/agent/surroundings.ts';
import { driverContract } from '../agent/contract.ts';
import { converse, ENVIRONMENT, texts, toolResults } from '../agent/conversation.ts';
import { scratch } from '../cli/phasewright.ts';
import { confinedOne } from './confined.ts';
import { agentThat, type RealAgent, subjectOf } from './subject.ts';

const PI: RealAgent = {
  kind: piKind,
  model: 'anthropic/claude-sonnet-4-5',
  environment: url => ({ ANTHROPIC_API_KEY: 'a-key', ANTHROPIC_BASE_URL: url, OPENAI_API_KEY: 'b-key' }),
  hangMs: 6_000,
  cannot: {
    answer: 'its answers are looked for in its last words',
    cost: 'it goes by its own list of prices, not by what the model server tells',
    'unknown-cost': 'it knows a price for the model',
    truncate: 'it cannot be made to end well without its last word',
    garbage: 'what a model says never leaves the lines of its protocol',
  },
  cannotFailAs: { tests: 'no model tells such a failure' },
};

driverContract(subjectOf(PI));

const CONFINED = confinedOne(PI);

const inherited = { options: { ...NO_OPTIONS, inherit: true } };
const MILLION = 1_000_000;

describe('pi', () => {
  it.each([
    ['openai/gpt-5.1', 'OPENAI', '/v1'],
    ['google/gemini-2.5-pro', 'GEMINI', ''],
    ['openrouter/anthropic/claude-sonnet-4.5', 'OPENROUTER', '/v1'],
  ])('works with %s at another address', async (model, provider, path) => {
    const address = provider === 'GEMINI' ? 'GOOGLE_GEMINI_BASE_URL' : `${provider}_BASE_URL`;
    const agent: RealAgent = {
      ...PI,
      model,
      environment: url => ({ [`${provider}_API_KEY`]: 'a-key', [address]: url + path }),
    };
    const { driver, server } = await agentThat(agent, [{ shell: 'echo made > a' }, { say: 'done' }]);
    const talk = await converse(driver);
    expect(talk.result).toMatchObject({
      status: 'completed',
      usage: { inputTokens: 2000, outputTokens: 100 },
    });
    expect(texts(talk)).toEqual(['done']);
    expect(readFileSync(join(talk.cwd, 'a'), 'utf8')).toBe('made\n');
    expect(server.proxied).toEqual([]);
  });

  it('tells the cost by its own list of prices', async () => {
    const { driver } = await agentThat(PI, [{ usage: { input: MILLION, output: 1000 } }]);
    const { result } = await converse(driver);
    expect(result.usage.costUsd).toBeCloseTo(3.015);
  });

  it('keeps the key from commands, and gets that of no other provider', async () => {
    const { driver } = await agentThat(PI, [
      { shell: 'env | grep API_KEY' },
      { shell: 'tr "\\\\0" "\\\\n" < /proc/$PPID/environ | grep API_KEY' },
    ]);
    const [[, ownKeys], [, parentKeys]] = toolResults(await converse(driver)) as [
      [boolean, string],
      [boolean, string],
    ];
    expect(ownKeys).not.toContain('key');
    expect(parentKeys).not.toContain('b-key');
  });

  it('offers nothing that writes where it may only read', async () => {
    const { driver, server } = await agentThat(PI, [{ say: 'done' }]);
    await converse(driver, { permissions: 'read-only' });
    expect(server.requests.at(-1)?.tools.toSorted()).toEqual(['find', 'grep', 'ls', 'read']);
  });

  it('leaves out what the user and the repository tell it, unless it is to inherit that', async () => {
    const cwd = project();
    const environment = ENVIRONMENT();
    const folder = join(environment.HOME ?? '', '.pi', 'agent');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'AGENTS.md'), 'Word of the user.');
    const alone = await agentThat(PI, [{ say: 'done' }]);
    await converse(alone.driver, { cwd, environment });
    expect(JSON.stringify(alone.server.requests)).not.toMatch(/Word of/);

    const heir = await agentThat({ ...PI, ...inherited }, [{ say: 'done' }]);
    const providers = { anthropic: { baseUrl: heir.server.url } };
    writeFileSync(join(folder, 'models.json'), JSON.stringify({ providers }));
    const { result } = await converse(heir.driver, { cwd, environment });
    expect(result.status).toBe('completed');
    const asked = JSON.stringify(heir.server.requests);
    for (const word of ['the user', 'the repository', 'SYSTEM', 'APPEND'])
      expect(asked).toContain(`Word of ${word}`);
  });

  it('calls nobody but the model', async () => {
    const { driver, server } = await agentThat(PI, [{ shell: 'true' }, { say: 'done' }]);
    await converse(driver);
    expect(server.proxied).toEqual([]);
    expect(server.requests.every(({ path }) => path.startsWith('/v1/messages'))).toBe(true);
  });

  it('knows a provider that the user described to it', async () => {
    const { driver, server } = await agentThat({ ...PI, environment: () => ({ MY_KEY: 'a-key' }) }, [
      { say: 'hello' },
    ]);
    const environment = ENVIRONMENT();
    const folder = join(environment.HOME ?? '', '.pi', 'agent');
    mkdirSync(folder, { recursive: true });
    const mine = {
      baseUrl: `${server.url}/v1`,
      api: 'openai-completions',
      apiKey: 'MY_KEY',
      models: [{ id: 'm1' }],
    };
    writeFileSync(join(folder, 'models.json'), JSON.stringify({ providers: { mine } }));
    const talk = await converse(driver, { environment, model: 'mine/m1' });
    expect(texts(talk)).toEqual(['hello']);
    // Without a price the cost is unknown.
    expect(talk.result.usage).toEqual({ inputTokens: 1000, outputTokens: 50, costUsd: null });
    expect(JSON.stringify(server.requests)).toContain('a-key');
  });

  it('says that nobody is logged in', async () => {
    const { driver } = await agentThat({ ...PI, environment: () => ({}) }, []);
    for (const model of ['anthropic/claude-sonnet-4-5', 'claude']) {
      const { result } = await converse(driver, { model });
      expect(result).toMatchObject({ status: 'failed', failure: { category: 'infra.auth' } });
    }
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

  it('says that it is not installed', async () => {
    const { driver } = await agentThat({ ...PI, options: { ...NO_OPTIONS, program: 'no-such-pi' } }, []);
    const { result } = await converse(driver);
    expect(result).toMatchObject({
      failure: { category: 'infra.setup', message: expect.stringContaining('npm') },
    });
  });

  it('borrows the login of the user, and hands it back', async () => {
    const environment = ENVIRONMENT();
    const original = join(environment.HOME ?? '', '.pi', 'agent', 'auth.json');
    const { driver, server } = await agentThat({ ...PI, environment: url => ({ ANTHROPIC_BASE_URL: url }) }, [
      { say: 'hello' },
    ]);
    // Without a login pi leaves an empty file in its own home, which must not replace a login that comes later.
    expect((await converse(driver, { environment })).result.status).toBe('failed');
    mkdirSync(join(original, '..'), { recursive: true });
    writeFileSync(original, JSON.stringify({ anthropic: { type: 'api_key', key: 'lent-key' } }));
    expect((await converse(driver, { environment })).result.status).toBe('completed');
    expect(JSON.stringify(server.requests)).toContain('lent-key');
    expect(readFileSync(original, 'utf8')).toContain('lent-key');
  });
});

/** A repository that tells pi what to do in every way that there is. */
function project(): string {
  const cwd = scratch();
  execFileSync('git', ['init', '-q', cwd]);
  mkdirSync(join(cwd, '.pi', 'extensions'), { recursive: true });
  writeFileSync(join(cwd, 'AGENTS.md'), 'Word of the repository.');
  writeFileSync(join(cwd, '.pi', 'SYSTEM.md'), 'Word of SYSTEM.');
  writeFileSync(join(cwd, '.pi', 'APPEND_SYSTEM.md'), 'Word of APPEND.');
  return cwd;
}
