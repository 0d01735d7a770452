import { randomUUID } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileName } from '../base/file-name.ts';
import { inFolder, plainFile, putAside } from './home-files.ts';

/**
 * What an agent's own login left, as it is needed in another folder: a link. Programs that renew what is in it write
 * through the link or put a file in its place, which `handBack` then brings home; a copy would leave the user with what
 * is no longer valid.
 */
export interface Credential {
  readonly original: string;
  /** The agent's home, in which it may do as it likes. */
  readonly home: string;
  /** Below the home. */
  readonly link: string;
}

/** A login is a few kilobytes. */
const MAX_LOGIN_BYTES = 1 << 20;

/** Puts the link there, unless the user is not logged in. */
export function lend(credential: Credential): void {
  const { original, home, link } = credential;
  handBack(credential);
  if (!existsSync(original)) return;
  inFolder(home, dirname(link), folder => {
    const place = join(folder, basename(link));
    if (isLinkTo(place, original)) return;
    // What an agent put there that had nothing to work with.
    putAside(place);
    linkUnlessThere(original, place);
  });
  const note = noteOf(credential);
  mkdirSync(dirname(note), { recursive: true, mode: 0o700 });
  writeFileSync(note, '');
}

/** Where the agent put a file in the place of what was lent, that is the newer one. What cannot be taken stays there. */
export function handBack(credential: Credential): void {
  try {
    takeHome(credential);
  } catch {
    // The user's own is as it was; a session that is over is not to fail by it.
  }
}

function takeHome(credential: Credential): void {
  const { original, home, link } = credential;
  if (!existsSync(noteOf(credential)) || !existsSync(original)) return;
  inFolder(home, dirname(link), folder => {
    const place = join(folder, basename(link));
    const renewed = plainFile(place, MAX_LOGIN_BYTES);
    if (renewed === null || renewed.length === 0) return;
    // The user may keep it elsewhere, and a link to it here.
    const theirs = realpathSync(original);
    if (!isLike(renewed, plainFile(theirs, MAX_LOGIN_BYTES))) return;
    const beside = `${theirs}.${randomUUID()}`;
    writeFileSync(beside, renewed, { mode: statSync(theirs).mode & 0o777, flag: 'wx' });
    renameSync(beside, theirs);
    const fresh = `${place}.${randomUUID()}`;
    symlinkSync(original, fresh);
    renameSync(fresh, place);
  });
}

/** Half a file, or something else, is no login that was renewed: of an object in JSON a key at least has stayed. */
function isLike(renewed: Buffer, known: Buffer | null): boolean {
  const keys = known === null ? null : keysOf(known);
  return !keys?.length || keysOf(renewed)?.some(key => keys.includes(key)) === true;
}

function keysOf(text: Buffer): readonly string[] | null {
  try {
    const value: unknown = JSON.parse(text.toString());
    return value !== null && typeof value === 'object' ? Object.keys(value) : null;
  } catch {
    return null;
  }
}

const isLinkTo = (place: string, original: string): boolean =>
  lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true && readlinkSync(place) === original;

/** Sessions side by side share it. */
function linkUnlessThere(original: string, place: string): void {
  try {
    symlinkSync(original, place);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Says that there was a link, so that a file in its place is one that was renewed. No agent gets to where it is. */
const noteOf = ({ home, link }: Credential): string => join(`${home}.lent`, fileName(relative(home, link)));
