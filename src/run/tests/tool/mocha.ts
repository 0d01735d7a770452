import { sumOf } from '../lines.ts';
import { testName } from '../names.ts';
import type { Reader } from '../reading.ts';

/** Lines that the title of one failing test may take: one for each suite around it. */
const MAX_TITLE_LINES = 20;

/** After `N failing` each test is told by number, its suites and its name on a line each, the last with a colon. */
export const readMocha: Reader = lines => {
  const passing = sumOf(lines, /^ +(\d+) passing \(/);
  if (passing === null) return null;
  const failed = sumOf(lines, /^ +(\d+) failing$/) ?? 0;
  const names: string[] = [];
  let title: string[] | null = null;
  let isList = false;
  for (const line of lines) {
    if (/^ +\d+ failing$/.test(line)) isList = true;
    if (/^ +\d+ passing \(/.test(line)) isList = false;
    const [, first] = isList ? (/^ {2}\d+\) (.+)$/.exec(line) ?? []) : [];
    if (first !== undefined) title = [first];
    else if (title && line.trim() !== '') title.push(line.trim());
    if (!title) continue;
    if (title.at(-1)!.endsWith(':') || title.length >= MAX_TITLE_LINES) {
      names.push(testName(title.join(' > ').slice(0, -1)));
      title = null;
    }
  }
  return { names, failed, ran: passing + failed, loading: [] };
};
