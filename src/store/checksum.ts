import { crc32 } from 'node:zlib';
import type { Holder, NewCommand, NewEvent, RunRecord } from './port.ts';

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

/**
 * Covers all that belongs to the run, so that a row which is lost or older than the others shows too. `chain` is the
 * checksum of the last event, `requests` the number of the last request, `lease` the checksum of the lease.
 */
export function runChecksum(
  { id, repository, title, createdAt, seq }: RunRecord,
  chain: number,
  requests: number,
  lease: number,
): number {
  return crc32([id, repository, title, createdAt, seq, chain, requests, lease].join('\0'));
}

export const NO_EVENTS = 0;
/** No checksum. */
export const NO_LEASE = -1;

export function leaseChecksum(run: string, { owner, heartbeatAt }: Holder): number {
  const { id, host, pid, startTime } = owner;
  return crc32([run, id, host, pid, startTime, heartbeatAt].join('\0'));
}

export function commandChecksum(run: string, seq: number, { id, at, data }: NewCommand): number {
  return crc32([run, seq, id, at, data].join('\0'));
}
