import { dirname } from 'node:path';
import { MARKER_VARIABLE } from '../../src/agent/process/marker.ts';
import type { FileText } from '../../src/agent/scripted/step.ts';

/** Steps for which an agent may have no tool, as commands of a POSIX shell. */
export const COMMANDS = {
  write: (file: FileText): string => redirected(file, '>'),
  append: (file: FileText): string => redirected(file, '>>'),
  /** Codex runs no `rm -f`. */
  delete: (path: string): string => `rm -r -- ${quoted(path)}`,
  commit: (message: string): string =>
    `git add -A && git ${AUTHOR} commit -q --no-verify -m ${quoted(message)}`,
  spawn: (command: string): string => `setsid sh -c ${quoted(command)} </dev/null >/dev/null 2>&1 &`,
  /** Tests go by the word `hang` to find the call. */
  hang: `: hang; trap '' TERM INT HUP; exec tail -f /dev/null`,
  crash: (): string => CRASH,
} as const;

const AUTHOR = '-c user.name=Model -c user.email=model@phasewright.invalid -c commit.gpgSign=false';

/**
 * Kills the highest process above the shell that carries the same marker: the one that was started as the agent. Where
 * there is no marker, it is the parent of the shell. Gemini runs nothing with a command substitution in it.
 */
const CRASH = `: crash; top=$PPID; p=$PPID
while [ -n "$${MARKER_VARIABLE}" ] && grep -qzxF "${MARKER_VARIABLE}=$${MARKER_VARIABLE}" "/proc/$p/environ"
do top=$p
while read -r key value; do if [ "$key" = PPid: ]; then p=$value; fi; done <"/proc/$top/status"
done
kill -KILL "$top"`;

const redirected = ({ path, content }: FileText, arrow: '>' | '>>'): string =>
  `mkdir -p ${quoted(dirname(path))} && printf '%s' ${quoted(content)} ${arrow} ${quoted(path)}`;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
