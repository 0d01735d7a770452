import type { Command, CommanderError } from 'commander';
import { UsageError } from '../exit.ts';
import { fullName } from './names.ts';
import { unknownCommand, unknownOption } from './unknown.ts';
import { invalidValue, missingArgument, missingOption, missingValue } from './wrong-value.ts';

/** What commander has against a command line, in our words: what is wrong, and what to write instead. */
export function complaint(command: Command, { code, message }: CommanderError): UsageError {
  const plain = message.startsWith('error: ') ? message.slice('error: '.length) : message;
  const other = new UsageError(plain, `See how it is called: ${fullName(command)} --help`);
  switch (code) {
    case 'commander.unknownCommand':
      return unknownCommand(command, command.args[0] ?? '');
    case 'commander.unknownOption':
      return unknownOption(command, plain);
    case 'commander.missingArgument':
      return missingArgument(command) ?? other;
    case 'commander.missingMandatoryOptionValue':
      return missingOption(command) ?? other;
    case 'commander.optionMissingArgument':
      return missingValue(command, plain) ?? other;
    case 'commander.invalidArgument':
      return invalidValue(command, plain) ?? other;
    case 'commander.excessArguments':
      return tooMany(command);
    default:
      return other;
  }
}

function tooMany(command: Command): UsageError {
  const { length } = command.registeredArguments;
  const extra = command.args.slice(length).join(' ');
  const name = fullName(command);
  if (length === 0)
    return new UsageError(`${name} takes no argument: ${extra}`, `Leave it out, or see ${name} --help`);
  const count = length === 1 ? 'one argument' : `${length} arguments`;
  return new UsageError(
    `${name} takes ${count}, and this is more: ${extra}`,
    `Words that belong together go into quotes. See ${name} --help`,
  );
}
