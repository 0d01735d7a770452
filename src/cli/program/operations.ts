import type { Command } from 'commander';
import { examples } from './examples.ts';
import type { Session } from './session.ts';

/** Commands by which a person steps in, while a run is driven or not. */
export function addOperations(program: Command, session: Session): void {
  addCancel(program, session);
  addPhaseCommand(program, session, 'retry', 'give failed phases a new allowance of attempts');
  addPhaseCommand(program, session, 'skip', 'leave phases out; what depends on them may start');
  addApprove(program, session);
  addReject(program, session);
  addClean(program, session);
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

function addPhaseCommand(
  program: Command,
  { terminal, done }: Session,
  type: 'retry' | 'skip',
  summary: string,
): void {
  program
    .command(type)
    .summary(summary)
    .description(
      `${summary[0]!.toUpperCase()}${summary.slice(1)}. A run that nobody drives goes on with resume.`,
    )
    .argument('<run>', 'the run')
    .argument('<phases...>', 'ids of phases')
    .addHelpText('after', examples([`${type} k7m 2a`]))
    .action(async (run: string, phases: string[]) => {
      const { operate } = await import('../command/operate.ts');
      done(
        await operate(
          run,
          phases.map(phase => ({ type, phase })),
          terminal,
        ),
      );
    });
}

function addApprove(program: Command, { terminal, done }: Session): void {
  program
    .command('approve')
    .summary('say yes to what a run waits for')
    .description(
      'Lets phases start that are gated, or land that wait for a person. Without phases, approves the plan that an architect wrote, as it is or as edited in FILE. A run that nobody drives goes on with resume.',
    )
    .argument('<run>', 'the run')
    .argument('[phases...]', 'ids of phases')
    .option('--plan <file>', 'the plan as you have edited it')
    .addHelpText('after', examples(['approve k7m', 'approve k7m --plan plan.md', 'approve k7m 2a 3']))
    .action(async (run: string, phases: string[], options: { plan?: string }) => {
      const { approve } = await import('../command/approve.ts');
      done(await approve(run, phases, options.plan, terminal));
    });
}

function addReject(program: Command, { terminal, done }: Session): void {
  program
    .command('reject')
    .summary('send back what waits for a person')
    .description(
      'Sends the work of phases back that wait for a person, with what is to be different: the next attempt is told. Without phases, sends back the plan that an architect wrote, who revises it. A run that nobody drives goes on with resume.',
    )
    .argument('<run>', 'the run')
    .argument('[phases...]', 'ids of phases')
    .requiredOption('-m, --message <text>', 'what is to be different')
    .addHelpText(
      'after',
      examples([
        'reject k7m --message "Two phases suffice."',
        'reject k7m 3 --message "Keep the old endpoint."',
      ]),
    )
    .action(async (run: string, phases: string[], options: { message: string }) => {
      const { reject } = await import('../command/approve.ts');
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
