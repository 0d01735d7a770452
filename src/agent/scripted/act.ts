import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { unreachable } from '../../base/unreachable.ts';
import { insideFile, insidePlace } from '../inside.ts';
import type { Failing, Message } from '../wire/message.ts';
import type { CrashSignal, FileText, PlainStep } from './step.ts';

/** Where the steps take place. */
export interface Stage {
  readonly root: string;
  readonly prompt: string;
  /** Steps that write are refused; what a command does is up to the command. */
  readonly readOnly: boolean;
  send(message: Message): void;
  print(bytes: Uint8Array): void;
}

/** What a tool came to. A failed one does not end the session. */
export interface ToolResult {
  readonly ok: boolean;
  readonly summary: string;
}

/** Carries out one step. Does not return from one that ends or hangs the session. */
export async function act(step: PlainStep, stage: Stage): Promise<void> {
  if ('write' in step) return tool('write', step.write.path, stage, () => write(step.write, stage));
  if ('append' in step) return tool('append', step.append.path, stage, () => append(step.append, stage));
  if ('delete' in step) return tool('delete', step.delete, stage, () => remove(step.delete, stage));
  if ('commit' in step) return tool('commit', step.commit, stage, () => commit(step.commit, stage));
  if ('shell' in step) return tool('shell', step.shell, stage, () => shell(step.shell, stage));
  if ('spawn' in step) return tool('spawn', step.spawn, stage, () => orphan(step.spawn, stage));
  if ('sleep' in step) return delay(step.sleep);
  if ('say' in step) return stage.send({ type: 'text', text: step.say });
  if ('usage' in step) return stage.send({ type: 'usage', ...step.usage });
  if ('report' in step) return stage.send({ type: 'report', value: step.report });
  if ('reply' in step) return stage.send({ type: 'answer', value: step.reply });
  if ('garbage' in step) return (await import('./garbage.ts')).garbage(step.garbage, stage.print);
  if ('fail' in step) return fail(step.fail, stage);
  if ('crash' in step) return crash(step.crash);
  if ('hang' in step) return hang(stage);
  return unreachable(step);
}

async function tool(
  name: string,
  summary: string,
  stage: Stage,
  use: () => ToolResult | Promise<ToolResult>,
): Promise<void> {
  stage.send({ type: 'tool_call', name, summary });
  let result: ToolResult;
  try {
    result = await use();
  } catch (error) {
    result = { ok: false, summary: (error as Error).message };
  }
  stage.send({ type: 'tool_result', name, ...result });
}

const changing = <T>(stage: Stage, change: () => T): T | ToolResult =>
  stage.readOnly ? { ok: false, summary: 'this session may only read' } : change();

const write = (file: FileText, stage: Stage): ToolResult =>
  changing(stage, () => {
    const place = insideFile(stage.root, file.path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, file.content);
    return { ok: true, summary: `${Buffer.byteLength(file.content)} bytes written` };
  });

const append = (file: FileText, stage: Stage): ToolResult =>
  changing(stage, () => {
    const place = insideFile(stage.root, file.path);
    mkdirSync(dirname(place), { recursive: true });
    appendFileSync(place, file.content);
    return { ok: true, summary: `${Buffer.byteLength(file.content)} bytes appended` };
  });

const remove = (path: string, stage: Stage): ToolResult =>
  changing(stage, () => {
    rmSync(insidePlace(stage.root, path), { recursive: true });
    return { ok: true, summary: 'deleted' };
  });

const commit = (message: string, stage: Stage): ToolResult | Promise<ToolResult> =>
  changing(stage, async () => (await commands()).commitAll(message, stage.root));

const shell = async (command: string, stage: Stage): Promise<ToolResult> =>
  (await commands()).runShell(command, stage.prompt, stage.root);

const orphan = async (command: string, stage: Stage): Promise<ToolResult> =>
  (await commands()).spawnOrphan(command, stage.root);

/** Loaded when the first command is met: most sessions have none, and it takes as long as all the rest. */
const commands = () => import('./shell.ts');

function fail(failing: Failing, stage: Stage): never {
  stage.send({ type: 'error', ...failing });
  process.exit(1);
}

async function crash(how: number | CrashSignal): Promise<void> {
  if (typeof how === 'number') process.exit(how);
  process.kill(process.pid, how);
  await forever();
}

async function hang(stage: Stage): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
  stage.send({ type: 'tool_call', name: 'hang', summary: '' });
  await forever();
}

const delay = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

const A_DAY_MS = 86_400_000;

async function forever(): Promise<never> {
  for (;;) await delay(A_DAY_MS);
}
