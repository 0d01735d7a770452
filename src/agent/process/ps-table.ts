import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';
import { MARKER_VARIABLE, type MarkedProcess, type ProcessTable } from './marker.ts';

/**
 * The process table where there is no /proc. `ps` cannot tell variables from arguments, so a process with the marker
 * among its arguments counts as marked.
 */
export const PS_TABLE: ProcessTable = {
  marked: isWanted =>
    list()
      .filter(({ pid, marker }) => pid !== process.pid && isWanted({ marker, tag: null }))
      .map(({ pid, startTime, name }): MarkedProcess => ({ pid, startTime, name })),
  carriedBy: pid => ({ marker: list(pid)[0]?.marker ?? null, tag: null }),
  startTimeOf: pid => list(pid)[0]?.startTime ?? null,
};

const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

function list(pid?: number): Row[] {
  // On macOS `-E` asks for the environment, elsewhere the BSD letter `e` does; without `-` it cannot mean "everyone".
  const letters = process.platform === 'darwin' ? ['-Eww'] : ['eww'];
  const which = pid === undefined ? (process.platform === 'darwin' ? ['-ax'] : ['ax']) : ['-p', String(pid)];
  try {
    const text = execFileSync('ps', [...letters, ...which, '-o', 'pid=,stat=,lstart=,command='], {
      encoding: 'utf8',
      maxBuffer: MAX_OUTPUT_BYTES,
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return readRows(text);
  } catch {
    // Status 1: there is no such process.
    return [];
  }
}

interface Row {
  readonly pid: number;
  readonly startTime: string;
  readonly name: string;
  readonly marker: string | null;
}

/** Id, state, five words of time, then the command with its environment. */
const ROW = /^ *(\d+) +(\S+) +(\S+ +\S+ +\d+ +[\d:]+ +\d+) ?(.*)$/;
const ASSIGNMENT = new RegExp(`(?:^| )${MARKER_VARIABLE}=(\\S*)`);

export function readRows(text: string): Row[] {
  return text.split('\n').flatMap(line => {
    const [, pid, state = '', startTime = '', command = ''] = ROW.exec(line) ?? [];
    if (pid === undefined || state.startsWith('Z')) return [];
    const [program = ''] = command.split(' ', 1);
    const marker = ASSIGNMENT.exec(command)?.[1] ?? null;
    return [{ pid: Number(pid), startTime, name: basename(program), marker }];
  });
}
