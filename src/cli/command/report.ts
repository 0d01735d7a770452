import type { Report } from '../../view/report/model.ts';
import { reportOf } from '../../view/report/report.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import type { REPORT_FORMATS } from '../formats.ts';
import { writeResult } from '../output-file.ts';
import { findRun } from '../run/find-run.ts';
import { withHome } from '../run/open-store.ts';
import type { Terminal } from '../terminal.ts';
import { viewOf } from './status.ts';

type ReportFormat = (typeof REPORT_FORMATS)[number];

export interface ReportOptions {
  readonly format?: ReportFormat;
  readonly output?: string;
}

/** `phasewright report`: what a run was asked for, what became of it, and why. */
export function report(
  name: string | undefined,
  { format = 'md', output }: ReportOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  return withHome(async home => {
    const { entries, state } = await findRun(home, name);
    const { now } = await viewOf(home, { entries, state });
    writeResult(await written(reportOf(entries, state, now), format), output, terminal);
    return EXIT.completed;
  });
}

async function written(told: Report, format: ReportFormat): Promise<string> {
  switch (format) {
    case 'md':
      return (await import('../../view/report/markdown.ts')).reportMarkdown(told);
    case 'html':
      return (await import('../../view/report/html.ts')).reportHtml(told);
    case 'json':
      return (await import('../../view/report/json.ts')).reportJson(told);
    default:
      return format satisfies never;
  }
}
