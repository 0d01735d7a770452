import type { Command, Option } from 'commander';
import { nearest } from '../../base/nearest.ts';
import { UsageError } from '../exit.ts';
import { examplesOf } from '../program/examples.ts';
import { fullName } from './names.ts';

/** The first argument that is not there. Null where nothing is missing after all. */
export function missingArgument(command: Command): UsageError | null {
  const missing = command.registeredArguments.find(
    ({ required }, index) => required && command.args[index] === undefined,
  );
  if (missing === undefined) return null;
  const name = missing.name();
  return new UsageError(
    `${fullName(command)} needs ${name.toUpperCase()}: ${missing.description}`,
    [exampleOf(command), ...(FOUND[name] ?? [])].join('. '),
  );
}

/** Where the user finds what can be given. */
const FOUND: Readonly<Record<string, readonly [string]>> = {
  run: ['phasewright status lists the runs.'],
  phase: ['phasewright status RUN lists the phases.'],
  phases: ['phasewright status RUN lists the phases.'],
  plan: ['phasewright help plans tells what a plan looks like.'],
  plans: ['phasewright help plans tells what a plan looks like.'],
};

/** An option without which the command cannot be called. */
export function missingOption(command: Command): UsageError | null {
  const missing = command.options.find(
    option => option.mandatory && command.getOptionValue(option.attributeName()) === undefined,
  );
  if (missing === undefined) return null;
  const message = `${fullName(command)} needs ${missing.long}: ${missing.description}`;
  return new UsageError(message, `${choicesOf(missing)} ${exampleOf(command, missing.long)}`.trim());
}

/** An option whose value is not there. */
export function missingValue(command: Command, message: string): UsageError | null {
  const option = command.options.find(({ flags }) => message === `option '${flags}' argument missing`);
  if (option === undefined) return null;
  const hint = choicesOf(option) || exampleOf(command, option.long);
  return new UsageError(`${option.long} needs a value: ${option.description}`, hint);
}

/** A value that an option or an argument cannot have. */
export function invalidValue(command: Command, message: string): UsageError | null {
  for (const option of command.options) {
    const before = `option '${option.flags}' argument '`;
    if (!message.startsWith(before)) continue;
    const end = message.lastIndexOf(INVALID);
    const reason = message.slice(end + INVALID.length);
    return refusal(option.long ?? option.flags, message.slice(before.length, end), reason, option.argChoices);
  }
  const index = command.registeredArguments.findIndex(argument =>
    message.includes(`' is invalid for argument '${argument.name()}'. `),
  );
  const argument = command.registeredArguments[index];
  if (argument === undefined) return null;
  const reason = message.slice(message.indexOf("'. ") + "'. ".length);
  return refusal(argument.name().toUpperCase(), command.args[index] ?? '', reason, argument.argChoices);
}

const INVALID = "' is invalid. ";

function refusal(
  what: string,
  value: string,
  reason: string,
  choices: readonly string[] | undefined,
): UsageError {
  const message = `${what} cannot be ${value === '' ? 'empty' : value}`;
  if (choices === undefined) return new UsageError(message, reason);
  const meant = nearest(value, choices);
  const all = `one of: ${choices.join(', ')}`;
  const more = what === '--preset' ? '. phasewright help presets tells about them.' : '';
  const hint = meant === null ? `Give ${all}` : `Did you mean ${meant}? It is ${all}`;
  return new UsageError(message, `${hint}${more}`);
}

const choicesOf = ({ argChoices }: Option): string =>
  argChoices === undefined ? '' : `Give one of: ${argChoices.join(', ')}.`;

/** An example of the command, with this option if there is one. */
function exampleOf(command: Command, flag: string | undefined = undefined): string {
  const all = examplesOf(command);
  const example = all.find(line => flag !== undefined && line.includes(flag)) ?? all[0];
  return example === undefined ? `See ${fullName(command)} --help` : `For example: ${example}`;
}
