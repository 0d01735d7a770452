import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startModelServer } from '../model-server/server.ts';
import type { ModelStep } from '../model-server/step.ts';
import { phasewright, scratch } from './phasewright.ts';
import { workshop } from './workshop.ts';

/** Node.js and the system's own programs, and none of an agent. */
const PLAIN = `${dirname(process.execPath)}:/usr/bin:/bin`;

/** A folder with a program that prints a version. */
function bin(name: string, version: string): string {
  const folder = scratch();
  writeFileSync(join(folder, name), `#!/bin/sh\necho '${name} ${version}'\n`);
  chmodSync(join(folder, name), 0o755);
  return folder;
}

const SECRET = 'never-to-be-shown-4711';

describe('phasewright env', () => {
  it('tells which agents are here, by what they are let in, and what to do about the others', async () => {
    const PATH = `${bin('claude', '9.8.7 (Claude Code)')}:${PLAIN}`;
    const { code, out } = await phasewright(['env'], { env: { PATH, ANTHROPIC_API_KEY: SECRET } });
    expect(code).toBe(0);
    expect(out).toMatch(/^claude {2}Claude Code 9\.8\.7\n {2}access +by ANTHROPIC_API_KEY$/m);
    expect(out).toMatch(/^ {2}codex +there is no program codex; Install it: npm install -g @openai\/codex$/m);
    expect(out).toMatch(/^git +\d/m);
    expect(out).toMatch(/^sandbox /m);
    expect(out).not.toContain(SECRET);
  });

  it('finds what a login left', async () => {
    const home = scratch();
    mkdirSync(join(home, '.codex'));
    writeFileSync(join(home, '.codex/auth.json'), `{"OPENAI_API_KEY":"${SECRET}"}`);
    const PATH = `${bin('codex', '1.2.3')}:${PLAIN}`;
    const { out } = await phasewright(['env', 'codex'], { env: { PATH, HOME: home } });
    expect(out).toMatch(/^ {2}access +by ~\/\.codex\/auth\.json$/m);
    expect(out).toMatch(/^ {2}note /m);
    expect(out).not.toContain(SECRET);
  });

  it('tells programs the same, with the abilities of each agent', async () => {
    const { out } = await phasewright(['env', '--json'], { env: { PATH: PLAIN, ANTHROPIC_API_KEY: SECRET } });
    const survey = JSON.parse(out);
    const claude = survey.agents.find(({ name }: { name: string }) => name === 'claude');
    expect(claude).toMatchObject({
      version: { ok: false },
      abilities: { answers: 'schema', continues: true },
    });
    expect(out).not.toContain(SECRET);
  });

  it('goes by the program that the settings name, and knows agents of the user', async () => {
    const shop = workshop();
    const program = join(bin('mine', '3.2.1'), 'mine');
    shop.write('phasewright.yaml', `agents:\n  "acp:mine": { program: "${program}", arguments: [--acp] }\n`);
    const { out } = await shop.run('env', 'acp:mine');
    expect(out).toMatch(/^acp:mine .*3\.2\.1$/m);
  });

  it('suggests the agent that was meant', async () => {
    const { code, err } = await phasewright(['env', 'cluade'], { env: { PATH: PLAIN } });
    expect(code).toBe(2);
    expect(err).toContain('there is no agent cluade (claude?)');
  });
});

describe('phasewright agents test', () => {
  const tried = async (steps: readonly ModelStep[], ...words: string[]) => {
    const server = await startModelServer(() => steps);
    onTestFinished(() => server.close());
    const env = { ANTHROPIC_API_KEY: SECRET, ANTHROPIC_BASE_URL: server.url };
    return phasewright(['agents', 'test', 'api', '--model', 'anthropic/claude-sonnet-5', ...words], { env });
  };
  const report = {
    status: 'completed',
    subtasksCompleted: [],
    subtasksFailed: [],
    summary: '',
    error: null,
    filesChanged: [],
  };
  const write: ModelStep = { write: { path: 'ready.txt', content: 'ready\n' } };

  it('makes one tiny session and tells what came of it', async () => {
    const { code, out } = await tried([write, { report }]);
    expect(code).toBe(0);
    expect(out).toContain('the file is written');
    expect(out).toContain('it reported in the form that was asked for');
    expect(out).toContain('2000 tokens in, 100 out, cost unknown');
    expect(out).toContain('api is ready to work');
  });

  it('says what went wrong, and ends with 1', async () => {
    const { code, out } = await tried([{ fail: { category: 'infra.auth', message: `bad key ${SECRET}` } }]);
    expect(code).toBe(1);
    expect(out).toContain('infra.auth: ');
    expect(out).toContain('api cannot work yet');
    expect(out).not.toContain(SECRET);
  });

  it('is not content with words', async () => {
    const { code, out } = await tried([{ say: 'I wrote it.' }, { report }]);
    expect(code).toBe(1);
    expect(out).toContain('the file is not written');
  });

  it.each([
    [['claude'], 'Claude Code is not installed\nwhy: There is no program claude in PATH.'],
    [['api'], 'api needs to be told which model to use'],
    [['scripted'], 'scripted calls no model'],
    [['nobody'], 'there is no agent nobody'],
  ])('refuses %j', async (words, message) => {
    const { code, err } = await phasewright(['agents', 'test', ...words], { env: { PATH: PLAIN } });
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('a run', () => {
  it.each([
    [
      ['--agent', 'codex'],
      'the agent codex (OpenAI Codex) is not installed\nwhy: There is no program codex in PATH.',
    ],
    [['--agent', 'api'], 'the agent api needs to be told which model to use'],
    [
      ['--agent', 'scripted', '--set', 'models.reviewer={agent: pi, model: a/b}'],
      'the agent pi (pi) is not installed',
    ],
    [
      ['--agent', 'scripted', '--set', 'phases.1={developer: {agent: claud}}'],
      'there is no agent claud (claude?)',
    ],
  ])('with %j begins nothing where somebody cannot work', async (words, message) => {
    const shop = workshop({ 'plan.md': '### Task 1: One\n' });
    const { code, err } = await shop.runWith({ PATH: PLAIN }, 'run', 'plan.md', '--yes', ...words);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    expect(existsSync(join(shop.home, 'runs'))).toBe(false);
  });

  it('warns where no access is found, and says before it begins whose program it is', async () => {
    const shop = workshop({ 'plan.md': '### Task 1: One\n' });
    const program = join(bin('mine', '1.0'), 'mine');
    const agents = `agents={claude: {program: "${program}", environment: [MY_KEY]}}`;
    const { code, err } = await shop.run('run', 'plan.md', '--agent', 'claude', '--set', agents);
    expect(code).toBe(3);
    expect(err).toContain('warning: no access was found for claude');
    expect(err).toContain(`claude is the program ${program}`);
    expect(err).toContain('claude gets to see MY_KEY');
  });

  it('forgets what its agents remember, whatever rights and depth they gave it', async () => {
    const shop = workshop({ 'plan.md': '### Task 1: One\n' });
    const program = join(bin('codex', '1.2.3'), 'codex');
    const answer = JSON.stringify({ status: 'completed', summary: 'done' });
    const lines = [
      { type: 'thread.started', thread_id: 't1' },
      { type: 'item.completed', item: { id: '1', type: 'agent_message', text: answer } },
      { type: 'turn.completed', usage: { input_tokens: 1, cached_input_tokens: 0, output_tokens: 1 } },
    ].map(line => JSON.stringify(line));
    const deeds =
      'mkdir -p "$CODEX_HOME/a/b" && touch "$CODEX_HOME/a/b/c" && chmod 555 "$CODEX_HOME/a/b" && chmod 0 "$CODEX_HOME/a"';
    writeFileSync(program, `#!/bin/sh\n${deeds}\necho x > made\ncat <<'EOF'\n${lines.join('\n')}\nEOF\n`);
    const { code, err } = await shop.runWith(
      { PATH: `${dirname(program)}:${PLAIN}` },
      ...['run', 'plan.md', '--agent', 'codex', '--no-review', '--yes'],
    );
    expect([code, err]).toEqual([0, expect.not.stringContaining('cannot be removed')]);
    const [run = ''] = readdirSync(join(shop.home, 'runs'));
    expect(existsSync(join(shop.home, 'runs', run, 'agents'))).toBe(false);
  });
});
