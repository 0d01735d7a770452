import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codexKind } from '../../src/agent/codex/kind.ts';
import type { AgentEvent } from '../../src/agent/port.ts';
import { NO_OPTIONS, type Surroundings } from '../../src/agent/surroundings.ts';
import { answerSchema } from '../../src/engine/perform/answer-schema.ts';
import { reportSchema } from '../../src/run/answer.ts';
import { driverContract } from '../agent/contract.ts';
import { type Conversation, converse, ENVIRONMENT, texts, toolResults } from '../agent/conversation.ts';
import { carriersOf } from '../agent/marked.ts';
import { scratch } from '../cli/phasewright.ts';
import { object, objects, string } from '../model-server/json.ts';
import type { ModelServer } from '../model-server/server.ts';
import { CONFINEMENT } from './confined.ts';
import { agentThat, type RealAgent, subjectOf } from './subject.ts';

const CODEX: RealAgent = {
  kind: codexKind,
  model: 'gpt-5.5',
  environment: url => ({ OPENAI_API_KEY: 'a-key', OPENAI_BASE_URL: `${url}/v1` }),
  hangMs: 3_000,
  cannot: {
    cost: 'it does not tell costs',
    crash: 'its commands see no processes but their own, so that none can end it; see below',
    truncate: 'it cannot be made to end well without its last word',
    garbage: 'what a model says never leaves the lines of its protocol',
  },
  cannotFailAs: {
    refused: 'it drops the words of a model that refuses, and ends the turn like any other',
    tests: 'no model tells such a failure',
  },
};

driverContract(subjectOf(CODEX));

const kindWith = (changed: (surroundings: Surroundings) => Surroundings): RealAgent['kind'] => ({
  ...codexKind,
  driver: surroundings => codexKind.driver(changed(surroundings)),
});

const HEIR = { ...CODEX, options: { ...NO_OPTIONS, inherit: true } };
const isCall = ({ type }: AgentEvent): boolean => type === 'tool_call';
const spentIn = ({ events }: Conversation): number[] =>
  events.flatMap(event => (event.type === 'usage' ? [event.usage.inputTokens] : []));
/** Codex does not always tell of a command that its sandbox stops at once. The model hears of it. */
const toldModel = ({ requests }: ModelServer): string =>
  objects(object(requests.at(-1)?.body).input)
    .map(({ output }) => string(output))
    .join('\n');
const printed = (talk: Conversation): string => toolResults(talk)[0]?.[1] ?? '';

describe('Codex', () => {
  // Their tools differ: a patch in a form of its own, plain commands, or one tool that takes code.
  it.each(['gpt-5.5', 'gpt-5.6', 'some-model'])('works with %s', async model => {
    const { driver } = await agentThat({ ...CODEX, model }, [
      { write: { path: 'a', content: 'b\n' } },
      { shell: 'cat a; exit 3' },
      { say: 'done' },
    ]);
    const talk = await converse(driver);
    expect(talk.result).toMatchObject({ status: 'completed', usage: { inputTokens: 3000 } });
    expect(readFileSync(join(talk.cwd, 'a'), 'utf8')).toBe('b\n');
    expect(toolResults(talk).at(-1)).toEqual([false, 'b\n']);
    expect(texts(talk)).toEqual(['done']);
  });

  it('tells what it spent though it was killed, and goes on from there', async () => {
    const { driver } = await agentThat(CODEX, [{ usage: { input: 100, output: 10 } }, { hang: true }]);
    let pid = 0;
    const first = await converse(driver, {
      cancelAt(event) {
        if (event.type === 'process') pid = event.pid;
        if (isCall(event)) process.kill(pid, 'SIGKILL');
        return false;
      },
    });
    expect(first.result).toMatchObject({
      status: 'failed',
      failure: { category: 'infra.crash' },
      usage: { inputTokens: 100, outputTokens: 10 },
    });
    expect(carriersOf(first.marker)).toEqual([]);
    const { cwd, result } = first;
    const next = await agentThat(CODEX, [{ usage: { input: 30, output: 3 } }, { say: 'on' }]);
    const second = await converse(next.driver, { cwd, continues: result.sessionId });
    expect(second.result).toMatchObject({ status: 'completed', sessionId: result.sessionId });
    expect(spentIn(second)).toEqual([30]);
    expect(JSON.stringify(next.server.requests)).toContain('hang');
  });

  it('tells of a session that is continued only what that one spent', async () => {
    const { driver } = await agentThat(CODEX, [
      { usage: { input: 100, output: 10 } },
      { shell: 'true' },
      { usage: { input: 50, output: 5 } },
    ]);
    const { cwd, result } = await converse(driver);
    for (const round of [1, 2]) {
      const answer = { status: 'completed', summary: `round ${round}` };
      const next = await agentThat(CODEX, [{ usage: { input: 7, output: round } }, { report: answer }]);
      const talk = await converse(next.driver, {
        cwd,
        continues: result.sessionId,
        answerSchema: answerSchema(reportSchema),
      });
      expect(talk.result).toMatchObject({ answer, usage: { inputTokens: 7, outputTokens: round } });
      expect(next.server.requests).toHaveLength(1);
    }
  });

  it('asks for an answer in strict form', async () => {
    const { driver, server } = await agentThat(CODEX, [{ report: { status: 'completed', summary: null } }]);
    const { result } = await converse(driver, { answerSchema: answerSchema(reportSchema) });
    expect('answer' in result && result.answer).toEqual({ status: 'completed' });
    const format = { type: 'json_schema', strict: true, schema: { additionalProperties: false } };
    expect(server.requests[0]?.body).toMatchObject({ text: { format } });
  });

  it('fails where the session that it is to continue is not there', async () => {
    const { driver } = await agentThat(CODEX, [{ say: 'hello' }]);
    const { result } = await converse(driver, { continues: '01a1ec78-9205-73f3-8790-be8b106bdc81' });
    expect(result).toMatchObject({
      status: 'failed',
      failure: { message: expect.stringContaining('no rollout found') },
    });
  });

  it('reads, but does not write, where it may only read', async () => {
    const cwd = project();
    const { driver, server } = await agentThat(CODEX, [
      {
        shell:
          'git status --short; git log --oneline; git diff; cat AGENTS.md; echo x > new; echo x > .git/y',
      },
      { say: 'done' },
    ]);
    await converse(driver, { cwd, permissions: 'read-only' });
    const output = toldModel(server);
    for (const word of ['Word of the repository', 'first commit', 'M changed'])
      expect(output).toContain(word);
    expect(output.match(/Read-only file system/g)).toHaveLength(2);
  });

  it('writes to the workspace and its own temporary folder, and nowhere else', async () => {
    const outside = join(scratch(), 'outside');
    const { driver, server } = await agentThat(CODEX, [
      { shell: `f=$(mktemp) && echo "in $f."; echo 1 > in; echo 2 > ${outside}; echo 3 > $HOME/x` },
      { say: 'done' },
    ]);
    const { cwd } = await converse(driver);
    const output = toldModel(server);
    expect(output.match(/Read-only file system/g)).toHaveLength(2);
    expect(existsSync(join(cwd, 'in'))).toBe(true);
    const [, temporary = ''] = /\bin (.*?)\/tmp\./.exec(output) ?? [];
    expect(temporary).toMatch(/^\/tmp\/phasewright-/);
    expect([existsSync(temporary), existsSync(outside)]).toEqual([false, false]);
  });

  it('keeps the key from commands', async () => {
    const { driver, server } = await agentThat(CODEX, [
      { shell: 'cat /proc/[0-9]*/environ | tr "\\0" "\\n" | grep -e API_KEY -e GIVEN' },
      { say: 'done' },
    ]);
    const talk = await converse(driver, { environment: { ...ENVIRONMENT(), GIVEN: 'yes' } });
    expect(new Set(printed(talk).trim().split('\n'))).toEqual(new Set(['GIVEN=yes']));
    expect(server.requests[0]?.headers).toMatchObject({ authorization: 'Bearer a-key' });
  });

  it('leaves out what the user and the repository tell it, unless it is to inherit that', async () => {
    const cwd = project();
    const environment = ENVIRONMENT();
    const folder = join(environment.HOME ?? '', '.codex');
    mkdirSync(folder);
    writeFileSync(join(folder, 'AGENTS.md'), 'Word of the user.');
    const alone = await agentThat(CODEX, [{ say: 'done' }]);
    await converse(alone.driver, { cwd, environment });
    expect(JSON.stringify(alone.server.requests)).not.toMatch(/Word of/);

    const heir = await agentThat(HEIR, [{ say: 'done' }]);
    const provider = { name: 'mine', base_url: `${heir.server.url}/v1`, env_key: 'OPENAI_API_KEY' };
    const lines = Object.entries(provider).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
    writeFileSync(
      join(folder, 'config.toml'),
      ['model_provider = "mine"', '[model_providers.mine]', ...lines].join('\n'),
    );
    const { result } = await converse(heir.driver, { cwd, environment });
    expect(result).toMatchObject({ status: 'completed', usage: { inputTokens: 1000 } });
    const asked = JSON.stringify(heir.server.requests);
    for (const who of ['user', 'repository', 'skill']) expect(asked).toContain(`Word of the ${who}`);
    expect(existsSync(join(folder, 'sessions'))).toBe(true);
  });

  it('calls nobody but the model', async () => {
    const { driver, server } = await agentThat(CODEX, [{ shell: 'true' }, { say: 'done' }]);
    await converse(driver);
    expect(server.proxied).toEqual([]);
    expect(server.requests.map(({ path }) => path)).toEqual(['/v1/responses', '/v1/responses']);
  });

  it.each([
    ['a key', { OPENAI_API_KEY: 'a-key' }],
    ['a login', {}],
  ])('calls nobody but OpenAI with %s and no address, and borrows the login', async (_, keys) => {
    let home = '';
    const kind = kindWith(surroundings => {
      home = surroundings.home;
      return surroundings;
    });
    const environment = ENVIRONMENT();
    const folder = join(environment.HOME ?? '', '.codex');
    const isLogin = Object.keys(keys).length === 0;
    if (isLogin) {
      mkdirSync(folder);
      writeFileSync(join(folder, 'auth.json'), '{"auth_mode":"apikey","OPENAI_API_KEY":"lent-key"}');
    }
    const { driver, server } = await agentThat({ ...CODEX, kind, environment: () => keys }, []);
    const { result } = await converse(driver, { environment, cancelAt: ({ type }) => type === 'notice' });
    expect(result.status).toBe('cancelled');
    expect(new Set(server.proxied)).toEqual(new Set(['api.openai.com:443']));
    expect(lstatSync(join(home, 'auth.json'), { throwIfNoEntry: false })?.isSymbolicLink() ?? false).toBe(
      isLogin,
    );
  });

  it('fails where nobody answers, and does not wait for ever', async () => {
    const nowhere = { ...CODEX, environment: () => ({ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }) };
    const { driver } = await agentThat(nowhere, []);
    const { result } = await converse(driver);
    expect(result).toMatchObject({ status: 'failed', failure: { category: 'infra.network' } });
  });

  it('tells when a limit is lifted, wherever the user lives, whose clock commands have', async () => {
    const resetsAt = new Date(Date.now() + 2 * 3_600_000).toISOString();
    const { driver } = await agentThat(CODEX, [
      { shell: 'date +%Z' },
      { fail: { category: 'infra.quota', message: 'because', resetsAt } },
    ]);
    const talk = await converse(driver, { environment: { ...ENVIRONMENT(), TZ: 'JST-9' } });
    expect(printed(talk)).toBe('JST\n');
    if (talk.result.status !== 'failed') expect.fail(talk.result.status);
    const { category, retryAt = 0 } = talk.result.failure;
    expect(category).toBe('infra.quota');
    expect(Math.abs(retryAt - Date.parse(resetsAt))).toBeLessThanOrEqual(60_000);
  });

  it('says that it is not installed', async () => {
    const { driver } = await agentThat({ ...CODEX, options: { ...NO_OPTIONS, program: 'no-such' } }, []);
    const { result } = await converse(driver);
    expect(result).toMatchObject({
      failure: { category: 'infra.setup', message: expect.stringContaining('npm') },
    });
  });

  describe.runIf(CONFINEMENT)('where it is confined', () => {
    const kind = kindWith(surroundings => ({ ...surroundings, confinement: CONFINEMENT }));
    const steps = [
      { shell: 'echo x > new; echo y > /tmp/mine && cat /tmp/mine; echo z > /etc/phasewright' },
      { report: { status: 'completed' } },
    ];
    it.each([
      ['workspace-write', true],
      ['read-only', false],
    ] as const)(
      'runs any command, and writes to the workspace by its permissions: %s',
      async (permissions, isThere) => {
        const { driver } = await agentThat({ ...CODEX, kind }, steps);
        const talk = await converse(driver, { permissions, answerSchema: answerSchema(reportSchema) });
        expect(talk.result).toMatchObject({
          status: 'completed',
          answer: { status: 'completed' },
          usage: { inputTokens: 2000 },
        });
        expect(printed(talk)).toContain('y\n');
        expect(printed(talk).match(/Read-only file system/g)).toHaveLength(isThere ? 1 : 2);
        expect(existsSync(join(talk.cwd, 'new'))).toBe(isThere);
      },
    );
  });
});

const GIT = ['-c', 'user.name=T', '-c', 'user.email=t@phasewright.invalid', '-c', 'commit.gpgSign=false'];

/** A repository that tells Codex what to do in every way that there is, with a commit and a change. */
function project(): string {
  const cwd = scratch();
  mkdirSync(join(cwd, '.codex'));
  mkdirSync(join(cwd, '.agents', 'skills', 'one'), { recursive: true });
  writeFileSync(join(cwd, 'AGENTS.md'), 'Word of the repository.\n');
  writeFileSync(join(cwd, '.codex', 'config.toml'), 'developer_instructions = "Word of the settings."\n');
  const skill = '---\nname: one\ndescription: Word of the skill.\n---\nDo it.\n';
  writeFileSync(join(cwd, '.agents', 'skills', 'one', 'SKILL.md'), skill);
  writeFileSync(join(cwd, 'changed'), 'as it was\n');
  execFileSync('git', ['init', '-q', cwd]);
  execFileSync('git', ['add', '-A'], { cwd });
  execFileSync('git', [...GIT, 'commit', '-q', '-m', 'first commit'], { cwd });
  writeFileSync(join(cwd, 'changed'), 'as it is\n');
  return cwd;
}
