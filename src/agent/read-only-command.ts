/*
 * Agents that know commands which only read do not ask about them. They ask where one leaves the workspace, changes the
 * folder or names a repository; these are looked at here. What is not surely harmless is not.
 */

const COMMAND_CHARACTERS = 4_000;

/** Programs that only read, whatever their arguments. */
const READERS =
  'cat head tail wc ls pwd cd echo grep stat du df diff cmp basename dirname realpath readlink which true false test cut tr nl'.split(
    ' ',
  );

const GIT_READERS =
  'diff log show status blame rev-parse rev-list ls-files ls-tree merge-base cat-file describe shortlog name-rev show-ref for-each-ref diff-tree'.split(
    ' ',
  );

/** Git's own options that lead nowhere else than to another folder; all others may run programs. */
const GIT_FLAGS = ['--no-pager', '--no-optional-locks', '-P'];

/**
 * Options of git's reading commands that write a file or run a program: `--output`, `--ext-diff`, `--exec`, `--textconv`,
 * `--upload-pack`, `--filters`. Git takes their beginnings, too.
 */
const GIT_WRITES = /^--(?:ou|ext|exe|textc|up|filt)/;

/** What a shell does more than start programs: expansions, redirections, background, groups, escapes. */
const SHELL_WORK = /[`$<>&(){}\\!]/;

/** Redirections that write nothing. */
const SILENCING = /(?<=\s)2>(?:\/dev\/null|&1)(?=[\s;|]|$)/g;

/** Between programs, or a word of them: bare, quoted, or pieces of both. */
const TOKEN = /^(?:[ \t]+|(&&|\|\||[|;\n])|((?:'[^']*'|"[^"$`\\!]*"|[^\s'"|;&])+))/;
const QUOTED = /'([^']*)'|"([^"]*)"/g;

/** Whether a command surely only reads. */
export function isReadOnlyCommand(command: string): boolean {
  if (command.length > COMMAND_CHARACTERS) return false;
  const programs = programsIn(command.replace(SILENCING, ' ').trim());
  return programs !== null && programs.length > 0 && programs.every(isReading);
}

/** The words of each program that is started; null where there is more to it. */
function programsIn(command: string): string[][] | null {
  const programs: string[][] = [[]];
  let rest = command;
  while (rest !== '') {
    const found = TOKEN.exec(rest);
    if (!found) return null;
    const [all, separator, word] = found;
    rest = rest.slice(all.length);
    if (separator !== undefined) programs.push([]);
    if (word === undefined) continue;
    if (SHELL_WORK.test(word.replace(QUOTED, ''))) return null;
    programs.at(-1)!.push(word.replace(QUOTED, '$1$2'));
  }
  return command.endsWith(';') ? programs.slice(0, -1) : programs;
}

function isReading([program = '', ...words]: readonly string[]): boolean {
  if (program === 'git') return isReadingGit(words);
  return READERS.includes(program);
}

function isReadingGit(words: readonly string[]): boolean {
  let at = 0;
  while (at < words.length && words[at]!.startsWith('-')) {
    if (words[at] === '-C') at += 2;
    else if (GIT_FLAGS.includes(words[at]!)) at += 1;
    else return false;
  }
  const [name = '', ...options] = words.slice(at);
  return GIT_READERS.includes(name) && !options.some(option => GIT_WRITES.test(option));
}
