import { basename, join } from 'node:path';
import { fileName } from '../../base/file-name.ts';
import type { SessionOptions } from '../port.ts';

/*
 * Which session is which. A session is known by its role, phase and attempt and by the name under which the engine keeps
 * what it prints (`rawOutput`): that tells lanes, seats of a panel, the times that somebody is asked, and repairs apart,
 * however many are held side by side and in whatever order they begin, and it is the same when a session that was cut off
 * is held again, be it in another process.
 *
 * So each session has one cassette. There are several where phasewright was killed after a session had ended and before
 * that was in the journal: then it was held once more, and the run went by the last. They are numbered from 1, none
 * is written over, and the last one that is about the same subtasks is replayed, whoever asks and how often.
 */

/** What a file of a cassette is called, but for its number. */
export interface CassetteName {
  readonly folder: string;
  /** `developer.1.0-0`: the role, the attempt, and the engine's name. */
  readonly stem: string;
}

type Named = Pick<SessionOptions, 'role' | 'assignment' | 'rawOutput'>;

export const cassetteName = (folder: string, session: Named): CassetteName => named(folder, session, '');

/** Where somebody was asked once more, in the same session, for an answer that could not be read. */
export const repairName = (folder: string, session: Named): CassetteName => named(folder, session, '.repair');

function named(folder: string, { role, assignment, rawOutput }: Named, ending: string): CassetteName {
  const name = basename(rawOutput, '.raw');
  const own = name.startsWith(`${role}.`) ? name.slice(role.length + 1) : name;
  return {
    folder: join(folder, fileName(assignment.phase)),
    stem: `${role}.${assignment.attempt}.${fileName(`${own}${ending}`.replaceAll('.', '-'))}`,
  };
}

export const cassetteFile = ({ folder, stem }: CassetteName, number: number): string =>
  join(folder, `${stem}.${number}.json`);

const NUMBER = /^([1-9]\d{0,5})\.json$/;

/** The numbers of the files of a name, among those of its folder, in falling order. */
export const numbersOf = ({ stem }: CassetteName, files: readonly string[]): readonly number[] =>
  files
    .filter(file => file.startsWith(`${stem}.`))
    .flatMap(file => NUMBER.exec(file.slice(stem.length + 1))?.[1] ?? [])
    .map(Number)
    .sort((a, b) => b - a);
