import type { Command } from 'commander';
import { keepSmall } from '../run/keep-small.ts';
import { examples } from './examples.ts';
import type { Session } from './session.ts';

/** Commands that stay with a run that another process drives. */
export function addLive(program: Command, { terminal, done }: Session): void {
  program
    .command('attach')
    .summary('be with a run that goes on in the background')
    .description(
      'Shows a run that another process drives as if it had been started here: q leaves it to itself again, Ctrl-C stops it. Several terminals may be with one run. In a pipe it prints lines until the run rests, with its exit code.',
    )
    .argument('[run]', 'the run (default: the last one of this repository)')
    .option('--plain', 'print lines instead of the live view, as in a pipe')
    .option('--json', 'print each event as a line of JSON, from the beginning')
    .addHelpText('after', examples(['attach', 'attach k7m', 'attach k7m --plain']))
    .action(async (run: string | undefined, options) => {
      const { attach } = await import('../command/watch.ts');
      done(await attach(run, options, terminal));
    });
  program
    .command('watch')
    .summary('look at a run, live or when it is over')
    .description(
      'Shows a run and what is done in it just now. Its keys also approve, retry and skip. Leaving it, with q or Ctrl-C, never stops the run; a run that is over can be looked through.',
    )
    .argument('[run]', 'the run (default: the last one of this repository)')
    .option('--plain', 'print lines instead of the live view, as in a pipe')
    .option('--json', 'print each event as a line of JSON, from the beginning')
    .addHelpText('after', examples(['watch', 'watch k7m', 'watch k7m --json']))
    .action(async (run: string | undefined, options) => {
      const { watch } = await import('../command/watch.ts');
      done(await watch(run, options, terminal));
    });
}

/** What the program calls itself with. */
export function addDrive(program: Command, { terminal, done }: Session): void {
  program
    .command('drive', { hidden: true })
    .description('Drives a run in the background. Use resume --detach.')
    .argument('<run>', 'the run')
    .option('--wait', 'stay while the run waits for a person')
    .option('--no-wait', 'end when the run waits for a person')
    .option('--record <folder>', 'record the sessions there')
    .addHelpText('after', examples(['resume k7m --detach']))
    .action(async (run: string, options) => {
      keepSmall();
      const { drive } = await import('../command/drive.ts');
      done(await drive(run, options, terminal));
    });
}
