import { expect, it } from 'vitest';
import { elements } from '../../../src/base/chunked.ts';
import type { Entry } from '../../../src/run/apply.ts';
import { reportHtml } from '../../../src/view/report/html.ts';
import { reportMarkdown } from '../../../src/view/report/markdown.ts';
import { reportOf } from '../../../src/view/report/report.ts';
import { fold } from '../../run/fold.ts';
import { richJournal } from '../../run/journals.ts';
import { xmlError } from '../graph/well-formed.ts';

const ENTRIES: readonly Entry[] = await richJournal();
const STATE = fold(ENTRIES)!;

it('agrees with the state that the engine came to', () => {
  const { totals, phases } = reportOf(ENTRIES, STATE);
  const { inputTokens, outputTokens, unpriced, costUsd } = STATE.usage;
  expect(totals.spent).toMatchObject({ inputTokens, outputTokens, unpriced });
  expect(totals.spent.costUsd).toBeCloseTo(costUsd, 9);
  expect(phases.map(({ attempts }) => attempts.length)).toEqual(
    elements(STATE.phases).map(({ attempt }) => attempt),
  );
  expect(phases.map(({ status }) => status)).toEqual(
    elements(STATE.phases).map(({ standing }) => standing.status),
  );
});

/** Events from one look to the next. */
const STRIDE = 5;

it('can be written at any moment of a run', async () => {
  for (let length = 1; length <= ENTRIES.length; length += STRIDE) {
    const entries = ENTRIES.slice(0, length);
    const report = reportOf(entries, fold(entries)!);
    expect(report.workedMs).toBeGreaterThanOrEqual(0);
    expect(report.workedMs).toBeLessThanOrEqual(report.elapsedMs);
    for (const { attempts } of report.phases)
      for (const { startedAt, spans } of attempts)
        for (const span of spans) {
          expect(span.startedAt).toBeGreaterThanOrEqual(startedAt);
          expect(span.endedAt).toBeGreaterThanOrEqual(span.startedAt);
        }
    expect(reportMarkdown(report)).not.toMatch(/NaN|undefined|Infinity|\[object/);
  }
  const page = await reportHtml(reportOf(ENTRIES, STATE));
  expect(xmlError(page.replace('<!doctype html>\n', ''))).toBeNull();
  expect(page).not.toMatch(/NaN|undefined|Infinity|\[object/);
});
