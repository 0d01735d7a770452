import fc from 'fast-check';
import {
  ESTIMATE_UNITS,
  emptyAllowed,
  type Phase,
  type Plan,
  SUBTASK_TYPES,
  type Subtask,
} from '../../../src/plan/model.ts';

/** Pieces that mean something in markdown, YAML, JSON, or to the readers of other plan formats. */
const HOSTILE = [
  ...'#*_`|[]()<>&\\~!-+=:;,.\'"{}@%$?/'.split(''),
  ...['**', '__', '``', '```', '~~', '||', '\\|', '![', '](', '---', '***', '...', '> ', '- ', '# ', '## '],
  ...['1. ', '2) ', '- [ ] ', '- [x] ', '[ ]', '[P]', '✅', '❌', '(optional)', '(parallel)', '~~done~~'],
  ...['Phase 1: ', 'Task 2: ', 'Depends on: 1', 'Files: `a`', '**Goal:** x', '### Subtasks', '| a | b |'],
  ...['yes', 'no', 'null', '~', 'true', '0x1', '1e3', '.inf', '2024-01-01', '<<', '*a', '&a', '!x', '%y'],
  ...[
    '<b>',
    '</b>',
    '<!-- c -->',
    '<x@y.z>',
    'http://x.y',
    '&amp;',
    '&#35;',
    '\\n',
    '\\u0041',
    '$HOME',
    '$x$',
  ],
  ...['é', 'ß', '日本', '👩‍👩‍👧', '🇩🇪', '\u00a0', '\u2028', '\u200b', '…', '—', 'a_b', 'x'.repeat(90)],
];

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 2, arbitrary: fc.constantFrom(' ', '  ', 'word', 'Word', '7') },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 4 }) },
);

/** A text of one line: no control characters, no white space at its ends, not empty. */
export const line: fc.Arbitrary<string> = fc
  .array(piece, { minLength: 1, maxLength: 6 })
  .map(pieces => pieces.join('').trim())
  .filter(
    text => text !== '' && text.length <= 500 && !/[\p{Cc}\uFEFF\u202A-\u202E\u2066-\u2069]/u.test(text),
  );

/** A text of any lines, with white space anywhere. */
const block: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      piece,
      fc.constantFrom('\n', '\n\n', '\n  ', '\t', ' \n', '\n\t- ', '\n> ', '\n```\n', '\n---\n'),
    ),
    {
      maxLength: 12,
    },
  )
  .map(pieces => pieces.join(''))
  .filter(text => !/(?![\n\t])[\p{Cc}\uFEFF\u202A-\u202E\u2066-\u2069]/u.test(text));

const id = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,6}$/).map(text => text.slice(0, 64));

/** Ids that are unlike each other, with words of YAML and of the document among them. */
const ids = (count: number): fc.Arbitrary<string[]> =>
  fc.uniqueArray(
    fc.oneof(
      id,
      fc.constantFrom(
        '1',
        '2a',
        '1.10',
        '1.1',
        'null',
        'yes',
        '0x1',
        '1e3',
        'a_b_',
        'a/_b_/c',
        '-1'.slice(1),
      ),
    ),
    { minLength: count, maxLength: count },
  );

const lines = (maxLength: number): fc.Arbitrary<string[]> => fc.uniqueArray(line, { maxLength });

/** Paths below a folder of their own, so that no two phases share one. */
const paths = (folder: string): fc.Arbitrary<string[]> =>
  fc.uniqueArray(
    line.map(text => `${folder}/${text.replaceAll('..', '.').replaceAll('\\', '/')}`).filter(isInside),
    { maxLength: 3 },
  );

const isInside = (path: string): boolean => !path.split('/').includes('..');

/** Any plan that can be run: acyclic, with ids that can be used, and with nothing that reading would have to add. */
export const plan: fc.Arbitrary<Plan> = fc
  .record({
    phases: fc.integer({ min: 1, max: 5 }),
    subtasks: fc.array(fc.nat(3), { minLength: 5, maxLength: 5 }),
  })
  .chain(({ phases, subtasks }) => {
    const counts = subtasks.slice(0, phases);
    const total = counts.reduce((sum, count) => sum + count, 0);
    return fc.record({ phaseIds: ids(phases), subtaskIds: ids(total) }).chain(({ phaseIds, subtaskIds }) =>
      fc.record({
        title: fc.oneof(line, fc.constant('')),
        goal: block.map(text => text.trim()),
        estimateUnit: fc.constantFrom(...ESTIMATE_UNITS),
        requires: lines(2),
        files: paths('plan'),
        wave: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map(positiveZero)),
        phases: phaseList(phaseIds, counts, subtaskIds),
      }),
    );
  });

const positiveZero = (value: number): number => (Object.is(value, -0) ? 0 : value);

function phaseList(
  phaseIds: readonly string[],
  counts: readonly number[],
  subtaskIds: readonly string[],
): fc.Arbitrary<Phase[]> {
  const ends = counts.map((_, i) => counts.slice(0, i + 1).reduce((sum, count) => sum + count, 0));
  const own = counts.map((count, i) => subtaskIds.slice(ends[i]! - count, ends[i]));
  return fc.tuple(...phaseIds.map((_, i) => phase(i, phaseIds, own)));
}

function phase(
  index: number,
  phaseIds: readonly string[],
  subtaskIds: readonly (readonly string[])[],
): fc.Arbitrary<Phase> {
  const others = phaseIds.filter((_, i) => i !== index);
  return fc.shuffledSubarray(phaseIds.slice(0, index)).chain(dependsOn => {
    const before = dependsOn.flatMap(other => subtaskIds[phaseIds.indexOf(other)]!);
    const own = subtaskIds[index]!;
    return fc
      .record({
        id: fc.constant(phaseIds[index]!),
        title: line,
        description: block,
        dependsOn: fc.constant(dependsOn),
        parallelWith: fc.shuffledSubarray(others),
        subtasks: fc.tuple(
          ...own.map((name, i) => subtask(name, [...before, ...own.slice(0, i)], `p${index}/s${i}`)),
        ),
        files: paths(`p${index}/own`),
        deliverables: paths(`p${index}/new`),
        criteria: lines(3),
        estimate: fc.option(
          fc.oneof(fc.nat(21), fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map(positiveZero)),
        ),
        done: fc.boolean(),
        optional: fc.boolean(),
        gated: fc.boolean(),
        allowEmpty: fc.boolean(),
        group: fc.option(line),
      })
      .map(({ allowEmpty, ...rest }) => consistent({ ...rest, ...emptyAllowed(allowEmpty) }));
  });
}

function subtask(name: string, before: readonly string[], folder: string): fc.Arbitrary<Subtask> {
  return fc.record({
    id: fc.constant(name),
    title: line,
    description: block,
    type: fc.constantFrom(...SUBTASK_TYPES),
    dependsOn: fc.shuffledSubarray([...before]),
    files: paths(folder),
    done: fc.boolean(),
  });
}

/** A phase touches what its subtasks touch, and what is done is done with all its subtasks. */
const consistent = (raw: Phase): Phase => ({
  ...raw,
  files: [...raw.files, ...raw.subtasks.flatMap(each => each.files)],
  subtasks: raw.subtasks.map(each => ({ ...each, done: each.done || raw.done })),
});
