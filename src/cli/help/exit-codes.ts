import { EXIT, type ExitCode } from '../exit.ts';

export interface ExitCodeHelp {
  readonly code: ExitCode;
  readonly meaning: string;
  /** What a person or a script does about it. */
  readonly next: string;
}

/** Every way in which a command can end. */
export const EXIT_CODES: readonly ExitCodeHelp[] = [
  {
    code: EXIT.completed,
    meaning: 'completed',
    next: 'The work of a run is on its branch, for you to look at and merge.',
  },
  {
    code: EXIT.failed,
    meaning: 'failed, halted or cancelled; a refused request; a bug in phasewright',
    next: '`phasewright why` tells what failed, `phasewright resume` goes on. Of a bug `--verbose` shows where it is.',
  },
  {
    code: EXIT.usage,
    meaning: 'wrong usage, or a plan or settings with errors; nothing was done',
    next: 'Read the hint. Trying again without a change gives the same.',
  },
  {
    code: EXIT.waiting,
    meaning: 'waiting for a person',
    next: '`phasewright status RUN` says for what, with the commands that answer it. Then `phasewright resume RUN`.',
  },
  {
    code: EXIT.interrupted,
    meaning: 'interrupted, or a question was answered with no',
    next: '`phasewright resume` goes on with a run that has begun. Nothing is lost.',
  },
];
