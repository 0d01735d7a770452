import { markerFrom } from '../agent/process/marker.ts';
import { spawnProcess } from '../agent/process/spawn.ts';
import type { Notice } from '../run/notice.ts';
import type { RunState } from '../run/state.ts';
import type { Messengers } from './ports.ts';

interface MessengerOptions {
  readonly environment: Readonly<Record<string, string>>;
  /** Where commands are run. */
  readonly cwd: string;
  /** File for what they print. */
  readonly outputFile: () => string;
}

/** Tells people by commands and webhooks of theirs. Whoever was told is told again where somebody else was not. */
export const messengers = (options: MessengerOptions): Messengers => ({
  async tell(notice, state, signal) {
    const { commands, webhooks, timeoutMs } = state.settings.notify;
    const text = JSON.stringify(letterOf(notice, state));
    const problems = await Promise.all([
      ...commands.map(command => byCommand(command, text, notice, state, { ...options, timeoutMs, signal })),
      ...webhooks.map(url => byWebhook(url, text, timeoutMs, signal)),
    ]);
    return problems.filter(problem => problem !== null).join('; ') || null;
  },
});

const letterOf = ({ number, kind, phase, text, at }: Notice, { run, origin }: RunState) => ({
  run,
  number,
  kind,
  phase,
  text,
  at: new Date(at).toISOString(),
  repository: origin.repository,
  branch: origin.branch,
});

async function byCommand(
  command: string,
  text: string,
  { number }: Notice,
  { origin }: RunState,
  options: MessengerOptions & { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<string | null> {
  const { environment, cwd, outputFile, timeoutMs, signal } = options;
  const running = spawnProcess({
    command: '/bin/sh',
    arguments: ['-c', command],
    cwd,
    environment,
    // Beside the run's marker, not below it: the end of the run does not end them.
    marker: markerFrom(`${origin.marker}.notify`, number, command),
    input: text,
    rawOutput: outputFile(),
    timeoutMs,
    signal,
  });
  const { death } = await running.end;
  if (death.cause === 'exit' && death.code === 0) return null;
  return `\`${command}\` ${death.cause === 'exit' ? `ended with exit code ${death.code}` : `ended: ${death.cause}`}`;
}

async function byWebhook(
  url: string,
  body: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string | null> {
  // Of the address only the host is told: the rest of it is often the key.
  const host = new URL(url).host;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    await response.body?.cancel();
    return response.ok ? null : `${host} answered ${response.status}`;
  } catch {
    return `${host} could not be reached`;
  }
}
