import { describe, expect, it } from 'vitest';
import { parse } from '../../src/plan/parse.ts';

/** Long enough for quadratic time to show as a hang, short enough for linear time not to. */
const LENGTH = 6_000;
const PIECES = [
  ' ',
  '\t ',
  '1',
  '1.',
  '-',
  '- ',
  '—',
  '(',
  '[',
  '[x',
  '*',
  '_a',
  '`',
  '|',
  '<',
  '<task ',
  ':',
  ', ',
  ' and ',
  '/',
  'a/',
  '#',
  '✅',
  '😀',
  '0',
  'Phase 1 ',
  '"',
  '\\',
  '&',
  'T1 ',
];
const PLACES: readonly (readonly [string, (hostile: string) => string])[] = [
  ['a heading', hostile => `### Task 1: ${hostile}x\n`],
  ['a heading of its own', hostile => `### Task 1: a\n### ${hostile}\n`],
  ['a label', hostile => `### Task 1: a\nDepends on: ${hostile}x\nFiles: ${hostile}y\n`],
  ['the words before a colon', hostile => `### Task 1: a\n${hostile}: x\n`],
  ['a box', hostile => `- [ ] 1. ${hostile}x\n- [ ] 2. b\n`],
  [
    'a table',
    hostile =>
      `| Phase | Name | Depends On |\n|---|---|---|\n| 1 | ${hostile.replaceAll('|', '/')} | ${hostile.replaceAll('|', '/')}x |\n`,
  ],
  [
    'a list item',
    hostile => `### Task 1: a\n**Files:**\n- Create: \`${hostile.replaceAll('`', "'")}\`\n- ${hostile}\n`,
  ],
  [
    'XML',
    hostile => `<task type="auto">\n<name>Task 1: ${hostile}</name>\n<files>${hostile}</files>\n</task>\n`,
  ],
  ['front matter', hostile => `---\ntitle: ${hostile}x\n---\n### Task 1: a\n`],
];

describe('a line of 6,000 characters does not hold up the parser', () => {
  // A hang ends in the time limit of the test.
  it.each(PLACES)('in %s', async (_, document) => {
    for (const piece of PIECES) {
      const hostile = piece.repeat(LENGTH / piece.length);
      const { diagnostics } = await parse(document(hostile));
      expect(
        diagnostics.every(({ message }) => message.length < 2000),
        JSON.stringify(piece),
      ).toBe(true);
    }
  });

  it.each(['\n', ' \n', '---\n', '\n***\n', '> \n', '- \n', '| \n', '`\n'])(
    'nor does a body of %j',
    async line => {
      const { plan } = await parse(`### Task 1: a\n${line.repeat(LENGTH / line.length)}x\n### Task 2: b\n`);
      expect(plan.phases.length).toBeGreaterThan(0);
    },
  );
});
