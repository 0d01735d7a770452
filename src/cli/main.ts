import { CommanderError } from 'commander';
import { printable, printableLines } from '../base/printable.ts';
import { redactor } from '../base/secrets/redact.ts';
import { StoreError } from '../store/port.ts';
import { EXIT, UsageError } from './exit.ts';
import { buildProgram } from './program.ts';
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
  for (const command of [program, ...program.commands]) {
    const writeErr = (text: string): void => terminal.err(printableLines(text));
    command.exitOverride().configureOutput({ writeOut: terminal.out, writeErr });
  }
  try {
    if (words.length === 0) {
      terminal.err(program.helpInformation());
      process.exitCode = EXIT.usage;
      return;
    }
    await program.parseAsync([...words], { from: 'user' });
  } catch (error) {
    process.exitCode = report(error, terminal, process.env.PHASEWRIGHT_TRACE === '1');
  }
}

function report(error: unknown, { err, errStyle }: Terminal, trace: boolean): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.completed : EXIT.usage;
  if (error instanceof UsageError) {
    err(
      `${errStyle.red('error')}: ${printable(error.message)}\n${errStyle.dim('hint')}: ${printable(error.hint)}\n`,
    );
    return EXIT.usage;
  }
  if (error instanceof StoreError) {
    const word = `${errStyle.red('error')}: ${printable(error.message)}`;
    err(`${word}\n${errStyle.dim('hint')}: ${printable(error.hint)}\n`);
    return EXIT.failed;
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  err(`${errStyle.red('internal error')}: ${printable(message)}\n`);
  err(
    trace
      ? `${printableLines(stack ?? '')}\n`
      : 'This is a bug in phasewright. PHASEWRIGHT_TRACE=1 shows where it happened.\n',
  );
  return EXIT.failed;
}
