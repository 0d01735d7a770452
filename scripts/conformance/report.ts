import type { Outcome, Trace, TracedRequirement } from './trace.ts';

/** The document. It holds no time of any kind, so that it changes only when what it says does. */
export function renderDocument(trace: Trace): string {
  const rows = trace.requirements.map(
    each => `| ${each.id} | ${cell(each.text)} | ${testsCell(each)} | ${each.outcome} |`,
  );
  return `${[
    '# Conformance',
    '',
    'Each requirement with the tests that cite its id in their titles. `npm run conformance` writes this file from',
    '`docs/requirements.tsv` and the results of `npm test`.',
    '',
    summaryLine(trace),
    '',
    '| id | requirement | tests | result |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')}\n`;
}

/** What the terminal shows: the counts, and everything that is not as it should be. */
export function renderSummary(trace: Trace, brokenFiles: readonly string[]): string {
  const failing = withOutcome(trace, 'failing').flatMap(({ id, tests }) =>
    tests.filter(test => test.status === 'failed').map(test => `${id}  ${test.file}: ${test.title}`),
  );
  const unknown = trace.unknown.map(({ id, test }) => `${id}  ${test.file}: ${test.title}`);
  return [
    summaryLine(trace),
    ...section('A test that cites them fails', failing),
    ...section('Cited, but not in the list', unknown),
    ...section('Their tests were skipped', idsWith(trace, 'skipped')),
    ...section('No test cites them', idsWith(trace, 'missing')),
    ...section('Test files that could not be loaded', brokenFiles),
  ].join('\n');
}

export function summaryLine(trace: Trace): string {
  const count = (outcome: Outcome) => `${withOutcome(trace, outcome).length} ${outcome}`;
  const counts = [count('proved'), count('failing'), count('skipped'), count('missing')];
  return `${trace.requirements.length} requirements: ${counts.join(', ')}.`;
}

const withOutcome = (trace: Trace, outcome: Outcome): TracedRequirement[] =>
  trace.requirements.filter(each => each.outcome === outcome);

const idsWith = (trace: Trace, outcome: Outcome): string[] =>
  withOutcome(trace, outcome).map(({ id, text }) => `${id}  ${text}`);

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', `${title}:`, ...lines.map(line => `  ${line}`)];

/** A result stands beside a test only where it differs from `passed`. */
function testsCell({ tests }: TracedRequirement): string {
  const lines = tests.map(({ file, title, status }) => {
    const note = status === 'passed' ? '' : ` (${status})`;
    return `\`${file}\`: ${cell(title)}${note}`;
  });
  return [...new Set(lines)].join('<br>');
}

/** Plain text as the cell of a markdown table. */
const cell = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\|<*_`~]/g, '\\$&');
