import { CommanderError } from 'commander';
import { redactor } from '../base/secrets/redact.ts';
import { EXIT } from './exit.ts';
import { buildProgram } from './program.ts';
import { reportError } from './report-error.ts';
import { terminal as openTerminal, type Terminal } from './terminal.ts';

/** Runs one command line. Every way to end passes through here, so that the exit code is always a documented one. */
export async function main(words: readonly string[], given: Terminal = openTerminal()): Promise<void> {
  const redact = redactor(process.env);
  // What is complained about may be a key in the wrong place.
  const terminal = { ...given, err: (text: string) => given.err(redact(text)) };
  const program = buildProgram({
    terminal,
    arguments: words,
    done: code => {
      process.exitCode = code;
    },
  });
  try {
    if (words.length === 0) program.help({ error: true });
    await program.parseAsync([...words], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError)
      process.exitCode = error.exitCode === 0 ? EXIT.completed : EXIT.usage;
    else process.exitCode = reportError(error, isVerbose(words), terminal);
  }
}

/** Read from the words themselves: a command line that cannot be understood may ask for it, too. */
const isVerbose = (words: readonly string[]): boolean => {
  const end = words.indexOf('--');
  return (end < 0 ? words : words.slice(0, end)).includes('--verbose');
};
