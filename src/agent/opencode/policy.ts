/** What the agent wants to do and may not do without being asked about. */
export interface Request {
  readonly permission: string;
  /** The tool that wants it; null where that is not known. */
  readonly tool: string | null;
  /** The whole command, where it is one. */
  readonly command: string | null;
}

/** Null: it may. Otherwise what the model is told instead. */
export function refusal({ permission, tool, command }: Request): string | null {
  if (command !== null && isReading(command)) return null;
  switch (permission) {
    case 'bash':
      return ONLY_READING;
    case 'external_directory':
      return command === null && READERS.includes(tool ?? '') ? null : ONLY_INSIDE;
    default:
      return 'This is not allowed in this session. Go on without it.';
  }
}

const READERS: readonly string[] = ['read', 'glob', 'grep', 'list', 'lsp'];

const ONLY_INSIDE = 'Only what lies in the workspace may be written to or worked in. Go on inside of it.';

const ONLY_READING =
  'This session may only read. Commands that work: git diff, log, show, status, blame, ls-files, ls-tree, rev-parse, ' +
  'cat-file, merge-base, shortlog, describe; cat, head, tail, wc, ls, grep; these joined by | and &&. ' +
  'No redirection to files, variables or substitutions. Use the tools read, glob and grep for the rest.';

/** Where the shell would do more than run a command with words: write, substitute, expand, escape. */
const SHELL_MAGIC = /[<>`$(){}\\&;\r\n]/;
const MERGED_ERRORS = / 2>&1(?= |$)/g;
/** Also within quotes. What is split too often begins with a strange word and is refused. */
const JOINTS = /&&|\|\||[|;]/;
const COMMAND =
  /^(?:git(?: --no-pager)? (?:diff|log|show|status|blame|ls-files|ls-tree|rev-parse|cat-file|merge-base|shortlog|describe)|cat|head|tail|wc|ls|pwd|grep)(?: |$)/;
/** Options of git by which a file is written, also where they are shortened. */
const WRITING_OPTION = /(?:^| )--o(?!neline(?: |$))/;

/**
 * Whether a command only reads, whatever is in the repository: a few programs with plain words as arguments. Every
 * command that the shell would run begins at the start or at a joint, so each piece is looked at.
 */
export function isReading(command: string): boolean {
  const pieces = command.trim().replace(MERGED_ERRORS, '').split(JOINTS);
  return pieces.every(piece => isReadingPiece(piece.trim()));
}

function isReadingPiece(piece: string): boolean {
  if (SHELL_MAGIC.test(piece) || !COMMAND.test(piece)) return false;
  return !WRITING_OPTION.test(piece.replaceAll(/["']/g, '').replaceAll('\t', ' '));
}
