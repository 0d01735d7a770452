import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { WorkspacesOptions } from '../../src/git/workspaces.ts';
import { filesOf, type Ground, ground, landing, must, put, type Run, run } from './ground.ts';

export const RECORD = 'docs/phasewright/2026-11-16-ABC-12-add-login';
export const FILES = new Map([
  ['plan.md', '# Plan\n'],
  ['execution-state.json', '{}\n'],
  ['phase-1/summary.md', 'one\n'],
]);
export const OTHERS = { 'a.txt': 'a\n', 'docs/guide.md': 'guide\n', '.gitignore': 'cache/\n*.log\n' };

export const recorded = (changed: Partial<WorkspacesOptions> = {}) => ({ record: RECORD, ...changed });

/** A run that was halted once: its base has a record. */
export async function resumed(on: Ground = ground(OTHERS)) {
  const made = await run(on, recorded());
  const closed = must(
    await made.work.closeRun({ message: null, record: { files: FILES, message: 'docs: record' } }),
  );
  const work = made.again();
  must(await work.openRun());
  return { ...made, work, base: closed.head };
}

export const begun = () => run(ground(OTHERS), recorded());

/** Everything in a folder by its path, links as what they lead to. */
export function contentOf(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter(name => !lstatSync(join(folder, name)).isDirectory());
  return Object.fromEntries(files.sort().map(name => [name, readFileSync(join(folder, name), 'utf8')]));
}

export const EXPECTED = Object.fromEntries([...FILES].sort());

/** What agents do to the record beside their work. */
export const DEEDS: Readonly<Record<string, (folder: string, git: Ground['git'], slot: string) => void>> = {
  nothing: () => {},
  'commit it': (_, git, slot) => {
    git('-C', slot, 'add', '--all', '--force');
    git('-C', slot, 'commit', '--quiet', '--message', 'all of it');
  },
  'stage it': (folder, git, slot) => {
    put(join(folder, 'x.log'), 'ignored');
    git('-C', slot, 'add', '--all', '--force');
  },
  'delete it': folder => rmSync(folder, { recursive: true }),
  'delete and commit it': (folder, git, slot) => {
    rmSync(folder, { recursive: true });
    git('-C', slot, 'add', '--all');
    git('-C', slot, 'commit', '--quiet', '--allow-empty', '--message', 'gone');
  },
  'change and add files': folder => {
    writeFileSync(join(folder, 'plan.md'), 'other');
    put(join(folder, 'phase-1/report.json'), '{}');
    put(join(folder, 'x.log'), 'ignored');
  },
  'replace it by a link': folder => {
    rmSync(folder, { recursive: true });
    symlinkSync('/etc', folder);
  },
  'replace it by a file': folder => {
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'a file');
  },
  'make a repository of it': (folder, git) => {
    git('-C', folder, 'init', '--quiet');
    git('-C', folder, 'add', '--all');
    git('-C', folder, 'commit', '--quiet', '--message', 'inner');
  },
  'make a repository without a commit of it': (folder, git) => git('-C', folder, 'init', '--quiet'),
  'make one inside of it': (folder, git) => {
    git('init', '--quiet', join(folder, 'inner'));
    put(join(folder, 'inner/x'), 'x');
  },
  'make one around it': (folder, git) => {
    const above = join(folder, '..');
    git('-C', above, 'init', '--quiet');
    git('-C', above, 'add', '--all');
    git('-C', above, 'commit', '--quiet', '--message', 'around');
  },
  'make one without a commit around it': (folder, git) => git('-C', join(folder, '..'), 'init', '--quiet'),
  'call it a submodule': (folder, git, slot) => {
    git('-C', folder, 'init', '--quiet');
    git('-C', folder, 'commit', '--quiet', '--allow-empty', '--message', 'inner');
    git('-C', slot, 'config', '--file', '.git-modules', 'submodule.x.path', RECORD);
    renameSync(join(slot, '.git-modules'), join(slot, '.gitmodules'));
  },
  'take the rights away': folder => chmodSync(folder, 0o500),
  'put odd names into it': folder => {
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff, 0xfe])]), 'x');
    mkdirSync(join(folder, 'new\nline'));
  },
};

/** One attempt with such a deed, from open to closed. `before` is the record that the base has. */
export async function survives(
  made: Run,
  before: Readonly<Record<string, string>>,
  name: string,
): Promise<void> {
  const { work, base, git, again } = made;
  const { path } = must(await work.open({ slot: 0, base, contents: null }));
  must(await work.placeRecord(0, FILES));
  expect(contentOf(join(path, RECORD))).toEqual(EXPECTED);
  put(join(path, 'work.txt'), 'work');
  DEEDS[name]!(join(path, RECORD), git, path);
  const request = { slot: 0, base, phase: '1', attempt: 1, lane: null };
  const snapshot = must(await work.capture(request));
  const changed = name === 'call it a submodule' ? ['.gitmodules', 'work.txt'] : ['work.txt'];
  expect(snapshot.changes).toEqual(changed.map(file => ({ status: 'added', path: file })));
  const held = Object.entries(filesOf({ git }, snapshot.commit))
    .filter(([file]) => file.startsWith(`${RECORD}/`))
    .map(([file, text]) => [file.slice(RECORD.length + 1), `${text}\n`]);
  expect(Object.fromEntries(held)).toEqual(before);
  const own = git('rev-list', '--parents', '-1', snapshot.commit).split(' ').slice(2);
  // Also of a repository in the workspace what it had committed is kept.
  const commits = name.includes('commit it') || name === 'make one around it';
  expect(own).toHaveLength(commits ? 1 : 0);
  // A process that knows nothing sees the same.
  expect(must(await again().capture(request)).commit).toBe(snapshot.commit);
  const landed = must(await work.land(landing('1', { base, head: base, snapshot: snapshot.commit })));
  if (landed.outcome !== 'landed') expect.fail(landed.outcome);
  must(await work.open({ slot: 0, base: landed.head, contents: null }));
  must(await work.placeRecord(0, FILES));
  expect(contentOf(join(path, RECORD))).toEqual(EXPECTED);
  const status = git('-C', path, 'status', '--porcelain', '--untracked-files=all');
  const seen = status.split('\n').filter(entry => entry !== '' && !entry.includes(RECORD));
  expect(seen).toEqual([]);
  expect(must(await work.closeRun({ message: null, record: null })).rescued).toEqual([]);
  expect(git('for-each-ref', 'refs/phasewright/rescue')).toBe('');
}
