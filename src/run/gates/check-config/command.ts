/** Of a command, words that are looked at. */
const MAX_WORDS = 200;

/** Files of the repository that a check's command names and therefore runs or reads. */
export function filesNamedBy(command: string): readonly string[] {
  const folders = [''];
  const files: string[] = [];
  const words = wordsOf(command);
  for (const [at, word] of words.entries()) {
    const before = words[at - 1] ?? '';
    if (FOLDER_OPTION.test(before)) folders.push(`${word}/`);
    else if (before === '-m') files.push(...modulesOf(word));
    else if (/[./]/.test(word) || RUNS_A_FILE.test(before)) files.push(word);
  }
  return files.flatMap(file => folders.map(folder => folder + file));
}

/** Targets that a check asks make for. A file of such a name stands for the target, unless the Makefile calls it phony. */
export function makeTargetsOf(command: string): readonly string[] {
  const folders = [''];
  const targets: string[] = [];
  let isMake = false;
  const words = wordsOf(command);
  for (const [at, word] of words.entries()) {
    const before = words[at - 1] ?? '';
    if (MAKE.test(word)) isMake = true;
    else if (FOLDER_OPTION.test(before)) folders.push(`${word}/`);
    else if (isMake && /^[\w.-]{1,100}$/.test(word) && !word.startsWith('-')) targets.push(word);
  }
  return targets.flatMap(target => folders.map(folder => folder + target));
}

/** Where `python -m NAME` looks first. */
function modulesOf(name: string): readonly string[] {
  const path = name.replaceAll('.', '/');
  return [`${path}.py`, `${path}/__init__.py`, `${path}/__main__.py`];
}

const FOLDER_OPTION = /^(?:cd|-C|--directory|--prefix|--dir|--cwd)$/;
const RUNS_A_FILE =
  /^(?:sh|bash|dash|zsh|ksh|source|\.|python\d?(?:\.\d{1,2})?|node|ruby|perl|php|deno|bun|tsx|exec)$/;
const MAKE = /^(?:\S{0,200}\/)?[gb]?make$/;

const wordsOf = (command: string): readonly string[] =>
  command
    .split(/[\s"'`;|&()<>=]+/, MAX_WORDS)
    .map(word => (word.startsWith('./') ? word.slice(2) : word))
    .filter(word => word !== '');
