import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Noted } from '../noted.ts';
import { GIT_MS, gitIn, type Places } from '../places.ts';
import type { Scenario } from '../scenario.ts';
import type { RunEnd } from './end.ts';

/** A repository that was left behind may hold git up. */
const LOOK_MS = 2_000;

/** Where work may be found again: in refs, in bundles, and in folders that the run named. */
interface Found {
  readonly objects: ReadonlySet<string>;
  /** Repositories in folders that were left behind. */
  readonly repositories: readonly string[];
}

/** Every hostile agent noted what it left: of others nothing could be missed. */
export const judgeNoted = ({ phases }: Scenario, { notes }: Places): string[] =>
  phases
    .filter(({ id, picks }) => picks.length > 0 && !existsSync(join(notes, `files-${id}.jsonl`)))
    .map(({ id }) => `noted: an agent did not note what it left: ${id}`);

/** Every file that an agent left in its workspace, and every commit that it made, can be had again. */
export function judgeKept(places: Places, end: RunEnd): string[] {
  const found = findKept(places, end);
  const files = readdirSync(places.notes)
    .filter(name => name.endsWith('.jsonl'))
    .flatMap(name => lines(join(places.notes, name)).map(line => ({ name, ...(JSON.parse(line) as Noted) })));
  const commits = lines(places.commits).filter(line => /^[0-9a-f]{40,64}$/.test(line));
  return [
    ...files
      .filter(({ blobs }) => !blobs.some(blob => found.objects.has(blob)))
      .map(({ name, path }) => `lost: a file of ${basename(name, '.jsonl')}: ${JSON.stringify(path)}`),
    ...[...new Set(commits)]
      .filter(
        commit => !found.objects.has(commit) && !found.repositories.some(at => holds(places, at, commit)),
      )
      .map(commit => `lost: a commit of ${commit.length} digits: ${commit}`),
  ];
}

const lines = (path: string): string[] =>
  existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];

function findKept(places: Places, end: RunEnd): Found {
  const { checkout, environment } = places;
  const objects = new Set(reachable(places, checkout));
  const repositories: string[] = [];
  for (const [at, bundle] of bundlesIn(places.state).entries()) {
    const copy = join(places.root, `bundle-${at}`);
    mkdirSync(copy);
    const format = /sha256/.test(readFileSync(bundle, 'latin1').slice(0, 200)) ? 'sha256' : 'sha1';
    gitIn(copy, environment, 'init', '-q', '--bare', `--object-format=${format}`);
    spawnSync('git', ['-C', copy, 'fetch', '-q', bundle, '+refs/*:refs/*', '+HEAD:refs/found'], {
      env: environment,
      timeout: GIT_MS,
    });
    for (const id of reachable(places, copy)) objects.add(id);
  }
  // What stays in the user's checkout is there.
  const folders = [...namedFolders(places, end), ...(places.isHere ? [checkout] : [])];
  for (const folder of folders) addFolder(folder, objects, repositories);
  return { objects, repositories };
}

const reachable = ({ environment }: Places, folder: string): string[] =>
  gitIn(folder, environment, 'rev-list', '--objects', '--all')
    .split('\n')
    .flatMap(line => {
      // Of a repository that cannot be read the files of its `.git` are kept, with its loose objects among them.
      const [, folder, rest] = /(?:[ /])objects\/([0-9a-f]{2})\/([0-9a-f]{38,62})$/.exec(line) ?? [];
      return [line.split(' ', 1)[0]!, ...(folder === undefined ? [] : [`${folder}${rest}`])];
    });

function bundlesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return bundlesIn(path);
    return entry.isFile() && entry.name.endsWith('.bundle') ? [path] : [];
  });
}

/** Folders in the state folder that the program told people of, none so wide that it names nothing. */
function namedFolders({ state }: Places, { out, err }: RunEnd): string[] {
  const below = join(state, 'x').slice(0, -1);
  const named = new Set<string>();
  // That a workspace was used tells nobody that it stays.
  const told = out.split('\n').filter(line => !line.includes('"workspace_opened"'));
  const text = [...told, err].join('\n');
  for (let at = text.indexOf(below); at >= 0; at = text.indexOf(below, at + 1)) {
    const path = /^[\w/.%+-]+/.exec(text.slice(at, at + 4_096))![0].replace(/[.]+$/, '');
    if (path.length > below.length && existsSync(path) && statSync(path).isDirectory()) named.add(path);
  }
  return [...named];
}

/** Longer paths cannot be opened, and what lies there was not noted either. */
const MAX_PATH = 3_800;

function addFolder(folder: string, objects: Set<string>, repositories: string[]): void {
  if (folder.length > MAX_PATH) return;
  for (const name of readdirSync(folder, { encoding: 'buffer' })) {
    const path = Buffer.concat([Buffer.from(`${folder}/`, 'latin1'), name]);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) {
      if (name.toString() === '.git') repositories.push(path.toString());
      addFolder(path.toString('latin1'), objects, repositories);
    } else if (found?.isFile()) {
      const content = readFileSync(path);
      objects.add(createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex'));
    }
  }
}

const holds = ({ environment }: Places, gitFolder: string, commit: string): boolean =>
  spawnSync('git', ['--git-dir', gitFolder, 'cat-file', '-e', commit], { env: environment, timeout: LOOK_MS })
    .status === 0;
