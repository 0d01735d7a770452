import { mkdirSync, writeFileSync } from 'node:fs';
import { stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseRaw, quoted, type RawChange } from './changes.ts';
import { git, LOCK_WAITS_MS, line, type Place } from './command.ts';
import { type Commit, commitText, type NewCommit, parseCommit } from './commit.ts';
import { conversation } from './conversation.ts';
import { failureOf } from './failure.ts';
import type { Keep } from './keep.ts';
import type { GitResult } from './port.ts';
import { turns } from './turns.ts';

/**
 * Commits and refs of one repository, through git processes that stay up: a landing asks some ten questions, and
 * starting a process for each would cost more than all else.
 */
export interface Objects {
  /** The id that a ref, an id or an expression such as `<commit>^{tree}` stands for; null where there is none. */
  resolve(name: string): Promise<GitResult<{ readonly oid: string | null }>>;
  /** Null where the name stands for no commit. */
  commit(name: string): Promise<GitResult<{ readonly commit: Commit | null }>>;
  write(commit: NewCommit): Promise<GitResult<{ readonly oid: string }>>;
  /** What differs between two trees. */
  compare(from: string, to: string): Promise<GitResult<{ readonly changes: readonly RawChange[] }>>;
  /** Changes all refs or none. `moved` tells which expectation did not hold, and then nothing was changed. */
  update(changes: readonly RefChange[]): Promise<GitResult<{ readonly moved: string | null }>>;
  end(): Promise<void>;
}

interface RefChange {
  readonly ref: string;
  readonly to: string;
  /** Where the ref must stand now; `nowhere` where it must not exist, null where that does not matter. */
  readonly from: string | 'nowhere' | null;
}

export interface ObjectsOptions {
  /** The repository's own folder, not a worktree's. */
  readonly place: Place;
  readonly commonDir: string;
  /** A folder of ours for the text of a commit on its way into the repository. */
  readonly folder: string;
  readonly keep: Pick<Keep, 'keep'>;
  /** Whether nobody else writes the ref, so that a lock which stays is one that a killed process left. */
  readonly owns: (ref: string) => boolean;
}

export function objects(options: ObjectsOptions): Objects {
  const reader = conversation(options.place, ['cat-file', '--batch-command']);
  const writer = conversation(options.place, [
    ...['hash-object', '-t', 'commit', '-w', '--no-filters', '--stdin-paths'],
  ]);
  const updater = conversation(options.place, ['update-ref', '-m', 'phasewright', '--stdin']);
  const differ = conversation(options.place, [
    ...['diff-tree', '--stdin', '-r', '--raw', '-z', '-M', '--ignore-submodules=none'],
  ]);
  const inTurn = turns();
  const draft = join(options.folder, `commit-${process.pid}.draft`);
  const question = quoted(Buffer.from(draft));
  return {
    async resolve(name) {
      const reply = await reader.ask(`info ${name}\n`, firstLine);
      if (!reply.ok) return reply;
      const oid = /^([0-9a-f]{40,64}) \w+ \d+$/.exec(reply.answer)?.[1] ?? null;
      return oid === null && name.startsWith('refs/') ? unresolved(options.place, name) : { ok: true, oid };
    },
    async commit(name) {
      const reply = await reader.ask(`contents ${name}\n`, wholeObject);
      if (!reply.ok) return reply;
      const { oid, type, text } = reply.answer;
      return { ok: true, commit: type === 'commit' ? parseCommit(oid, text) : null };
    },
    write: commit =>
      inTurn(async () => {
        mkdirSync(options.folder, { recursive: true });
        writeFileSync(draft, commitText(commit));
        const reply = await writer.ask(`${question}\n`, firstLine);
        return reply.ok ? { ok: true, oid: reply.answer } : reply;
      }),
    async compare(from, to) {
      if (from === to) return { ok: true, changes: [] };
      const reply = await differ.ask(`${from} ${to}\n${END}`, untilEnd);
      if (!reply.ok) return reply;
      // Of a tree that it cannot read git says nothing at all here.
      const head = `${from} ${to}\n`;
      if (!reply.answer.subarray(0, head.length).equals(Buffer.from(head)))
        return { ok: false, failure: failureOf('diff-tree', `unable to read ${from} or ${to}`) };
      return { ok: true, changes: parseRaw(reply.answer.subarray(head.length)) };
    },
    async update(changes) {
      const kept = await options.keep.keep(changes.map(({ to }) => to));
      if (!kept.ok) return kept;
      let seen: string | null = null;
      for (const ms of [...LOCK_WAITS_MS, null]) {
        const reply = await updater.ask(transaction(changes), committed);
        if (reply.ok) return { ok: true, moved: null };
        const { reason, message } = reply.failure;
        if (MOVED.test(message)) return { ok: true, moved: message };
        if (reason !== 'locked' || ms === null) return reply;
        await wait(ms);
        seen = await dropStale(options, changes, seen, ms === LOCK_WAITS_MS.at(-1));
      }
      throw new Error('unreachable: the last round returns');
    },
    async end() {
      await Promise.all([reader.end(), writer.end(), updater.end(), differ.end()]);
      await unlink(draft).catch(() => {});
    },
  };
}

/** Tells a ref that does not exist from one whose commit was deleted, which is not to be taken for a free name. */
async function unresolved(place: Place, ref: string): Promise<GitResult<{ readonly oid: null }>> {
  const found = await git(place, ['rev-parse', '--verify', '--quiet', ref], { answers: [1] });
  if (!found.ok) return found;
  if (found.code === 1) return { ok: true, oid: null };
  return {
    ok: false,
    failure: failureOf('cat-file', `unable to read ${line(found.stdout)}, where ${ref} is`),
  };
}

const MOVED =
  /is at [0-9a-f]+ but expected|reference already exists|unable to resolve reference|reference is missing/;

function transaction(changes: readonly RefChange[]): string {
  const lines = changes.flatMap(({ ref, to, from }) => [
    'option no-deref',
    from === 'nowhere' ? `create ${ref} ${to}` : `update ${ref} ${to}${from === null ? '' : ` ${from}`}`,
  ]);
  return ['start', ...lines, 'prepare', 'commit', ''].join('\n');
}

/** The locks of our own refs that nobody has touched since they were first seen are deleted in the last round. */
async function dropStale(
  { commonDir, owns }: ObjectsOptions,
  changes: readonly RefChange[],
  seen: string | null,
  last: boolean,
): Promise<string> {
  const locks = changes.filter(({ ref }) => owns(ref)).map(({ ref }) => join(commonDir, `${ref}.lock`));
  const marks = await Promise.all(
    locks.map(lock =>
      stat(lock).then(
        ({ ino, mtimeMs }) => `${ino} ${mtimeMs}`,
        () => '',
      ),
    ),
  );
  const now = marks.join();
  if (last && now === seen) await Promise.all(locks.map(lock => unlink(lock).catch(() => {})));
  return now;
}

function firstLine(received: Buffer): string | null {
  const end = received.indexOf(0x0a);
  return end === -1 ? null : received.toString('utf8', 0, end);
}

/** Git repeats a line that names no trees, and empties its buffer then. No path can look like it after a NUL. */
const END = '/end of the comparison/\n';

/** The names of the trees, on a line, and what differs. */
function untilEnd(received: Buffer): Buffer | null {
  if (!received.subarray(-END.length).equals(Buffer.from(END))) return null;
  return received.subarray(0, -END.length);
}

const committed = (received: Buffer): true | null => (received.includes('commit: ok\n') ? true : null);

interface Stored {
  readonly oid: string;
  /** `missing` where there is no such object. */
  readonly type: string;
  readonly text: string;
}

function wholeObject(received: Buffer): Stored | null {
  const head = firstLine(received);
  if (head === null) return null;
  const match = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(head);
  if (!match) return { oid: '', type: 'missing', text: '' };
  const start = Buffer.byteLength(head) + 1;
  const size = Number(match[3]);
  if (received.length < start + size + 1) return null;
  return { oid: match[1]!, type: match[2]!, text: received.toString('utf8', start, start + size) };
}
