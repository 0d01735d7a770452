import { type Command, InvalidArgumentError } from 'commander';
import { examples } from './examples.ts';
import type { Session } from './session.ts';

/** Commands that look at runs and change nothing. */
export function addViews(program: Command, { terminal, done }: Session): void {
  program
    .command('status')
    .summary('list runs, or the phases of one')
    .description('Lists the runs of this repository, or tells how far one of them is.')
    .argument('[run]', 'the run')
    .option('--json', 'print a JSON object for each run, a line each')
    .option('--all', 'all runs of all repositories')
    .addHelpText('after', examples(['status', 'status k7m', 'status --all --json']))
    .action(async (run: string | undefined, options) => {
      const { status } = await import('../command/status.ts');
      done(await status(run, options, terminal));
    });
  program
    .command('show')
    .summary('show all that is known about a run or phase')
    .description('Shows a run, or one of its phases with the story of its attempts.')
    .argument('<run>', 'the run')
    .argument('[phase]', 'id of a phase')
    .option('--json', 'print a JSON object')
    .addHelpText('after', examples(['show k7m', 'show k7m 2a']))
    .action(async (run: string, phase: string | undefined, options) => {
      const { show } = await import('../command/show.ts');
      done(await show(run, phase, options, terminal));
    });
  program
    .command('logs')
    .summary('tell what happened in a run or phase')
    .description('Tells what happened in a run, or what the agents of a phase did and said.')
    .argument('<run>', 'the run')
    .argument('[phase]', 'id of a phase')
    .option('-f, --follow', 'go on telling until it ends')
    .option('--json', 'print the events of the run as lines of JSON')
    .addHelpText('after', examples(['logs k7m', 'logs k7m 2a --follow']))
    .action(async (run: string, phase: string | undefined, options) => {
      const { logs } = await import('../command/logs.ts');
      done(await logs(run, phase, options, terminal));
    });
  program
    .command('diff')
    .summary('show what a phase changed')
    .description('Shows the changes of a phase that landed, or of one of its attempts.')
    .argument('<run>', 'the run')
    .argument('<phase>', 'id of a phase')
    .option('--attempt <n>', 'an attempt instead of what landed', positive)
    .addHelpText('after', examples(['diff k7m 2a', 'diff k7m 2a --attempt 1']))
    .action(async (run: string, phase: string, options) => {
      const { diff } = await import('../command/diff.ts');
      done(await diff(run, phase, options, terminal));
    });
}

function positive(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('Give a whole number from 1.');
  return number;
}
