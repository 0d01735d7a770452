import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/plan/limits.ts';
import { allRegexes } from './regex/all.ts';
import { type Growth, growthOf } from './regex/ambiguity.ts';

/** Why an expression may be called polynomial: what it is given is short, or it cannot fail where that would be slow. */
const PLAN_LINE = 'reads at most LIMITS.readCharacters of a line, a heading or a cell of a plan';
const BOUNDED: Readonly<Record<string, string>> = {
  'src/base/secrets/forms.ts': 'fails within a bounded number of letters after its beginning',
  'src/base/secrets/keys.ts': 'begins at the start of a line, and whatever may be repeated has a limit',
  'src/base/secrets/names.ts': 'reads names of variables, which are short',
  'src/git/failure.ts': 'reads at most 64 KB that git prints',
  'src/git/repository.ts': 'reads the one line of git --version',
  'src/git/trailers.ts': 'a second line feed ends the match, and without one there is only one start',
  'src/store/process.ts': 'reads a line that the system prints about a process of ours',
  'src/agent/process/ps-table.ts': 'its last part takes anything, so it fails only before that',
  'src/plan/guard.ts': 'reads the first 2,000 characters of a line',
  'src/plan/assemble/edges.ts': 'reads an id of at most 64 characters',
  'src/plan/data/state-plan.ts': 'its last part takes anything, so the first heading ends the search',
  'src/plan/recognise/labels.ts': PLAN_LINE,
  'src/plan/recognise/markers.ts': PLAN_LINE,
  'src/plan/recognise/paths.ts': PLAN_LINE,
  'src/plan/recognise/references.ts': PLAN_LINE,
  'src/plan/recognise/sections.ts': PLAN_LINE,
  'src/plan/recognise/tables.ts': PLAN_LINE,
  'src/plan/recognise/unit-title.ts': PLAN_LINE,
  'src/config/stack/ecosystem/ruby.ts':
    'begins at the start of a line or with a word, and only blanks can follow',
  'src/view/graph/svg/measure.ts': 'reads a title of at most 500 characters',
};

/** Put together from words of our own. None has two repetitions of the same characters. */
const BUILT = [
  'src/agent/process/ps-table.ts',
  'src/base/secrets/redact.ts',
  'src/config/stack/ecosystem/python-dependencies.ts',
  'src/plan/data/json.ts',
  'src/plan/recognise/by-xml.ts',
  'src/plan/recognise/foreign-words.ts',
];

/** Millions of times what an expression needs that keeps its promise. */
const HANG_MS = 50_000;

describe('the judge of regular expressions', () => {
  it.each<[string, Growth]>([
    ['(a+)+$', 'exponential'],
    ['(a|a)*b', 'exponential'],
    ['^(\\w+\\s?)*$', 'exponential'],
    ['(?:x|[a-z])+!', 'exponential'],
    ['a(?=(b*)*c)', 'exponential'],
    ['\\s+$', 'polynomial'],
    ['.*.*x', 'polynomial'],
    ['^\\d+\\d+$', 'polynomial'],
    ['^a*b?a*c', 'polynomial'],
    ['^\\s+$', 'linear'],
    ['\\s+', 'linear'],
    ['^(a|b)*$', 'linear'],
    ['^a*b*c', 'linear'],
    ['^"(?:[^"\\\\]|\\\\.)*"$', 'linear'],
  ])('calls %s %s', (source, growth) => {
    expect(growthOf(source, '')).toBe(growth);
  });
});

describe('no text can make a regular expression of ours run away', () => {
  const { found, built } = allRegexes();
  const growths = found.map(regex => ({ ...regex, growth: growthOf(regex.source, regex.flags) }));

  it('none is exponential, and each that is not linear reads a bounded text [A26]', () => {
    expect(found.length).toBeGreaterThan(300);
    expect(growths.filter(({ growth }) => growth === 'exponential')).toEqual([]);
    const polynomial = new Set(
      growths.flatMap(({ growth, file }) => (growth === 'polynomial' ? [file] : [])),
    );
    expect([...polynomial].sort()).toEqual(Object.keys(BOUNDED).sort());
    expect([...new Set(built.map(place => place.split(':')[0]))].sort()).toEqual(BUILT);
  });

  it('those that are not linear come through the worst texts that they are made of [A27]', async () => {
    const work = growths
      .filter(({ growth }) => growth === 'polynomial')
      .map(({ source, flags }) => ({ source, flags, texts: worst(source) }));
    expect(await matchedInWorker(work)).toBe(work.length);
  });
});

/** The characters of an expression, alone and in pairs, repeated, and then something that does not fit. */
function worst(source: string): string[] {
  const characters = [...new Set([...source.replace(/\\s/g, ' ').replace(/\\d/g, '1'), ' ', '1', 'a', '\n'])];
  const units = characters.flatMap(a => [a, ...[' ', '1', 'a', '-'].map(b => a + b)]);
  return units.flatMap(unit => [
    `${unit.repeat(LIMITS.readCharacters / unit.length)}\u0007`,
    `x${unit.repeat(LIMITS.readCharacters / unit.length)}\n\u0007`,
  ]);
}

/** In a thread of its own, which a hang does not take the test down with. Resolves with how many came to an end. */
function matchedInWorker(work: readonly object[]): Promise<number> {
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
     let done = 0;
     for (const { source, flags, texts } of workerData) {
       const pattern = new RegExp(source, flags);
       for (const text of texts) text.replace(pattern, '');
       done += 1;
     }
     parentPort.postMessage(done);`,
    { eval: true, workerData: work },
  );
  return new Promise((resolve, reject) => {
    const hang = setTimeout(() => void worker.terminate().then(() => resolve(-1)), HANG_MS);
    worker.once('error', reject).once('message', done => {
      clearTimeout(hang);
      resolve(done);
    });
  });
}
