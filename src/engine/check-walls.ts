import { type Confinement, withoutSandbox } from '../agent/sandbox/confine.ts';
import type { CheckRunner } from './ports.ts';

/**
 * What programs print where the sandbox took something away from them, in English, as the C locale has it, and which
 * setting gives it back. Only a hint: the words may come from elsewhere.
 */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/docker daemon|docker\.sock|podman\.sock|DOCKER_HOST|testcontainers/i, 'sandbox.open: [/run/docker.sock]'],
  [/No usable sandbox|setuid sandbox|user namespace|unshare\b/i, 'sandbox.checks: none'],
  [/\bEROFS\b|Read-only file system/i, 'sandbox.writable: [the folder that is named above]'],
  [
    /\b(?:E401|E403|ENEEDAUTH)\b|401 Unauthorized|could not read Username|Permission denied \(publickey/i,
    'sandbox.open: [the file with the login, such as ~/.npmrc]',
  ],
  [
    /\.s\.PGSQL\.|mysqld\.sock|redis\.sock|could not connect to server: No such file/i,
    'sandbox.open: [the socket of the database, such as /run/postgresql]',
  ],
  [
    /\bEACCES\b|\bEPERM\b|Permission denied|Operation not permitted/i,
    'sandbox.open or sandbox.writable: [the path that is named above]',
  ],
];

/** How much of the end of the output is looked at, in characters. */
const READ_CHARACTERS = 20_000;

/** What is told of a failed check whose output speaks of something that the sandbox took away; null for none. */
export function hintOfWalls(tail: string): string | null {
  const end = tail.slice(-READ_CHARACTERS);
  const settings = SIGNS.filter(([sign]) => sign.test(end)).map(([, setting]) => setting);
  if (settings.length === 0) return null;
  const all = [...new Set([...settings, 'sandbox.checks: none'])];
  return `checks run in a sandbox, which may be why; settings that open it: ${all.join('; ')}`;
}

/** What bubblewrap says where it could not even begin. https://github.com/containers/bubblewrap */
const NOT_BEGUN = /^bwrap: [^\n]*\n?$/;

/** The same checks as those that run in the sandbox, told as if it were not there, but where it may be the reason. */
export function tellingOfWalls(checks: CheckRunner, confinement: Confinement | null): CheckRunner {
  if (confinement === null) return checks;
  return {
    async run(check, request) {
      const result = await checks.run(check, request);
      if (result === null || 'notRun' in result) return result;
      if (NOT_BEGUN.test(result.tail) && result.exitCode === 1)
        return { notRun: `the sandbox: ${result.tail.trim()}` };
      const ended = { ...result, left: withoutSandbox(result.left ?? [], confinement) };
      const hint = result.passed ? null : hintOfWalls(result.tail);
      if (hint === null) return ended;
      const tail = `${result.tail.replace(/\n$/, '')}\n[phasewright: ${hint}]\n`;
      return { ...ended, tail, walls: hint };
    },
  };
}
