import type { Command } from 'commander';
import { printable } from '../../base/printable.ts';
import { candidates } from '../completion/candidates.ts';
import { storedJournals } from '../completion/journals.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import type { Terminal } from '../terminal.ts';

/**
 * `phasewright complete-words`: what could stand in place of the last word, a line each, with a tab before what it means.
 * Fails where the shell is to complete a file, and on every mistake without a word: somebody is typing.
 */
export async function completeWords(
  program: Command,
  words: readonly string[],
  { out }: Terminal,
): Promise<ExitCode> {
  const found = await candidates(program, words, storedJournals).catch(() => null);
  if (found === null) return EXIT.failed;
  out(found.map(({ word, meaning }) => `${printable(word)}\t${printable(meaning)}\n`).join(''));
  return EXIT.completed;
}
