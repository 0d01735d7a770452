import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type AnswerTool, answerTool } from '../../../src/agent/answer/tool.ts';
import { answerSchema } from '../../../src/engine/perform/answer-schema.ts';
import { reportSchema } from '../../../src/run/answer.ts';
import { scratch } from '../../cli/phasewright.ts';

const SCHEMA = answerSchema(reportSchema);
const REPORT = {
  status: 'completed',
  subtasksCompleted: ['1.1'],
  subtasksFailed: [],
  summary: 'Grüße 😀\n',
  error: null,
  filesChanged: [],
};

describe('the answer tool', () => {
  it('shows the schema as it is', async () => {
    const agent = await agentWith(answerTool(SCHEMA, scratch()));
    const { tools } = await agent.ask('tools/list', {});
    expect(tools).toMatchObject([{ name: 'submit_result', inputSchema: SCHEMA }]);
  });

  it('takes an answer, of several the last', async () => {
    const tool = answerTool(SCHEMA, scratch());
    const agent = await agentWith(tool);
    expect(tool.read()).toBeNull();
    await agent.submit({ ...REPORT, summary: 'not yet' });
    const said = await agent.submit(REPORT);
    expect(said).toMatchObject({ content: [{ type: 'text', text: 'The result was taken.' }] });
    expect(tool.read()).toEqual({ value: REPORT });
  });

  it('keeps an answer that is not as wanted, and says what is wrong', async () => {
    const tool = answerTool(SCHEMA, scratch());
    const agent = await agentWith(tool);
    const said = await agent.submit({ status: 'fine' });
    expect(said).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('status') }] });
    expect(tool.read()).toEqual({ value: { status: 'fine' } });
  });

  it('serves sessions side by side from one folder, and tidies up', async () => {
    const home = scratch();
    const [one, two] = [answerTool(SCHEMA, home, 'made'), answerTool(SCHEMA, home, 'made')];
    await (await agentWith(one)).submit({ ...REPORT, summary: 'one' });
    await (await agentWith(two)).submit({ ...REPORT, summary: 'two' });
    expect([one.read(), two.read()]).toMatchObject([
      { value: { summary: 'one' } },
      { value: { summary: 'two' } },
    ]);
    one.dispose();
    expect(one.read()).toBeNull();
    expect(existsSync(one.server.args.at(-1)!)).toBe(false);
    expect(two.read()).not.toBeNull();
  });

  it('ends when the agent is gone', async () => {
    const agent = await agentWith(answerTool(SCHEMA, scratch()));
    const ended = new Promise(resolve => agent.child.once('exit', resolve));
    agent.child.stdin!.end();
    expect(await ended).toBe(0);
  });
});

interface Agent {
  readonly child: ChildProcess;
  ask(method: string, params: object): Promise<Record<string, unknown>>;
  submit(answer: unknown): Promise<Record<string, unknown>>;
}

/** Speaks with the server as an agent does. */
async function agentWith({ server }: AnswerTool): Promise<Agent> {
  const child = spawn(server.command, server.args, {
    env: { ...server.env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  const waiting = new Map<number, (result: Record<string, unknown>) => void>();
  createInterface({ input: child.stdout }).on('line', line => {
    const { id, result } = JSON.parse(line);
    waiting.get(id)?.(result);
  });
  const tell = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  const ask: Agent['ask'] = (method, params) =>
    new Promise(resolve => {
      const id = waiting.size;
      waiting.set(id, resolve);
      tell({ id, method, params });
    });
  const clientInfo = { name: 'test', version: '1' };
  await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  tell({ method: 'notifications/initialized' });
  return { child, ask, submit: answer => ask('tools/call', { name: 'submit_result', arguments: answer }) };
}
