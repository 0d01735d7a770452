import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { claudeKind } from '../../src/agent/claude/kind.ts';
import type { AgentEvent } from '../../src/agent/port.ts';
import { NO_OPTIONS } from '../../src/agent/surroundings.ts';
import { driverContract } from '../agent/contract.ts';
import { converse, ENVIRONMENT, type Given, texts, toolResults } from '../agent/conversation.ts';
import { scratch } from '../cli/phasewright.ts';
import { startModelServer } from '../model-server/server.ts';
import type { ModelStep } from '../model-server/step.ts';
import { CONFINEMENT } from './confined.ts';
import { agentThat, type RealAgent, subjectOf } from './subject.ts';

const KEY = 'sk-ant-opens-nothing';

const claude: RealAgent = {
  kind: claudeKind,
  model: 'claude-sonnet-4-5',
  environment: url => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: KEY,
    CLAUDE_CODE_MAX_RETRIES: '1',
  }),
  hangMs: 4000,
  cannot: {
    cost: 'it computes costs from the tokens by its own list of prices',
    'unknown-cost': 'it knows the price of the model',
    truncate: 'whoever makes it end without its last word kills it, and so it is a crash',
    garbage: 'whatever the model says, it prints as a message of its protocol',
  },
  cannotFailAs: { tests: 'no model has a way to say so' },
};

driverContract(subjectOf(claude));

/** One session of an agent that differs a little from the usual one. */
async function hold(steps: readonly ModelStep[], given: Given = {}, agent: Partial<RealAgent> = {}) {
  const { driver, server } = await agentThat({ ...claude, ...agent }, steps);
  return { ...(await converse(driver, given)), server };
}

const withLogin = (login: Readonly<Record<string, string>>): Partial<RealAgent> => ({
  environment: url => ({ ANTHROPIC_BASE_URL: url, CLAUDE_CODE_MAX_RETRIES: '1', ...login }),
});

/** A repository with a file and a commit. */
function repository(files: Readonly<Record<string, string>> = {}): string {
  const cwd = scratch();
  for (const [path, text] of Object.entries({ 'sub/a.txt': 'as it was\n', ...files })) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  const git = (...words: string[]) => execFileSync('git', words, { cwd, stdio: 'pipe' });
  git('init', '-q');
  git('add', '-A');
  git('-c', 'user.name=Test', '-c', 'user.email=test@phasewright.invalid', 'commit', '-qm', 'The first');
  return cwd;
}

/** What the program's own login leaves in a home. */
function logIn(home: string): string {
  const file = join(home, '.claude/.credentials.json');
  const login = {
    accessToken: 'sk-ant-oat01-of-the-user',
    refreshToken: 'sk-ant-ort01-of-the-user',
    expiresAt: Date.now() + 86_400_000,
    scopes: ['user:inference'],
  };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ claudeAiOauth: login }));
  return file;
}

const INHERITING = { options: { inherit: true } };

describe('Claude Code', () => {
  describe('where it may only read', () => {
    const reading = [
      'git log --oneline',
      'git diff HEAD',
      'cat sub/a.txt /etc/hostname',
      'cd sub && git log -1',
    ];
    const writing = [
      'echo x > new',
      'git commit --allow-empty -m x',
      'rm sub/a.txt',
      'node -e 1',
      'cat $(touch new)',
    ];

    it('runs commands that read, and no others', async () => {
      const steps = [...reading, ...writing].map(shell => ({ shell }));
      const talk = await hold(steps, { cwd: repository(), permissions: 'read-only' });
      expect(toolResults(talk).map(([ok]) => ok)).toEqual([
        ...reading.map(() => true),
        ...writing.map(() => false),
      ]);
      expect(existsSync(join(talk.cwd, 'new'))).toBe(false);
      expect(toolResults(talk).at(-1)?.[1]).toContain('may only read');
    });

    it('has no tools that write', async () => {
      const { server } = await hold([{ say: 'x' }], { permissions: 'read-only' });
      expect(server.requests.at(-1)?.tools).toEqual(expect.arrayContaining(['Bash', 'Read', 'Grep']));
      for (const tool of ['Write', 'Edit', 'NotebookEdit'])
        expect(server.requests.at(-1)?.tools).not.toContain(tool);
    });

    it('is not talked into more by the settings of the repository', async () => {
      const settings = {
        permissions: { allow: ['Bash(*)', 'Write', 'Edit'], defaultMode: 'bypassPermissions' },
      };
      const cwd = repository({ '.claude/settings.json': JSON.stringify(settings) });
      const steps = [
        { shell: 'touch new' },
        { write: { path: 'other', content: 'x' } },
        { shell: 'git log -1' },
      ];
      const talk = await hold(steps, { cwd, permissions: 'read-only' }, INHERITING);
      expect(toolResults(talk).map(([ok]) => ok)).toEqual([false, false, true]);
      expect([existsSync(join(cwd, 'new')), existsSync(join(cwd, 'other'))]).toEqual([false, false]);
    });
  });

  describe('where it may write', () => {
    it('does so in the workspace only, with its own tools', async () => {
      const outside = scratch();
      const cwd = scratch();
      symlinkSync(outside, join(cwd, 'way-out'));
      const paths = [join(outside, 'a'), 'way-out/b', '.git/hooks/post-commit', 'c'];
      const talk = await hold(
        paths.map(path => ({ write: { path, content: 'x\n' } })),
        { cwd },
      );
      expect(toolResults(talk).map(([ok]) => ok)).toEqual([false, false, false, true]);
      expect(existsSync(join(outside, 'a')) || existsSync(join(outside, 'b'))).toBe(false);
    });

    it('does not show its key to the commands that it runs', async () => {
      const { server, ...talk } = await hold([{ shell: 'echo here; env' }]);
      expect(toolResults(talk)[0]?.[1]).toContain('here');
      expect(toolResults(talk)[0]?.[1]).not.toContain(KEY);
      expect(server.requests.at(-1)?.headers['x-api-key']).toBe(KEY);
    });

    it('calls nobody but its model', async () => {
      const { server } = await hold([
        { shell: 'true' },
        { write: { path: 'a', content: 'b' } },
        { say: 'c' },
      ]);
      expect(server.proxied).toEqual([]);
      expect(server.requests.filter(({ format }) => format === null)).toEqual([]);
    });
  });

  describe('leaves aside what the repository tells it', () => {
    const hook = { matcher: 'Bash', hooks: [{ type: 'command', command: 'touch hooked' }] };
    const files = {
      'CLAUDE.md': 'WORD-OF-THE-MEMORY',
      '.claude/settings.json': JSON.stringify({
        hooks: { PreToolUse: [hook] },
        env: { FROM_SETTINGS: 'yes' },
      }),
      '.claude/skills/odd/SKILL.md': '---\nname: odd\ndescription: WORD-OF-THE-SKILL\n---\nodd',
      '.mcp.json': JSON.stringify({ mcpServers: { odd: { command: 'touch', args: ['served'] } } }),
    };
    const seen = async (agent: Partial<RealAgent>) => {
      const steps = [{ shell: 'echo "settings=$FROM_SETTINGS"; touch z' }, { say: 'x' }];
      const { server, cwd, ...talk } = await hold(steps, { cwd: repository(files) }, agent);
      const told = JSON.stringify(server.requests.map(({ body }) => body));
      return {
        memory: told.includes('WORD-OF-THE-MEMORY'),
        skill: told.includes('WORD-OF-THE-SKILL'),
        hook: existsSync(join(cwd, 'hooked')),
        settings: toolResults({ ...talk, cwd })[0]?.[1].includes('settings=yes'),
      };
    };

    it('unless it is to inherit that', async () => {
      expect(await seen({})).toEqual({ memory: false, skill: false, hook: false, settings: false });
      expect(await seen(INHERITING)).toEqual({ memory: true, skill: true, hook: true, settings: true });
    });
  });

  describe('tells what it costs', () => {
    it('by its list of prices, and of a session that goes on only what is new', async () => {
      const { driver } = await agentThat(claude, [{ usage: { input: 1000, output: 100 } }, { say: 'x' }]);
      const first = await converse(driver);
      const { cwd } = first;
      const second = await converse(driver, { cwd, continues: first.result.sessionId });
      const usage = { inputTokens: 1000, outputTokens: 100, costUsd: expect.closeTo(0.0045, 10) };
      expect([first.result.usage, second.result.usage]).toEqual([usage, usage]);
    });

    it('but does not guess for a model that it does not know', async () => {
      const { result } = await hold([{ say: 'x' }], {}, { model: 'somebody-elses-model' });
      expect(result).toMatchObject({ status: 'completed', usage: { inputTokens: 1000, costUsd: null } });
    });

    it('also where it is interrupted', async () => {
      const isCall = ({ type }: AgentEvent) => type === 'tool_call';
      const steps = [{ usage: { input: 1000, output: 100 } }, { hang: true }] as const;
      const { result } = await hold(steps, { cancelAt: isCall });
      expect(result).toMatchObject({ status: 'cancelled', usage: { inputTokens: 1000, outputTokens: 100 } });
      expect(result.usage.costUsd).toBeCloseTo(0.0045);
    });
  });

  describe('is let in', () => {
    const quota = { category: 'infra.quota', message: 'enough', resetsAt: '2099-01-01T00:00:00Z' } as const;

    it('by a token, and tells when a used up plan can be used again', async () => {
      const agent = withLogin({ CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-opens-nothing' });
      const { result, server } = await hold([{ shell: 'true' }, { fail: quota }], {}, agent);
      const retryAt = Date.parse(quota.resetsAt);
      expect(result).toMatchObject({ status: 'failed', failure: { category: 'infra.quota', retryAt } });
      expect(server.requests[0]?.headers.authorization).toBe('Bearer sk-ant-oat01-opens-nothing');
    });

    it('by the login of the user, which stays where it is', async () => {
      const environment = ENVIRONMENT();
      const file = logIn(environment.HOME!);
      const text = readFileSync(file, 'utf8');
      const talk = await hold([{ say: 'in' }], { environment }, withLogin({}));
      expect(texts(talk)).toEqual(['in']);
      const asked = talk.server.requests.find(({ format }) => format === 'anthropic');
      expect(asked?.headers.authorization).toBe('Bearer sk-ant-oat01-of-the-user');
      expect(readFileSync(file, 'utf8')).toBe(text);
    });

    it('or says what to do', async () => {
      const { result } = await hold([{ say: 'x' }], {}, withLogin({}));
      const message = expect.stringContaining('set ANTHROPIC_API_KEY');
      expect(result).toMatchObject({ status: 'failed', failure: { category: 'infra.auth', message } });
    });
  });

  it.runIf(CONFINEMENT)('works in a sandbox in which the login of the user is hidden', async () => {
    const server = await startModelServer(() => [
      { shell: 'touch here; touch /etc/phasewright-was-here || echo kept out; ls -A "$HOME/.claude"' },
      { say: 'in' },
    ]);
    onTestFinished(() => server.close());
    const environment = ENVIRONMENT();
    logIn(environment.HOME!);
    writeFileSync(join(environment.HOME!, '.claude/history.jsonl'), '');
    const driver = claudeKind.driver({
      userEnvironment: { ANTHROPIC_BASE_URL: server.url, HTTPS_PROXY: server.url, NO_PROXY: '127.0.0.1' },
      home: scratch(),
      options: NO_OPTIONS,
      confinement: {
        ...CONFINEMENT!,
        hidden: [join(environment.HOME!, '.claude')],
        visible: [...CONFINEMENT!.visible, environment.HOME!],
      },
    });
    const talk = await converse(driver, { environment, model: claude.model });
    expect(texts(talk)).toEqual(['in']);
    expect(toolResults(talk)[0]?.[1]).toContain('kept out\n.credentials.json');
    expect(toolResults(talk)[0]?.[1]).not.toContain('history');
    expect(existsSync(join(talk.cwd, 'here'))).toBe(true);
  });

  it('says that a session is not there any more', async () => {
    const { result } = await hold([{ say: 'x' }], { continues: '99999999-1111-4111-8111-111111111111' });
    expect(result).toMatchObject({ status: 'failed', failure: { category: 'agent_error' } });
  });

  it('says how it is installed where it is not', async () => {
    const options = { program: 'claude-that-is-not-there' };
    const { result } = await hold([], {}, { options });
    const message = expect.stringContaining('npm install -g @anthropic-ai/claude-code');
    expect(result).toMatchObject({ status: 'failed', failure: { category: 'infra.setup', message } });
  });

  it('takes no word of a prompt for an order to its program', async () => {
    const cwd = repository({ 'CLAUDE.md': 'WORD-OF-THE-MEMORY' });
    const talk = await hold([{ say: 'done' }], { cwd, prompt: '/clear @CLAUDE.md Build it.' });
    expect(texts(talk)).toEqual(['done']);
    expect(JSON.stringify(talk.server.requests[0]?.body)).not.toContain('WORD-OF-THE-MEMORY');
  });
});
