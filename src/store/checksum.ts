import { crc32 } from 'node:zlib';
import type { NewCommand, NewEvent, Owner, RunRecord } from './port.ts';

/*
 * A checksum tells bytes that rotted or were edited from those that were written. Text is summed as UTF-8, as it is
 * stored.
 */

/** Covers all that came before as well, so that an event which is lost, repeated or moved shows too. */
export function eventChecksum(
  run: string,
  seq: number,
  { at, version, data }: NewEvent,
  previous: number,
): number {
  return crc32(data, crc32(`${run}\0${seq}\0${at}\0${version}\0`, previous));
}

/** `chain` is the checksum of the run's last event, or NO_EVENTS. */
export function runChecksum({ id, repository, title, createdAt, seq }: RunRecord, chain: number): number {
  return crc32([id, repository, title, createdAt, seq, chain].join('\0'));
}

export const NO_EVENTS = 0;

/** Does not cover the heartbeat, which is set by itself. */
export function leaseChecksum(run: string, { id, host, pid, startTime }: Owner): number {
  return crc32([run, id, host, pid, startTime].join('\0'));
}

export function commandChecksum(run: string, seq: number, { id, at, data }: NewCommand): number {
  return crc32([run, seq, id, at, data].join('\0'));
}
