/** The manual page, made from what the program says of itself. */
import type { Command, Option } from 'commander';
import { EXIT_CODES } from '../src/cli/help/exit-codes.ts';
import { fullName } from '../src/cli/help/names.ts';
import { TOPICS } from '../src/cli/help/topics.ts';
import { examplesOf } from '../src/cli/program/examples.ts';
import { buildProgram } from '../src/cli/program.ts';
import { uncoloured } from '../src/view/style.ts';

/** A page for `man`, as of a day such as 2020-12-31. */
export function manPage(version: string, day: string): string {
  const program = silentProgram();
  return [
    `.TH PHASEWRIGHT 1 "${day}" ${quoted(`phasewright ${version}`)} "User Commands"`,
    section('NAME', `phasewright \\- ${roff('carries out an implementation plan with coding agents')}`),
    section('SYNOPSIS', '.B phasewright', '.RI [ options ]', '.I command', '.RI [ arguments ]'),
    section('DESCRIPTION', roff(DESCRIPTION)),
    section('OPTIONS', ...optionLines(program)),
    section('COMMANDS', ...commandLines(program)),
    section(
      'EXIT STATUS',
      ...EXIT_CODES.flatMap(({ code, meaning, next }) => item(`${code}`, `${meaning}. ${next}`)),
    ),
    section('ENVIRONMENT', ...ENVIRONMENT.flatMap(([name, meaning]) => item(name, meaning))),
    section('FILES', ...FILES.flatMap(([name, meaning]) => item(name, meaning))),
    section('EXAMPLES', ...exampleLines(program)),
    section('SEE ALSO', '.BR git (1)', '.PP', roff(topicsText())),
    '',
  ].join('\n');
}

/** The program with all of its commands, which prints nothing. */
export function silentProgram(): Command {
  const nothing = (): void => {};
  const style = { outStyle: uncoloured, errStyle: uncoloured };
  const stream = { out: nothing, outBytes: nothing, err: nothing, outIsScreen: false };
  const terminal = { ...stream, ...style, columns: COLUMNS, unicode: false };
  return buildProgram({ terminal, arguments: [], done: nothing });
}

const COLUMNS = 80;

const DESCRIPTION = `Phasewright takes an implementation plan and carries it out with coding agents. The plan becomes a graph of phases. Each phase is worked on by a fresh agent session in a git worktree of its own, checked by your commands, reviewed by another agent, and landed as one commit on a branch of the run. Your checkout is not touched. A run survives being killed at any moment: resume goes on with it.`;

const ENVIRONMENT: readonly (readonly [name: string, meaning: string])[] = [
  ['PHASEWRIGHT_HOME', 'Folder in which runs are kept, in place of the one under FILES.'],
  ['PHASEWRIGHT_CONFIG', 'Your own settings file, in place of the one under FILES.'],
  ['PHASEWRIGHT_PROFILE', 'The profile of the settings that counts, as --profile.'],
  ['PHASEWRIGHT_SET_NAME', 'A setting: PHASEWRIGHT_SET_MAX_ATTEMPTS is maxAttempts.'],
  ['XDG_STATE_HOME, XDG_CONFIG_HOME', 'Where the folders under FILES lie.'],
  ['VISUAL, EDITOR', 'The editor of phasewright edit.'],
  ['SHELL', 'The shell of phasewright completion.'],
  ['GIT_PAGER, PAGER', 'The pager of phasewright diff and logs.'],
  ['PHASEWRIGHT_PLAIN', 'Lines instead of the live view, as --plain.'],
  ['CI, TERM', 'In continuous integration and on a dumb terminal there are lines, too.'],
  ['NO_COLOR, FORCE_COLOR', 'No colours, or colours where there is no terminal.'],
  ['COLORFGBG', 'Colours of the terminal, by which those are chosen that can be read.'],
];

const FILES: readonly (readonly [name: string, meaning: string])[] = [
  ['phasewright.yaml', 'Settings of the repository, at its top.'],
  ['~/.config/phasewright/config.yaml', 'Your own settings.'],
  ['~/.local/state/phasewright/', 'Journals, logs and worktrees of runs.'],
];

const topicsText = (): string =>
  `${TOPICS.map(({ name }) => `phasewright help ${name}`).join(', ')}. The pages of the documentation are in the docs folder of the project.`;

const section = (title: string, ...lines: readonly string[]): string =>
  [`.SH ${quoted(title)}`, ...lines].join('\n');

const commandLines = (program: Command): string[] =>
  program
    .createHelp()
    .visibleCommands(program)
    .flatMap(command => [command, ...command.commands])
    .flatMap(command => {
      const usage = command.registeredArguments.map(argumentText).join(' ');
      const title = [...fullName(command).split(' ').slice(1), usage].join(' ').trim();
      return [`.SS ${quoted(title)}`, roff(command.description()), ...optionLines(command)];
    });

function argumentText(argument: { name(): string; required: boolean; variadic: boolean }): string {
  const name = `${argument.name().toUpperCase()}${argument.variadic ? '...' : ''}`;
  return argument.required ? name : `[${name}]`;
}

const optionLines = (command: Command): string[] =>
  command
    .createHelp()
    .visibleOptions(command)
    .flatMap(option => item(option.flags, meaningOf(command, option)));

const meaningOf = (command: Command, option: Option): string =>
  command.createHelp().optionDescription(option);

const exampleLines = (program: Command): string[] => [
  '.nf',
  ...[program, ...program.createHelp().visibleCommands(program)].flatMap(command =>
    examplesOf(command).map(roff),
  ),
  '.fi',
];

const item = (head: string, text: string): string[] => ['.TP', `.B ${quoted(head)}`, roff(text)];

/** Text that no letter of which is taken for an instruction. */
export const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('`', '')
    .replaceAll(/^(?=[.'])/gm, '\\&');

const quoted = (text: string): string => `"${roff(text).replaceAll('"', '\\(dq')}"`;
