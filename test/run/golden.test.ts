import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EVENT_VERSION } from '../../src/run/event.ts';
import { EVENT_TYPES } from '../../src/run/event-fields.ts';
import { decode, encode, type Written } from '../../src/run/journal.ts';
import { violations } from '../engine/invariants.ts';
import { fold } from './fold.ts';
import { richJournal } from './journals.ts';
import { summaryOf } from './summary.ts';

/**
 * A journal of each version of the schema, as a program of that version wrote it, and the state that it told. Those of
 * older versions are never written again; that of the present one is with `PHASEWRIGHT_UPDATE_GOLDEN=1`, which is right
 * only as long as no release has written journals of that version.
 */
const FOLDER = new URL('golden/', import.meta.url);
const journalFile = (version: number): URL => new URL(`v${version}.jsonl`, FOLDER);
const stateFile = (version: number): URL => new URL(`v${version}.state.json`, FOLDER);

if (process.env.PHASEWRIGHT_UPDATE_GOLDEN) {
  const entries = await richJournal();
  const lines = entries.map(({ at, event }) => JSON.stringify(encode(event, at)));
  writeFileSync(journalFile(EVENT_VERSION), `${lines.join('\n')}\n`);
  writeFileSync(stateFile(EVENT_VERSION), `${JSON.stringify(summaryOf(fold(entries)!), null, 2)}\n`);
}

const linesOf = (version: number): Written[] =>
  readFileSync(journalFile(version), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));

describe('journals of every version', () => {
  it('are at hand', () => {
    const versions = readdirSync(FOLDER).filter(name => name.endsWith('.jsonl'));
    expect(versions).toHaveLength(EVENT_VERSION);
  });

  for (let version = 1; version <= EVENT_VERSION; version += 1) {
    it(`${version} is read as the state that it told then`, () => {
      const decoded = decode(linesOf(version));
      if (!decoded.ok) expect.fail(decoded.message);
      const state = fold(decoded.entries)!;
      const told = JSON.parse(readFileSync(stateFile(version), 'utf8'));
      expect(JSON.parse(JSON.stringify(summaryOf(state)))).toEqual(told);
      expect(violations(decoded.entries)).toEqual([]);
    });
  }

  it('have among them every kind of event', () => {
    const types = linesOf(EVENT_VERSION).map(({ data }) => JSON.parse(data).type);
    expect([...new Set(types)].toSorted()).toEqual(EVENT_TYPES.toSorted());
  });
});
