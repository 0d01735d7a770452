import type { Command } from 'commander';

const HEADING = '\nExamples:\n';

/** The examples at the end of a command's help. */
export const examples = (lines: readonly string[]): string =>
  `${HEADING}${lines.map(line => `  phasewright ${line}`).join('\n')}\n`;

/** Those of a command, as its help has them. */
export function examplesOf(command: Command): string[] {
  const [, list = ''] = helpOf(command).split(HEADING);
  const [own = ''] = list.split('\n\n');
  return own
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');
}

function helpOf(command: Command): string {
  const usual = command.configureOutput();
  let text = '';
  const writeOut = (part: string): void => {
    text += part;
  };
  command.configureOutput({ ...usual, writeOut }).outputHelp();
  command.configureOutput(usual);
  return text;
}
