import type { Command } from 'commander';
import { nearest } from '../../base/nearest.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import { withHeadings } from '../help/headings.ts';
import { fullName, visibleCommands } from '../help/names.ts';
import { TOPICS, topicNamed } from '../help/topics.ts';
import type { Terminal } from '../terminal.ts';

/** `phasewright help`: of the program, a command in it, or a topic. */
export async function help(
  program: Command,
  words: readonly string[],
  { out, outStyle }: Terminal,
): Promise<ExitCode> {
  const [first = ''] = words;
  const topic = words.length === 1 ? topicNamed(first) : undefined;
  if (topic) out(withHeadings(await topic.text(), outStyle));
  else commandNamed(program, words).outputHelp();
  return EXIT.completed;
}

function commandNamed(command: Command, [word, ...rest]: readonly string[]): Command {
  if (word === undefined) return command;
  const found = command.commands.find(child => child.name() === word);
  if (found) return commandNamed(found, rest);
  const isProgram = command.parent === null;
  const names = [...visibleCommands(command), ...(isProgram ? TOPICS.map(({ name }) => name) : [])];
  const meant = nearest(word, names);
  const path = fullName(command).replace('phasewright', 'phasewright help');
  const all = isProgram
    ? 'phasewright help lists the commands and topics.'
    : names.length > 0
      ? `It has ${names.join(', ')}.`
      : `${path} is all there is.`;
  throw new UsageError(
    `there is no help on ${word}${isProgram ? '' : ` in ${fullName(command)}`}`,
    meant === null ? all : `Did you mean ${path} ${meant}? ${all}`,
  );
}
