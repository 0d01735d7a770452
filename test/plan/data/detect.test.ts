import { describe, expect, it } from 'vitest';
import { looksLikeData } from '../../../src/plan/data/detect.ts';
import type { Format } from '../../../src/plan/model.ts';

describe('tells data from markdown:', () => {
  it.each<[string, string, boolean]>([
    ['an object', '{"phases": []}', true],
    ['an object after white space', '\n  {\n', true],
    ['a list of objects', '[ {"id": 1} ]', true],
    ['a link at the start', '[Plan](plan.md)\n', false],
    ['YAML', 'title: x\nphases:\n  - id: 1\n', true],
    ['YAML after remarks and blank lines', '# remark\n\n \n# another\n\ntitle: x\n\ntasks:\n', true],
    ['YAML after its mark', '---\nsubtasks:\n  - id: 1\n', true],
    ['YAML without units', 'title: x\ngoal: y\n', false],
    ['front matter', '---\ntitle: x\n---\n# Plan\n\nphases:\n', false],
    ['a heading with a label below', '# Plan\n\nGoal: x\n', false],
    ['a heading', '# Plan\n\n## Phase 1: x\n', false],
    ['a sentence with a colon', 'Note that\nphases: are many\n', false],
  ])('%s', (_, text, expected) => expect(looksLikeData(text, undefined)).toBe(expected));

  it.each<[Format, boolean]>([
    ['json', true],
    ['yaml', true],
    ['taskmaster', true],
    ['tasks', false],
    ['single', false],
  ])('a given format decides: %s', (from, expected) => {
    expect(looksLikeData('x', from)).toBe(expected);
    expect(looksLikeData('{"phases": []}', from)).toBe(expected);
  });

  it('in time that does not explode with blank lines', () => {
    expect(looksLikeData(`# Plan\n${' \n\n'.repeat(100_000)}! x`, undefined)).toBe(false);
  });
});
