/**
 * Notes what lies in the current folder, as a hostile agent leaves it: `node manifest.ts FILE`. A line of JSON for each file
 * that is not to be lost: no part of git's own folders, not ignored by intent, and readable.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import type { Noted } from './noted.ts';

/** `ign-` is ignored everywhere, `moving-` changes at any time. */
const LEFT_OUT = /^(?:ign2?-|moving-)/;
const RECORD = 'docs';

const blobOf = (content: Buffer): string =>
  createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');

const withoutOutput = (content: Buffer): Buffer =>
  Buffer.from(content.toString('latin1').replaceAll(/^OUT .*\n/gm, ''), 'latin1');

function entriesOf(folder: Buffer): Buffer[] {
  try {
    return readdirSync(folder, { encoding: 'buffer' });
  } catch {
    return [];
  }
}

function note(folder: Buffer, file: string, isTop: boolean): void {
  for (const name of entriesOf(folder)) {
    const text = name.toString('latin1');
    if (text === '.git' || LEFT_OUT.test(text) || (isTop && text === RECORD)) continue;
    const path = Buffer.concat([folder, Buffer.from('/'), name]);
    try {
      const found = lstatSync(path);
      if (found.isDirectory()) note(path, file, false);
      if (!found.isFile()) continue;
      const content = readFileSync(path);
      const noted: Noted = {
        path: path.toString('latin1'),
        blobs: [blobOf(content), ...(text.endsWith('.nb') ? [blobOf(withoutOutput(content))] : [])],
      };
      appendFileSync(file, `${JSON.stringify(noted)}\n`);
    } catch {
      // What cannot be read by who made it cannot be kept by others.
    }
  }
}

note(Buffer.from('.'), process.argv[2] ?? '', true);
