import { type ChildProcess, spawn } from 'node:child_process';
import type { ToolResult } from './act.ts';

/** Of a command's output, how much of its end is reported. */
const OUTPUT_CHARACTERS = 16_000;
/** A command that left something running in the background has not closed its output when it ends. */
const BACKGROUND_MS = 100;

/** The prompt stands on the command's standard input. */
export const runShell = (command: string, prompt: string, cwd: string): Promise<ToolResult> =>
  run('/bin/sh', ['-c', command], prompt, cwd);

/** Settings of the repository and of the user neither run code nor ask for a key; nothing goes on in the background. */
const GIT = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['commit.gpgSign', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['user.name', 'Scripted Agent'],
  ['user.email', 'scripted-agent@phasewright.invalid'],
].flatMap(([key, value]) => ['-c', `${key}=${value}`]);

export async function commitAll(message: string, cwd: string): Promise<ToolResult> {
  const added = await run('git', [...GIT, 'add', '-A'], '', cwd);
  return added.ok ? run('git', [...GIT, 'commit', '--no-verify', '-m', message], '', cwd) : added;
}

/** Starts a command that outlives the agent: in a session of its own, deaf to SIGHUP, holding the agent's output. */
export async function spawnOrphan(command: string, cwd: string): Promise<ToolResult> {
  const child = spawn('/bin/sh', ['-c', `trap '' HUP\n${command}`], {
    cwd,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  child.unref();
  return { ok: true, summary: `process ${child.pid}` };
}

function run(program: string, words: readonly string[], input: string, cwd: string): Promise<ToolResult> {
  return new Promise(resolve => {
    const child = spawn(program, words, { cwd, stdio: 'pipe' });
    let output = '';
    const take = (text: string): void => {
      output = (output + text).slice(-OUTPUT_CHARACTERS);
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    child.stdin.on('error', () => {}).end(input);
    child.once('error', error => resolve({ ok: false, summary: error.message }));
    whenDone(child, how => {
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({ ok: how === '', summary: [how, output.trim()].filter(Boolean).join('\n') });
    });
  });
}

/** Tells how the command failed; nothing where it did not. */
function whenDone(child: ChildProcess, done: (how: string) => void): void {
  child.once('exit', (code, signal) => {
    const how = code === 0 ? '' : signal === null ? `exit code ${code}` : `ended by ${signal}`;
    const timer = setTimeout(done, BACKGROUND_MS, how);
    child.once('close', () => {
      clearTimeout(timer);
      done(how);
    });
  });
}
