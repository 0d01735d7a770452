import type { Random } from '../fuzz/random.ts';

/** The files of a store, as they lie on the disk at one moment. */
export interface Files {
  readonly database: Buffer;
  /** Null where there is none. */
  readonly log: Buffer | null;
  readonly index: Buffer | null;
}

/** Files that something happened to. */
export interface Damaged extends Files {
  readonly what: string;
}

export const PAGE_BYTES = 4096;
/** With which the first page begins; it says what the file is. */
export const HEADER_BYTES = 100;
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const FRAME_BYTES = FRAME_HEADER_BYTES + PAGE_BYTES;

const pagesIn = ({ length }: Buffer): number => Math.floor(length / PAGE_BYTES);
const framesIn = ({ length }: Buffer): number => Math.floor((length - LOG_HEADER_BYTES) / FRAME_BYTES);

/** The log up to, but not including, a frame. */
export const logUpTo = (log: Buffer, frame: number): Buffer =>
  log.subarray(0, LOG_HEADER_BYTES + frame * FRAME_BYTES);

/** The frames at which a transaction ends: those that state the size of the database. */
export const commitFrames = (log: Buffer): number[] =>
  Array.from({ length: framesIn(log) }, (_, frame) => frame).filter(
    frame => log.readUInt32BE(LOG_HEADER_BYTES + frame * FRAME_BYTES + 4) !== 0,
  );

/** Everything that is done to each page of the database, or to some; `older` is the same database some time before. */
export function* damagedPages(
  files: Files,
  older: Buffer,
  r: Random,
  some: readonly number[] = Array.from({ length: pagesIn(files.database) }, (_, page) => page),
  flips = 60,
): Generator<Damaged> {
  const { database } = files;
  const pages = pagesIn(database);
  const changed = (what: string, bytes: Buffer): Damaged => ({ ...files, database: bytes, what });
  for (const page of some) {
    const start = page * PAGE_BYTES;
    const name = `page ${page + 1} of ${pages}`;
    if (page > 0) yield changed(`cut before ${name}`, database.subarray(0, start));
    yield changed(`cut inside ${name}`, database.subarray(0, start + PAGE_BYTES / 2));
    yield changed(`cut one byte before the end of ${name}`, database.subarray(0, start + PAGE_BYTES - 1));
    const header = page === 0 ? Array(HEADER_BYTES).keys() : [];
    const given = [...header, 0, 3, 5, 8, PAGE_BYTES / 2, PAGE_BYTES - 1];
    for (const at of positions(start, PAGE_BYTES, given, flips, r))
      yield changed(`byte ${at - start} of ${name} changed`, flipped(database, at, r));
    yield changed(`${name} zeroed`, Buffer.from(database).fill(0, start, start + PAGE_BYTES));
    const other = r.below(pages);
    if (other !== page)
      yield changed(`${name} in place of page ${other + 1}`, swapped(database, page, other));
    if (page < pagesIn(older) && !pageOf(older, page).equals(pageOf(database, page)))
      yield changed(`${name} as it was earlier`, replaced(database, page, pageOf(older, page)));
  }
}

/** Everything that is done to each frame of the log, with the number of the first frame that it touches. */
export function* damagedFrames(
  files: Files & { readonly log: Buffer },
  r: Random,
): Generator<Damaged & { readonly frame: number }> {
  const { log } = files;
  const changed = (what: string, bytes: Buffer | null, frame: number) => ({
    ...files,
    log: bytes,
    what,
    frame,
  });
  yield changed('the log lost', null, 0);
  for (let at = 0; at < LOG_HEADER_BYTES; at += 1)
    yield changed(`byte ${at} of the log's header changed`, flipped(log, at, r), 0);
  for (let frame = 0; frame < framesIn(log); frame += 1) {
    const start = LOG_HEADER_BYTES + frame * FRAME_BYTES;
    const name = `frame ${frame}`;
    yield changed(`cut before ${name}`, log.subarray(0, start), frame);
    yield changed(`cut inside ${name}`, log.subarray(0, start + FRAME_BYTES / 2), frame);
    yield changed(`cut one byte before the end of ${name}`, log.subarray(0, start + FRAME_BYTES - 1), frame);
    for (const at of positions(start, FRAME_BYTES, [0, 4, 8, 16, FRAME_HEADER_BYTES, FRAME_BYTES - 1], 2, r))
      yield changed(`byte ${at - start} of ${name} changed`, flipped(log, at, r), frame);
    if (frame % 4 > 0) continue;
    yield changed(`${name} zeroed`, Buffer.from(log).fill(0, start, start + FRAME_BYTES), frame);
    yield changed(
      `${name} lost`,
      Buffer.concat([log.subarray(0, start), log.subarray(start + FRAME_BYTES)]),
      frame,
    );
  }
}

/** The index of the log in every state that it may be found in. It holds nothing that the log does not. */
export function* staleIndexes(files: Files, r: Random): Generator<Damaged> {
  const changed = (what: string, index: Buffer | null): Damaged => ({ ...files, index, what });
  const { index } = files;
  yield changed('no index', null);
  if (index === null) return;
  yield changed('another index', Buffer.alloc(index.length, 7));
  yield changed('a zeroed index', Buffer.alloc(index.length));
  yield changed('half an index', index.subarray(0, index.length / 2));
  for (let count = 0; count < 40; count += 1)
    yield changed('a changed index', flipped(index, r.below(index.length), r));
}

/** Given places in a page or frame, and some more. */
function positions(
  start: number,
  length: number,
  given: readonly number[],
  more: number,
  r: Random,
): number[] {
  const chosen = Array.from({ length: more }, () => r.below(length));
  return [...new Set([...given, ...chosen])].map(at => start + at);
}

function flipped(bytes: Buffer, at: number, r: Random): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = copy[at]! ^ (1 + r.below(255));
  return copy;
}

const pageOf = (bytes: Buffer, page: number): Buffer =>
  bytes.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES);

function replaced(bytes: Buffer, page: number, by: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  by.copy(copy, page * PAGE_BYTES);
  return copy;
}

const swapped = (bytes: Buffer, a: number, b: number): Buffer =>
  replaced(replaced(bytes, a, pageOf(bytes, b)), b, pageOf(bytes, a));
