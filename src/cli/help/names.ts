import type { Command } from 'commander';

/** As a user types it: with the names of the commands around it. */
export const fullName = (command: Command): string =>
  command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;

/** The names of the commands below one that help tells of. */
export const visibleCommands = (command: Command): string[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .map(visible => visible.name());
