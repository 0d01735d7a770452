import { realpathSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { shellWord } from '../../view/report/shell.ts';
import type { Place } from './repository.ts';

/** Commands under a heading, each as it is typed, in this order. */
export interface Group {
  readonly heading: string;
  readonly commands: readonly string[];
}

/** What to try in a shell after the demo. */
export const nextSteps = (place: Place): readonly Group[] => [
  {
    heading: 'Look at the run:',
    commands: [
      ...goThere(place),
      'phasewright status',
      'phasewright watch',
      'phasewright why last 3',
      'phasewright diff last 3 --attempt 1',
      'phasewright logs last 2a',
      'phasewright report',
    ],
  },
  {
    heading: 'Then in a repository of yours, with a plan of yours (this one will do, too):',
    commands: [
      homeAsBefore(),
      'phasewright check plan.md',
      'phasewright run plan.md --dry-run',
      'phasewright init',
    ],
  },
];

/** For whoever left the run before its end. */
export const wayBack = (place: Place): Group => ({
  heading: 'It goes on without you. To be with it again:',
  commands: [...goThere(place), 'phasewright attach'],
});

const goThere = ({ repository, home }: Place): string[] => [
  `cd ${shellWord(repository)}`,
  `export PHASEWRIGHT_HOME=${shellWord(home)}`,
  ...(isCommand() ? [] : [aliasLine()]),
];

/** Runs of one's own do not belong in the demo's folder. */
function homeAsBefore(): string {
  const before = process.env.PHASEWRIGHT_HOME;
  return before ? `export PHASEWRIGHT_HOME=${shellWord(before)}` : 'unset PHASEWRIGHT_HOME';
}

/** Whether `phasewright` in a shell would be this program. */
function isCommand(): boolean {
  const program = realpathSync(process.argv[1]!);
  return (process.env.PATH ?? '').split(delimiter).some(folder => {
    try {
      return realpathSync(join(folder, 'phasewright')) === program;
    } catch {
      return false;
    }
  });
}

/** Who runs the sources has no command of that name. */
function aliasLine(): string {
  const words = [process.execPath, ...process.execArgv, resolve(process.argv[1]!)];
  return `alias phasewright=${shellWord(words.map(shellWord).join(' '))}`;
}
