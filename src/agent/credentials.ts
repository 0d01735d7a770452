import { copyFileSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
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
export function lend({ original, link }: Credential): void {
  handBack({ original, link });
  if (!existsSync(original) || lstatSync(link, { throwIfNoEntry: false })) return;
  mkdirSync(dirname(link), { recursive: true, mode: 0o700 });
  symlinkSync(original, link);
}

/** Where the agent put a file in the place of the link, that is the newer one. */
export function handBack({ original, link }: Credential): void {
  const found = lstatSync(link, { throwIfNoEntry: false });
  if (!found?.isFile() || !existsSync(original)) return;
  const beside = `${original}.phasewright`;
  copyFileSync(link, beside);
  renameSync(beside, original);
  rmSync(link);
  symlinkSync(original, link);
}
