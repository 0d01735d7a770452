import type { Command, Option } from 'commander';

/** Where in a command line the next word would stand. */
export interface Place {
  readonly command: Command;
  /** The command's arguments before it. */
  readonly given: readonly string[];
  /** The option whose value it would be. */
  readonly option: Option | null;
  /** Behind `--` nothing is an option. */
  readonly isLiteral: boolean;
}

/** Follows words as the program would, without complaint. */
export function placeAfter(program: Command, words: readonly string[]): Place {
  let command = program;
  let given: string[] = [];
  let option: Option | null = null;
  let isLiteral = false;
  for (const word of words) {
    if (option !== null) option = null;
    else if (isLiteral) given.push(word);
    else if (word === '--') isLiteral = true;
    else if (isOption(word)) option = takesNext(command, word);
    else {
      const child = given.length === 0 ? command.commands.find(other => other.name() === word) : undefined;
      if (child) [command, given] = [child, []];
      else given.push(word);
    }
  }
  return { command, given, option, isLiteral };
}

export const isOption = (word: string): boolean => word.startsWith('-') && word !== '-';

function takesNext(command: Command, word: string): Option | null {
  const option = optionNamed(command, word);
  return option?.required ? option : null;
}

/** An option of the command or of those around it. */
export function optionNamed(command: Command, flag: string): Option | null {
  const own = command.options.find(({ long, short }) => long === flag || short === flag);
  return own ?? (command.parent === null ? null : optionNamed(command.parent, flag));
}
