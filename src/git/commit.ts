export interface Identity {
  readonly name: string;
  readonly email: string;
}

export interface Commit {
  readonly oid: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
}

export interface NewCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly author: Identity;
  readonly committer: Identity;
  readonly at: Date;
}

/** Who signs where the user has told git no name. */
export const NOBODY: Identity = { name: 'Phasewright', email: 'phasewright@localhost' };

/** A commit as git stores it. */
export function commitText(commit: NewCommit): string {
  const time = stamp(commit.at);
  const lines = [
    `tree ${commit.tree}`,
    ...commit.parents.map(parent => `parent ${parent}`),
    `author ${signed(commit.author)} ${time}`,
    `committer ${signed(commit.committer)} ${time}`,
    '',
    storedMessage(commit.message),
  ];
  return lines.join('\n');
}

/** As it is stored: no NUL, which would end it for git, and a line feed at the end. */
export const storedMessage = (message: string): string => `${message.replaceAll('\0', '').trimEnd()}\n`;

/** Null where the text is no commit. */
export function parseCommit(oid: string, text: string): Commit | null {
  const end = text.indexOf('\n\n');
  const head = end === -1 ? text : text.slice(0, end);
  const tree = /^tree ([0-9a-f]+)$/m.exec(head)?.[1];
  if (tree === undefined) return null;
  const parents = [...head.matchAll(/^parent ([0-9a-f]+)$/gm)].map(match => match[1]!);
  return { oid, tree, parents, message: end === -1 ? '' : text.slice(end + 2) };
}

/** `Name <mail> 1700000000 +0100` as `git var` prints it. */
export function parseIdentity(text: string): Identity | null {
  const match = /^(.*) <([^<>]*)> \d+ [+-]\d{4}\s*$/s.exec(text);
  return match ? { name: match[1]!, email: match[2]! } : null;
}

const signed = ({ name, email }: Identity): string => `${plain(name) || NOBODY.name} <${plain(email)}>`;

/** Whatever the settings let through: nothing in a name ends its header, or begins another part of it. */
const plain = (text: string): string =>
  text.replace(/[<>\0-\x1F\x7F-\x9F\u2028-\u202E\u2066-\u2069]/g, ' ').trim();

function stamp(at: Date): string {
  const minutes = -at.getTimezoneOffset();
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const offset = `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}${String(rest).padStart(2, '0')}`;
  return `${Math.max(0, Math.floor(at.getTime() / 1000))} ${offset}`;
}
