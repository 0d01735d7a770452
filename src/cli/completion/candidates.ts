import type { Argument, Command, Option } from 'commander';
import { AGENT_NAMES } from '../../agent/catalogue.ts';
import { TOPICS } from '../help/topics.ts';
import { isOption, optionNamed, type Place, placeAfter } from './place.ts';

/** A word that could stand there, and what it means. */
export interface Candidate {
  readonly word: string;
  readonly meaning: string;
}

/** What only the journals know. */
export interface Journals {
  readonly runs: () => Promise<readonly Candidate[]>;
  readonly phases: (run: string) => Promise<readonly Candidate[]>;
}

/** What could stand in place of the last word, matching or not; null where it is a file. */
export async function candidates(
  program: Command,
  words: readonly string[],
  journals: Journals,
): Promise<readonly Candidate[] | null> {
  const current = words.at(-1) ?? '';
  const place = placeAfter(program, words.slice(0, -1));
  const { command, given, option, isLiteral } = place;
  if (option !== null) return valuesOf(option);
  if (!isLiteral && isOption(current)) {
    const [flag = '', value] = current.split('=', 2);
    return value === undefined ? optionsOf(command) : valuesBehind(flag, optionNamed(command, flag));
  }
  if (command.commands.length > 0) return given.length === 0 ? commandsOf(command) : [];
  const last = command.registeredArguments.at(-1);
  const argument = command.registeredArguments[given.length] ?? (last?.variadic ? last : undefined);
  const found = argument === undefined ? [] : await argumentsFor(argument, place, program, journals);
  return found?.filter(({ word }) => !given.includes(word)) ?? null;
}

const commandsOf = (command: Command): Candidate[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .map(child => ({ word: child.name(), meaning: child.summary() }));

function optionsOf(command: Command): Candidate[] {
  const help = command.createHelp();
  return [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)].flatMap(
    ({ long, description }) => (long ? { word: long, meaning: description } : []),
  );
}

/** What the names between angle brackets stand for. */
const FILES = ['file', 'folder', 'command', 'plan', 'plans'];

function valuesOf({ argChoices, long, flags }: Option): Candidate[] | null {
  if (argChoices !== undefined) return plain(argChoices);
  if (long === '--agent') return plain(AGENT_NAMES);
  return FILES.some(name => flags.includes(`<${name}>`)) ? null : [];
}

const valuesBehind = (flag: string, option: Option | null): Candidate[] | null =>
  (option === null ? [] : valuesOf(option))?.map(({ word }) => ({ word: `${flag}=${word}`, meaning: '' })) ??
  null;

async function argumentsFor(
  argument: Argument,
  { command, given }: Place,
  program: Command,
  journals: Journals,
): Promise<readonly Candidate[] | null> {
  if (argument.argChoices !== undefined) return plain(argument.argChoices);
  const name = argument.name();
  switch (name) {
    case 'run':
    case 'runs':
      return journals.runs();
    case 'phase':
    case 'phases': {
      const run = command.registeredArguments.findIndex(other => other.name() === 'run');
      return journals.phases(given[run] ?? '');
    }
    case 'agent':
    case 'name':
      return plain(AGENT_NAMES);
    case 'topic':
      return helpOn(program, given);
    default:
      return FILES.includes(name) ? null : [];
  }
}

function helpOn(program: Command, given: readonly string[]): Candidate[] {
  if (given.length > 0) return commandsOf(placeAfter(program, given).command);
  return [...commandsOf(program), ...TOPICS.map(({ name, summary }) => ({ word: name, meaning: summary }))];
}

const plain = (words: readonly string[]): Candidate[] => words.map(word => ({ word, meaning: '' }));
