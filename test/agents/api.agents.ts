import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { API_LIMITS, apiDriver } from '../../src/agent/api/driver.ts';
import { apiKind } from '../../src/agent/api/kind.ts';
import { answerSchema } from '../../src/engine/perform/answer-schema.ts';
import { reviewSchema } from '../../src/run/answer.ts';
import { driverContract } from '../agent/contract.ts';
import { converse, texts, toolResults } from '../agent/conversation.ts';
import { scratch } from '../cli/phasewright.ts';
import { object, objects } from '../model-server/json.ts';
import { confinedOne } from './confined.ts';
import { agentThat, type RealAgent, subjectOf } from './subject.ts';

const KEY = 'key-of-nobody';
/** It gives up at once. */
const HASTY = { ...API_LIMITS, retries: 0 };

const MODELS = {
  anthropic: {
    model: 'anthropic/claude-sonnet-5',
    environment: (url: string) => ({ ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: url }),
  },
  openai: {
    model: 'openai/gpt-5.5',
    environment: (url: string) => ({ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${url}/v1` }),
  },
  google: {
    model: 'google/gemini-2.5-pro',
    environment: (url: string) => ({ GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: url }),
  },
  compatible: {
    model: 'compatible/some-model',
    environment: (url: string) => ({ OPENAI_COMPATIBLE_BASE_URL: `${url}/v1` }),
  },
  openrouter: {
    model: 'openrouter/qwen/qwen3-coder',
    environment: (url: string) => ({ OPENROUTER_API_KEY: KEY, OPENROUTER_BASE_URL: `${url}/v1` }),
  },
};
type Provider = keyof typeof MODELS;
const PROVIDERS = Object.keys(MODELS) as Provider[];

const agentOf = (provider: Provider, limits = HASTY): RealAgent => ({
  ...MODELS[provider],
  kind: {
    ...apiKind,
    name: `api with ${provider}`,
    driver: surroundings => apiDriver(surroundings, limits),
  },
  cannot: {
    cost: 'providers tell tokens, not money',
    garbage: 'what a model says is text, whatever it is',
    truncate: 'the session ends with the answer, and the last word after it is ours',
  },
  cannotFailAs: { tests: 'no provider fails so' },
  hangMs: 3_000,
});

for (const provider of PROVIDERS) driverContract(subjectOf(agentOf(provider)));

const REVIEW = { answerSchema: answerSchema(reviewSchema) };
const APPROVAL = { approved: true, summary: 'Good.', comments: [] };

describe.each(PROVIDERS)('the agent api with %s', provider => {
  it('calls nobody but the provider, by the model that it was told', async () => {
    const { driver, server } = await agentThat(agentOf(provider), [{ shell: 'true' }, { say: 'done' }]);
    expect((await converse(driver)).result.status).toBe('completed');
    expect(server.proxied).toEqual([]);
    const [, ...words] = MODELS[provider].model.split('/');
    expect(server.requests.map(({ model }) => model)).toEqual([words.join('/'), words.join('/')]);
  });

  it('keeps its key from the commands that it runs', async () => {
    const { driver, server } = await agentThat(agentOf(provider), [
      { shell: 'env; env | grep -c NODE_USE_ENV_PROXY; echo; tr "\\0" "\\n" </proc/$PPID/environ' },
      { shell: 'tr "\\0" "\\n" </proc/$PPID/cmdline' },
    ]);
    const talk = await converse(driver);
    const [[, printed], [ok]] = toolResults(talk) as [[boolean, string], [boolean]];
    expect(ok).toBe(true);
    expect(printed).toMatch(/PHASEWRIGHT_MARKER[\s\S]*\n0\n\n[\s\S]*PHASEWRIGHT_MARKER/);
    const { headers, body } = server.requests.at(-1)!;
    expect(JSON.stringify(body)).toContain('program.ts');
    expect(JSON.stringify(body)).not.toContain(KEY);
    expect(talk.raw).not.toContain(KEY);
    if (provider !== 'compatible') expect(Object.values(headers).join(' ')).toContain(KEY);
  });

  // The model server thinks as compatible servers do, which OpenRouter does not.
  it.runIf(provider !== 'openrouter')('tells what it thinks', async () => {
    const { driver } = await agentThat(agentOf(provider), [{ think: 'Let me see.' }, { say: 'done' }]);
    const { events } = await converse(driver);
    const words = events.filter(({ type }) => type === 'thinking' || type === 'text');
    expect(words).toEqual([
      { type: 'thinking', text: 'Let me see.' },
      { type: 'text', text: 'done' },
    ]);
  });

  it('fails where a message breaks off', async () => {
    const { driver } = await agentThat(agentOf(provider), [{ cut: true }]);
    const { result } = await converse(driver);
    expect(result).toMatchObject({ status: 'failed', failure: { category: 'infra.network' } });
  });

  it('tries again, and when to come back', async () => {
    const { driver, server } = await agentThat(agentOf(provider, { ...HASTY, retries: 2 }), [
      { status: 429, retryAfter: 1, message: 'slow down' },
    ]);
    const before = Date.now();
    const { result } = await converse(driver);
    expect(result).toMatchObject({
      status: 'failed',
      failure: { category: 'infra.rate_limit', message: expect.stringContaining('slow down') },
    });
    const { retryAt = 0 } = (result as { failure: { retryAt?: number } }).failure;
    expect(retryAt).toBeGreaterThan(before + 2_000);
    expect(retryAt).toBeLessThan(Date.now() + 2_000);
    expect(server.requests.length).toBe(3);
  });

  it('remembers an earlier session, also one that failed', async () => {
    const agent = agentOf(provider);
    const first = await agentThat(agent, [{ shell: 'echo seen-before' }, { status: 401 }]);
    const { result } = await converse(first.driver);
    expect(result.status).toBe('failed');
    const second = await agentThat(agent, [{ say: 'on' }]);
    const talk = await converse(second.driver, { continues: result.sessionId, prompt: 'Build it. Go on.' });
    expect(talk.result).toMatchObject({ status: 'completed', sessionId: result.sessionId });
    expect(JSON.stringify(second.server.requests[0]!.body)).toContain('seen-before');
  });

  it('has a wrong answer given again', async () => {
    const { driver } = await agentThat(agentOf(provider), [
      { reply: { ...APPROVAL, approved: 'perhaps' } },
      { reply: APPROVAL },
    ]);
    const talk = await converse(driver, REVIEW);
    expect(talk.result).toMatchObject({ status: 'completed', answer: APPROVAL });
    expect(toolResults(talk).map(([ok]) => ok)).toEqual([false, true]);
  });
});

describe('the agent api', () => {
  const agent = agentOf('anthropic');

  it('offers a session that may only read nothing that writes', async () => {
    const { driver, server } = await agentThat(agent, [{ shell: 'touch new' }]);
    const talk = await converse(driver, { permissions: 'read-only', ...REVIEW });
    expect(server.requests[0]!.tools.toSorted()).toEqual(['git', 'grep', 'list', 'read', 'submit_result']);
    expect(texts(talk).join()).toContain('no tool for shell');
  });

  it('leaves alone what the repository says to agents, unless it is to inherit it', async () => {
    const cwd = scratch();
    writeFileSync(join(cwd, 'AGENTS.md'), 'Always whistle.');
    for (const inherit of [false, true]) {
      const { driver, server } = await agentThat({ ...agent, options: { inherit } }, [{ say: 'done' }]);
      await converse(driver, { cwd });
      expect(server.requests[0]!.system.includes('Always whistle.')).toBe(inherit);
    }
  });

  it('has Anthropic keep what was said at hand, from the system prompt to the last message', async () => {
    const { driver, server } = await agentThat(agent, [{ shell: 'true' }, { shell: 'true' }, { say: 'on' }]);
    await converse(driver);
    const body = object(server.requests.at(-1)!.body);
    const marked = [body.system, ...objects(body.messages).map(({ content }) => content)].map(
      content => objects(content).filter(({ cache_control }) => cache_control !== undefined).length,
    );
    expect(marked).toEqual([1, 0, 0, 0, 0, 1]);
  });

  it('has OpenAI keep nothing', async () => {
    const { driver, server } = await agentThat(agentOf('openai'), [{ say: 'done' }]);
    await converse(driver);
    expect(server.requests[0]!.body).toMatchObject({ store: false, stream: true });
  });

  it('ends a session that comes to no end', async () => {
    const steps = Array.from({ length: 5 }, () => ({ shell: 'true' }));
    const { driver, server } = await agentThat(agentOf('anthropic', { retries: 0, steps: 3 }), steps);
    const { result } = await converse(driver);
    expect(result).toMatchObject({ status: 'failed', failure: { category: 'truncated' } });
    expect(server.requests.length).toBe(3);
  });

  it('goes on with models of other providers', async () => {
    let continues: string | null = null;
    for (const provider of [...PROVIDERS, ...PROVIDERS.toReversed()]) {
      const { driver, server } = await agentThat(agentOf(provider), [
        { think: 'Hm.' },
        { shell: `echo was-${provider}` },
        { say: 'on' },
      ]);
      const talk = await converse(driver, { continues });
      expect([provider, texts(talk), talk.result]).toMatchObject([provider, ['on'], { status: 'completed' }]);
      if (continues !== null) expect(JSON.stringify(server.requests[0]!.body)).toContain('was-anthropic');
      continues = talk.result.sessionId;
    }
  });

  it.each([
    ['00000000-0000-4000-8000-000000000000', 'there is no session'],
    ['../../etc/passwd', 'is no session of this agent'],
  ])('goes on with no session %s', async (continues, words) => {
    const { driver, server } = await agentThat(agent, [{ say: 'done' }]);
    const { result } = await converse(driver, { continues });
    expect(result).toMatchObject({ failure: { message: expect.stringContaining(words) } });
    expect(server.requests).toEqual([]);
  });

  const walled = confinedOne(agent);
  it.runIf(walled)('works within walls', async () => {
    const { driver } = await agentThat(walled!, [
      { write: { path: 'a', content: 'b\n' } },
      { shell: 'cat a; touch /var/outside' },
      { say: 'on' },
    ]);
    const talk = await converse(driver);
    expect(toolResults(talk)).toEqual([
      [true, expect.any(String)],
      [false, expect.stringMatching(/b\n.*Read-only file system/)],
    ]);
    expect(talk.result.status).toBe('completed');
  });
});
