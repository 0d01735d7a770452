import { loadFailure } from '../blame.ts';
import { countOf } from '../lines.ts';
import { fileName, testName } from '../names.ts';
import type { Blame, Reader } from '../reading.ts';

/** Names stand after FAIL: `file > suite > test`, or `file [ file ]` for a file that did not load. */
export const readVitest: Reader = lines => {
  const isVitest = lines.some(line => /^ *Test Files {2}/.test(line) || /^ *(?:RUN|DEV) +v\d/.test(line));
  if (!isVitest) return null;
  const names: string[] = [];
  const loading: Blame[] = [];
  let file: string | null = null;
  for (const line of lines) {
    const trimmed = line.trimStart();
    if (trimmed.startsWith('FAIL ')) {
      const said = trimmed.slice('FAIL '.length).trimStart();
      const at = said.endsWith(' ]') ? said.lastIndexOf(' [ ') : -1;
      file = at > 0 ? fileName(said.slice(0, at)) : null;
      names.push(file ?? testName(said));
    } else if (file !== null && line !== '') {
      loading.push(...loadFailure([line], file));
      file = null;
    }
  }
  const sums = lines.filter(line => /^ *Tests {2}/.test(line)).map(line => line.trim().slice('Tests'.length));
  const failed = sums.reduce((sum, line) => sum + countOf(line, 'failed'), 0);
  const none = lines.some(line => /^No test files found/.test(line));
  return {
    names,
    failed: sums.length > 0 ? failed : null,
    ran:
      sums.length > 0 ? sums.reduce((sum, line) => sum + countOf(line, 'passed'), failed) : none ? 0 : null,
    loading,
  };
};
