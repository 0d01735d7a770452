import { spawn } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { HIDDEN_TEXT, type Places } from '../places.ts';
import type { RunEnd } from './end.ts';

/** No text of a hidden place is in an object of the user's repository, in the state folder, or in what was printed. */
export async function judgeHidden(places: Places, { out, err }: RunEnd): Promise<string[]> {
  const needle = Buffer.from(HIDDEN_TEXT);
  return [
    ...((out + err).includes(HIDDEN_TEXT) ? ['hidden: text of a hidden file was printed'] : []),
    ...((await holdsText(places)) ? ['hidden: text of a hidden file is an object of the repository'] : []),
    ...(existsSync(places.state) ? filesHolding(places.state, needle) : []).map(
      path =>
        `hidden: text of a hidden file stands in ${relative(places.root, path).replaceAll(/\d+/g, 'N')}`,
    ),
  ];
}

function holdsText({ checkout, environment }: Places): Promise<boolean> {
  const child = spawn('git', ['-C', checkout, 'cat-file', '--batch', '--batch-all-objects', '--buffer'], {
    env: { ...environment, GIT_CONFIG_NOSYSTEM: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let found = false;
  let end = '';
  child.stdout.setEncoding('latin1').on('data', (text: string) => {
    const joined = end + text;
    found ||= joined.includes(HIDDEN_TEXT);
    end = joined.slice(-HIDDEN_TEXT.length);
  });
  return new Promise(resolve => child.on('close', () => resolve(found)));
}

/** Longer paths cannot be opened; agents dig deeper than that, but have nothing to put there. */
const MAX_PATH = 3_800;

function filesHolding(folder: string, needle: Buffer): string[] {
  if (folder.length > MAX_PATH) return [];
  return readdirSync(folder).flatMap(name => {
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) return filesHolding(path, needle);
    return found?.isFile() && readFileSync(path).includes(needle) ? [path] : [];
  });
}
