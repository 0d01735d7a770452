import { loadFailure } from '../blame.ts';
import { countOf } from '../lines.ts';
import { testName } from '../names.ts';
import type { Blame, Reader } from '../reading.ts';

const SUM =
  /^=* ?((?:\d+ (?:passed|failed|errors?|skipped|deselected|xfailed|xpassed|warnings?|rerun)|no tests ran)\b.*) in \d+(?:\.\d+)?s\b/;
/** With `--collect-only` none runs. */
const COLLECTED = /^=* ?(?:(?:\d+|no) tests? collected|\d+\/\d+ tests collected)\b.* in \d+(?:\.\d+)?s\b/;
const REFUSED = /^ERROR: (?:not found:|file or directory not found:)|: error: unrecognized arguments:/;

/** Names come from the short summary; a line of the log can look like one, so nothing else is read for them. */
export const readPytest: Reader = lines => {
  const sums = lines.flatMap(line => SUM.exec(line)?.[1] ?? []);
  const started = lines.some(line => /^=+ test session starts =+$/.test(line));
  const conftest = lines.some(line => /^ImportError while loading conftest /.test(line));
  const usage = lines.some(line => line.startsWith('ERROR: usage: ') && line.includes('[file_or_dir]'));
  const refused = lines.find(line => REFUSED.test(line));
  const isOnlyCollected = lines.some(line => COLLECTED.test(line));
  if (sums.length === 0 && !isOnlyCollected && !started && !conftest && !usage) return null;
  const names: string[] = [];
  let isSummary = false;
  for (const line of lines) {
    if (/^=+ short test summary info =+$/.test(line)) isSummary = true;
    else if (SUM.test(line)) isSummary = false;
    const [, said] = isSummary ? (/^(?:FAILED|ERROR) (\S.*)$/.exec(line) ?? []) : [];
    if (said !== undefined) names.push(testName(said.split(' - ')[0]!));
  }
  const count = (word: string) => sums.reduce((sum, line) => sum + countOf(line, word), 0);
  const failed = count('failed') + count('error') + count('errors');
  const ran = ['passed', 'failed', 'xfailed', 'xpassed'].reduce((sum, word) => sum + count(word), 0);
  const inSetup = names.filter(name => name.includes('::')).length - count('failed');
  return {
    names,
    failed: sums.length > 0 ? failed : null,
    ran: sums.length > 0 ? ran + Math.max(0, inSetup) : isOnlyCollected ? 0 : null,
    loading: [
      ...(refused ? [{ kind: 'broken', what: refused } as const] : []),
      ...collecting(lines, conftest),
    ],
  };
};

/** The errors of each file that could not be collected, which stand after an E. */
function collecting(lines: readonly string[], conftest: boolean): Blame[] {
  const found: Blame[] = [];
  let file: string | null = conftest ? 'conftest.py' : null;
  let error: string[] = [];
  const close = () => {
    if (file !== null) found.push(...loadFailure(error, file));
    error = [];
  };
  for (const line of lines) {
    if (/^[_=]+ /.test(line) && /[_=]$/.test(line)) {
      close();
      file = /^_+ ERROR collecting (.+?) _+$/.exec(line)?.[1] ?? null;
    } else if (file !== null && line.startsWith('E  ')) error.push(line.slice(1).trim());
  }
  close();
  return found;
}
