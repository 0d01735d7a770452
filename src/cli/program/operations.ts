import type { Command } from 'commander';
import { examples } from './examples.ts';
import type { Session } from './session.ts';

/** Commands by which a person steps in, while a run is driven or not. */
export function addOperations(program: Command, session: Session): void {
  addPause(program, session);
  addCancel(program, session);
  addRetry(program, session);
  addSkip(program, session);
  addEdit(program, session);
  addApprove(program, session);
  addReject(program, session);
  addClean(program, session);
}

function addPause(program: Command, { terminal, done }: Session): void {
  program
    .command('pause')
    .summary('stop a run so that it can be resumed')
    .description(
      'Stops a run that another process drives, as Ctrl-C does where it is shown. What was under way is kept; resume goes on with it.',
    )
    .argument('[run]', 'the run (default: the last one of this repository)')
    .addHelpText('after', examples(['pause', 'pause k7m']))
    .action(async (run: string | undefined) => {
      const { pause } = await import('../command/pause.ts');
      done(await pause(run, terminal));
    });
}

function addCancel(program: Command, { terminal, done }: Session): void {
  program
    .command('cancel')
    .summary('end a run for good')
    .description('Ends a run for good. What landed stays on its branch; what was under way is kept as refs.')
    .argument('[run]', 'the run (default: the last one of this repository)')
    .addHelpText('after', examples(['cancel', 'cancel k7m']))
    .action(async (run: string | undefined) => {
      const { operate } = await import('../command/operate.ts');
      done(await operate(run, [{ type: 'cancel' }], terminal));
    });
}

function addRetry(program: Command, { terminal, done }: Session): void {
  program
    .command('retry')
    .summary('give phases that failed or need help a new allowance')
    .description(
      'Gives phases that failed or wait for help a new allowance of attempts. A run that nobody drives goes on with resume.',
    )
    .argument('<run>', 'the run')
    .argument('<phases...>', 'ids of phases')
    .option('-m, --message <text>', 'what the next developer is told')
    .addHelpText('after', examples(['retry k7m 2a', 'retry k7m 2a --message "The port is 8443."']))
    .action(async (run: string, phases: string[], options: { message?: string }) => {
      const { retry } = await import('../command/retry.ts');
      done(await retry(run, phases, options.message, terminal));
    });
}

function addSkip(program: Command, { terminal, done }: Session): void {
  program
    .command('skip')
    .summary('leave phases out; what depends on them may start')
    .description(
      'Leaves phases out; what depends on them may start. A run that nobody drives goes on with resume.',
    )
    .argument('<run>', 'the run')
    .argument('<phases...>', 'ids of phases')
    .option('-m, --message <text>', 'why, for the record and the report')
    .addHelpText('after', examples(['skip k7m 2a', 'skip k7m 2a --message "Done by hand."']))
    .action(async (run: string, phases: string[], options: { message?: string }) => {
      const { skip } = await import('../command/retry.ts');
      done(await skip(run, phases, options.message, terminal));
    });
}

function addEdit(program: Command, { terminal, done }: Session): void {
  program
    .command('edit')
    .summary('change what a phase is')
    .description(
      'Opens what a phase is in your editor (VISUAL or EDITOR), or takes it from a file, and changes the phase to that. It must not be under way, completed or skipped. A run that nobody drives goes on with resume.',
    )
    .argument('<run>', 'the run')
    .argument('<phase>', 'id of a phase')
    .option('--file <file>', 'the phase as you have changed it; - reads standard input')
    .option('--print', 'only print the phase as a text that --file reads')
    .addHelpText(
      'after',
      examples(['edit k7m 2a', 'edit k7m 2a --print > phase.yaml', 'edit k7m 2a --file phase.yaml']),
    )
    .action(async (run: string, phase: string, options) => {
      const { edit } = await import('../command/edit.ts');
      done(await edit(run, phase, options, terminal));
    });
}

function addApprove(program: Command, { terminal, done }: Session): void {
  program
    .command('approve')
    .summary('say yes to what a run waits for')
    .description(
      'Lets phases start that are gated, or land that wait for a person, and accepts a smaller scope that is proposed for a phase. Without phases, approves the plan that an architect wrote, as it is or as edited in FILE, or asks on a terminal which phases are meant. A run that nobody drives goes on with resume.',
    )
    .argument('[run]', 'the run (default: the last one of this repository)')
    .argument('[phases...]', 'ids of phases')
    .option('--plan <file>', 'the plan as you have edited it')
    .option('--acknowledge-dropped', 'you know that a smaller scope leaves out what must be')
    .option('--acknowledge-sent-back', 'you know that the plan in the file is a draft that was sent back')
    .addHelpText(
      'after',
      examples(['approve', 'approve k7m', 'approve k7m --plan plan.md', 'approve k7m 2a 3']),
    )
    .action(async (run: string | undefined, phases: string[], options) => {
      const { approve } = await import('../command/approve.ts');
      done(await approve(run, phases, options, terminal));
    });
}

function addReject(program: Command, { terminal, done }: Session): void {
  program
    .command('reject')
    .summary('send back what waits for a person')
    .description(
      'Sends the work of phases back that wait for a person, with what is to be different: the next attempt is told. Of a smaller scope that is proposed, refuses it and gives the phase up. Without phases, sends back the plan that an architect wrote, who revises it, or asks on a terminal which phase is meant. A run that nobody drives goes on with resume.',
    )
    .argument('[run]', 'the run (default: the last one of this repository)')
    .argument('[phases...]', 'ids of phases')
    .option('-m, --message <text>', 'what is to be different; asked for on a terminal where it is left out')
    .addHelpText(
      'after',
      examples([
        'reject k7m --message "Two phases suffice."',
        'reject k7m 3 --message "Keep the old endpoint."',
      ]),
    )
    .action(async (run: string | undefined, phases: string[], options: { message?: string }) => {
      const { reject } = await import('../command/reject.ts');
      done(await reject(run, phases, options.message, terminal));
    });
}

function addClean(program: Command, { terminal, done }: Session): void {
  program
    .command('clean')
    .summary('forget runs and remove what they left')
    .description(
      'Removes the journals, logs, refs and worktrees of runs of this repository that completed or were cancelled, or of the runs named. Branches stay.',
    )
    .argument('[runs...]', 'runs to forget, whatever their state')
    .option('--dry-run', 'only show what would be removed')
    .addHelpText('after', examples(['clean --dry-run', 'clean k7m']))
    .action(async (runs: string[], options) => {
      const { clean } = await import('../command/clean.ts');
      done(await clean(runs, options, terminal));
    });
}
