/** The examples at the end of a command's help. */
export const examples = (lines: readonly string[]): string =>
  `\nExamples:\n${lines.map(line => `  phasewright ${line}`).join('\n')}\n`;
