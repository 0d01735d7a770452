import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EVENT_VERSION } from '../../src/run/event.ts';
import { EVENT_TYPES } from '../../src/run/event-fields.ts';
import { decode, encode, type Written } from '../../src/run/journal.ts';
import { violations } from '../engine/invariants.ts';
import { fold } from './fold.ts';
import { reviewedJournal, richJournal } from './journals.ts';
import { recoveredJournal } from './recovered.ts';
import { summaryOf } from './summary.ts';

/**
 * Journals of each version of the schema, as a program of that version wrote it, and the state that it told. Those of
 * older versions are never written again; that of the present one is with `PHASEWRIGHT_UPDATE_GOLDEN=1`, which is right
 * only as long as no release has written journals of that version.
 */
const FOLDER = new URL('golden/', import.meta.url);
const JOURNALS = { rich: richJournal, reviewed: reviewedJournal, recovered: recoveredJournal };
type Name = keyof typeof JOURNALS;
const NAMES = Object.keys(JOURNALS) as Name[];

const journalFile = (version: number, name: Name): URL => new URL(`v${version}.${name}.jsonl`, FOLDER);
const stateFile = (version: number, name: Name): URL => new URL(`v${version}.${name}.state.json`, FOLDER);

if (process.env.PHASEWRIGHT_UPDATE_GOLDEN) {
  for (const name of NAMES) {
    const entries = await JOURNALS[name]();
    const lines = entries.map(({ at, event }) => JSON.stringify(encode(event, at)));
    writeFileSync(journalFile(EVENT_VERSION, name), `${lines.join('\n')}\n`);
    const state = JSON.stringify(summaryOf(fold(entries)!), null, 2);
    writeFileSync(stateFile(EVENT_VERSION, name), `${state}\n`);
  }
}

const linesOf = (version: number, name: Name): Written[] =>
  readFileSync(journalFile(version, name), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));

describe('journals of every version', () => {
  it('are at hand', () => {
    const versions = readdirSync(FOLDER).filter(name => name.endsWith('.jsonl'));
    expect(versions).toHaveLength(EVENT_VERSION * NAMES.length);
  });

  for (let version = 1; version <= EVENT_VERSION; version += 1) {
    it.each(NAMES)(`${version} is read as the state that it told then: %s`, name => {
      const decoded = decode(linesOf(version, name));
      if (!decoded.ok) expect.fail(decoded.message);
      const state = fold(decoded.entries)!;
      const told = JSON.parse(readFileSync(stateFile(version, name), 'utf8'));
      expect(JSON.parse(JSON.stringify(summaryOf(state)))).toEqual(told);
      expect(violations(decoded.entries)).toEqual([]);
    });
  }

  it('have among them every kind of event', () => {
    const lines = NAMES.flatMap(name => linesOf(EVENT_VERSION, name));
    const types = lines.map(({ data }) => JSON.parse(data).type);
    expect([...new Set(types)].toSorted()).toEqual(EVENT_TYPES.toSorted());
  });
});
