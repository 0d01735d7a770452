import { Argument, type Command } from 'commander';
import { SHELLS, type Shell } from '../formats.ts';
import { examples } from './examples.ts';
import type { Session } from './session.ts';

export function addHelp(program: Command, { terminal, done }: Session): void {
  program
    .command('help')
    .summary('show help for a command or a topic')
    .description('Shows help: of all commands, of one of them, or on a topic.')
    .argument('[topic...]', 'a command, or plans, presets, recovery, keys or exit-codes')
    .addHelpText('after', examples(['help', 'help run', 'help config show', 'help plans']))
    .action(async (words: string[]) => {
      const { help } = await import('../command/help.ts');
      done(await help(program, words, terminal));
    });
}

export function addCompletion(program: Command, { terminal, done }: Session): void {
  program
    .command('completion')
    .summary('print a script that completes commands in your shell')
    .description(
      'Prints a script by which the shell completes commands, options, their values, runs and phases when you press Tab. Without an argument, that of the shell in SHELL.',
    )
    .addArgument(new Argument('[shell]', 'the shell').choices(SHELLS))
    .addHelpText('after', `${examples(['completion bash', 'completion zsh'])}${INSTALL}`)
    .action(async (shell: Shell | undefined) => {
      const { completion } = await import('../command/completion.ts');
      done(completion(shell, process.env, terminal));
    });
  program
    .command('complete-words', { hidden: true })
    .description('Prints what could stand in place of the last word; the scripts of completion call it.')
    .argument('[words...]', 'the words after phasewright, up to the one that is completed')
    .helpOption(false)
    .addHelpText('after', examples(['complete-words -- run plan.md --preset ""']))
    .action(async (words: string[]) => {
      const { completeWords } = await import('../command/complete.ts');
      done(await completeWords(program, words, terminal));
    });
}

const INSTALL = `
Install it:
  bash  echo 'eval "$(phasewright completion bash)"' >> ~/.bashrc
  zsh   echo 'eval "$(phasewright completion zsh)"' >> ~/.zshrc
  fish  phasewright completion fish > ~/.config/fish/completions/phasewright.fish
zsh: the line belongs below the one with compinit. Then open a new shell.
`;
