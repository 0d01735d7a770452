import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { nearest } from '../../base/nearest.ts';
import { UsageError } from '../exit.ts';
import { fullName, visibleCommands } from './names.ts';

/** A word that is no command: a slip of the pen, or a plan without the word that says what to do with it. */
export function unknownCommand(command: Command, word: string): UsageError {
  const names = visibleCommands(command);
  const meant = nearest(word, names);
  const isProgram = command.parent === null;
  if (isProgram && (isPlanName(word) || (meant === null && existsSync(word)))) return planAlone(word);
  const all = isProgram ? 'phasewright help lists the commands.' : `It has ${names.join(', ')}.`;
  const hint = meant === null ? all : `Did you mean ${fullName(command)} ${meant}? ${all}`;
  return new UsageError(`there is no command ${fullName(command)} ${word}`, hint);
}

const isPlanName = (word: string): boolean => /\.(?:md|markdown|ya?ml|json)$/i.test(word);

const planAlone = (file: string): UsageError =>
  new UsageError(
    `${file} is not a command`,
    `Carry it out: phasewright run ${quoted(file)}. Only look at it: phasewright check ${quoted(file)}`,
    'The first word says what is to be done with a plan.',
  );

const quoted = (file: string): string =>
  /[^\w./-]/.test(file) ? `'${file.replaceAll("'", `'\\''`)}'` : file;

/** An option that the command does not have, as commander quotes it. */
export function unknownOption(command: Command, message: string): UsageError {
  const [flag = ''] = message.slice("unknown option '".length, -1).split('=');
  const all = `${fullName(command)} --help lists its options.`;
  const meant = nearest(flag, flagsOf(command));
  const better = meant === null ? elsewhere(command, flag) : `Did you mean ${meant}?`;
  return new UsageError(`${fullName(command)} has no option ${flag}`, `${better} ${all}`.trim());
}

const flagsOf = (command: Command): string[] =>
  command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long }) => long ?? []);

/** The commands that do have the option, where they are few enough to be named. */
function elsewhere(command: Command, flag: string): string {
  const others = (command.parent?.commands ?? command.commands).filter(other =>
    flagsOf(other).includes(flag),
  );
  if (others.length === 0 || others.length > MAX_OTHERS) return '';
  return `It belongs to ${others.map(fullName).join(', ')}.`;
}

const MAX_OTHERS = 4;
