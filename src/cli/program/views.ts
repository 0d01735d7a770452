import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { PROMPTED_ROLES, type PromptedRole, REPORT_FORMATS } from '../formats.ts';
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
    .option('--verbose', 'all budgets of the run, however little of them is used; where an error came about')
    .addHelpText('after', examples(['status', 'status k7m', 'status k7m --verbose', 'status --all --json']))
    .action(async (run: string | undefined, options) => {
      const { status } = await import('../command/status.ts');
      done(await status(run, options, terminal));
    });
  program
    .command('show')
    .summary('show all that is known about a run or phase')
    .description('Shows a run, or one of its phases with the story of its attempts.')
    .argument('[run]', 'the run (default: the last one of this repository)')
    .argument('[phase]', 'id of a phase')
    .option('--json', 'print a JSON object')
    .option('--plan', 'print the plan of the run, also one that waits for approval')
    .addHelpText('after', examples(['show', 'show k7m 2a', 'show k7m --plan']))
    .action(async (run: string | undefined, phase: string | undefined, options) => {
      const { show } = await import('../command/show.ts');
      done(await show(run, phase, options, terminal));
    });
  program
    .command('logs')
    .summary('tell what happened in a run or phase')
    .description('Tells what happened in a run, or what the agents of a phase did and said.')
    .argument('[run]', 'the run (default: the last one of this repository)')
    .argument('[phase]', 'id of a phase')
    .option('-f, --follow', 'go on telling until it ends')
    .option('--agents', 'what all agents did and said, each line with its phase')
    .option('--attempt <n>', 'one attempt of the phase only', positive)
    .option('--json', 'print lines of JSON')
    .option('--no-pager', 'print to the screen at once')
    .addHelpText(
      'after',
      examples(['logs', 'logs k7m 2a --follow', 'logs k7m 2a --attempt 1', 'logs k7m --agents --follow']),
    )
    .action(async (run: string | undefined, phase: string | undefined, options) => {
      const { logs } = await import('../command/logs.ts');
      done(await logs(run, phase, options, terminal));
    });
  program
    .command('diff')
    .summary('show what a run or phase changed')
    .description(
      'Shows what a run has landed, or what one of its phases changed, or one of the attempts at it.',
    )
    .argument('[run]', 'the run (default: the last one of this repository)')
    .argument('[phase]', 'id of a phase')
    .option('--attempt <n>', 'an attempt instead of what landed', positive)
    .option('--stat', 'only the files, with the lines added and deleted')
    .option('--json', 'print a JSON object')
    .option('--no-pager', 'print to the screen at once')
    .addHelpText('after', examples(['diff', 'diff k7m 2a', 'diff k7m 2a --attempt 1', 'diff k7m --stat']))
    .action(async (run: string | undefined, phase: string | undefined, options) => {
      const { diff } = await import('../command/diff.ts');
      done(await diff(run, phase, options, terminal));
    });
}

/** Commands that tell the story of a run, or what its agents are told. */
export function addStories(program: Command, { terminal, done }: Session): void {
  program
    .command('report')
    .summary('write up what a run did')
    .description(
      'Writes up a run: what was done, how each phase went, what it took, what was decided and what was put off.',
    )
    .argument('[run]', 'the run (default: the last one of this repository)')
    .addOption(new Option('--format <format>', 'kind of document').choices(REPORT_FORMATS).default('md'))
    .option('-o, --output <file>', 'write to a file')
    .addHelpText('after', examples(['report', 'report k7m --format html -o report.html']))
    .action(async (run: string | undefined, options) => {
      const { report } = await import('../command/report.ts');
      done(await report(run, options, terminal));
    });
  program
    .command('why')
    .summary('tell why a run or phase went as it did')
    .description(
      'Tells what failed in a run, or in one of its phases, what was decided about it, by which rule and with which figures, and what became of that.',
    )
    .argument('[run]', 'the run (default: the last one of this repository)')
    .argument('[phase]', 'id of a phase')
    .option('--json', 'print a JSON object')
    .addHelpText('after', examples(['why', 'why k7m', 'why k7m 2a', 'why last 2a --json']))
    .action(async (run: string | undefined, phase: string | undefined, options) => {
      const { why } = await import('../command/why.ts');
      done(await why(run, phase, options, terminal));
    });
  program
    .command('prompt')
    .summary('print what an agent would be told')
    .description(
      'Prints the prompt that a role would be sent for a phase as the run stands now: the next attempt for a developer, the last one for a reviewer or evaluator, the last failure for a doctor or replanner. The architect has no phase.',
    )
    .addArgument(new Argument('<role>', 'who is told').choices(PROMPTED_ROLES))
    .argument('<run>', 'the run')
    .argument('[phase]', 'id of a phase')
    .option('--subtask <id>', 'for the session of a developer with this subtask only')
    .addHelpText('after', examples(['prompt developer k7m 2a', 'prompt reviewer k7m 2a']))
    .action(async (role: PromptedRole, run: string, phase: string | undefined, options) => {
      const { prompt } = await import('../command/prompt.ts');
      done(await prompt(role, run, phase, options, terminal));
    });
}

function positive(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('Give a whole number from 1.');
  return number;
}
