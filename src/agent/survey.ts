import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentSurvey, Found } from '../view/survey.ts';
import { findProgram } from './find-program.ts';
import type { AgentKind, Login } from './kind.ts';

/** A program that does not tell its version within this is asked no longer. */
const VERSION_MS = 20_000;

interface Machine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What programs are run with that are only asked for their version. */
  readonly plain: Readonly<Record<string, string>>;
  readonly home: string;
}

/** What this machine has of an agent. Asks its program for its version, and nobody else for anything. */
export async function surveyAgent(
  kind: AgentKind,
  program: string | null,
  machine: Machine,
): Promise<AgentSurvey> {
  const wanted = program ?? kind.program;
  const path = wanted === null ? null : findProgram(wanted, machine.environment.PATH ?? '');
  const { name, title, protocol, loginHint, abilities, notes } = kind;
  return {
    name,
    title,
    protocol,
    program: path,
    version: await versionOf(kind, wanted, path, machine),
    login: loginIn(kind.logins, machine),
    loginHint,
    abilities,
    notes,
  };
}

/** Whether an agent is installed. */
export const isHere = ({ program, isInstalled }: AgentKind, path: string): boolean =>
  isInstalled?.() !== false && (program === null || findProgram(program, path) !== null);

async function versionOf(
  { versionArguments, install, isInstalled }: AgentKind,
  wanted: string | null,
  path: string | null,
  { plain }: Machine,
): Promise<Found> {
  if (isInstalled?.() === false)
    return { ok: false, problem: 'its packages are not installed', hint: install };
  if (wanted === null) return { ok: true, version: '' };
  if (path === null) return { ok: false, problem: `there is no program ${wanted}`, hint: install };
  const printed = await firstLine(path, versionArguments, plain);
  return { ok: true, version: printed };
}

/** Of what a program prints about itself, how many characters are looked at. */
const MAX_PRINTED = 1_000;

const VERSION = /\d{1,9}\.\d[\w.+-]{0,40}/;

/** The version in what it prints; empty where it prints none. Whether it works is not found out by that. */
const firstLine = (
  program: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> =>
  new Promise(resolve => {
    const options = { env: environment, timeout: VERSION_MS, killSignal: 'SIGKILL' } as const;
    const child = execFile(program, words, options, (_error, stdout, stderr) =>
      resolve(VERSION.exec(`${stdout}\n${stderr}`.slice(0, MAX_PRINTED))?.[0] ?? ''),
    );
    child.stdin?.end();
  });

/** By what an agent is let in: the first that is there. */
export function loginIn(
  logins: readonly Login[],
  { environment, home }: Pick<Machine, 'environment' | 'home'>,
): string | null {
  for (const login of logins) {
    if ('variable' in login && environment[login.variable]) return `by ${login.variable}`;
    if ('file' in login && existsSync(join(home, login.file))) return `by ~/${login.file}`;
  }
  return null;
}
