import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/**
 * What an agent's own login left, as it is needed in another folder: a link. Programs that renew what is in it write
 * through the link or put a file in its place, which `handBack` then brings home; a copy would leave the user with what
 * is no longer valid.
 */
export interface Credential {
  readonly original: string;
  readonly link: string;
}

/** Puts the link there, unless the user is not logged in. */
export function lend(credential: Credential): void {
  const { original, link } = credential;
  handBack(credential);
  if (!existsSync(original)) return;
  const found = lstatSync(link, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) return;
  // What an agent put there that had nothing to work with.
  if (found) rmSync(link);
  mkdirSync(dirname(link), { recursive: true, mode: 0o700 });
  symlinkSync(original, link);
  writeFileSync(noteOf(credential), '');
}

/** Where the agent put a file in the place of what was lent, that is the newer one. */
export function handBack(credential: Credential): void {
  const { original, link } = credential;
  const found = lstatSync(link, { throwIfNoEntry: false });
  if (!found?.isFile() || !existsSync(noteOf(credential)) || !existsSync(original)) return;
  const beside = `${original}.phasewright`;
  copyFileSync(link, beside);
  renameSync(beside, original);
  rmSync(link);
  symlinkSync(original, link);
}

/** Says that there was a link, so that a file in its place is one that was renewed. */
const noteOf = ({ link }: Credential): string => `${link}.lent`;
