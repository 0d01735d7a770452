import type { CloseRequest } from '../../git/port.ts';
import { recordMessage } from '../../run/commit-message.ts';
import type { EndStatus } from '../../run/event.ts';
import type { RunState } from '../../run/state.ts';
import { recordFiles } from '../../view/record/record.ts';
import { reportMarkdown } from '../../view/report/markdown.ts';
import { reportOf } from '../../view/report/report.ts';
import { loadRun } from '../load.ts';
import type { Context } from '../perform.ts';

/** The record as it is committed; null where it is not wanted, or where nothing happened that it could tell of. */
export async function recordFor(
  status: EndStatus,
  { ports, state }: Context,
): Promise<CloseRequest['record']> {
  const { origin, settings, head, draft } = state;
  if (origin.record === null || !settings.record.commit || head === null || draft) return null;
  const ended: RunState = { ...state, status, ending: null };
  const files = new Map(recordFiles(ended));
  const loaded = await loadRun(ports.store, state.run);
  if (loaded) files.set('report.md', reportMarkdown(reportOf(loaded.entries, ended)));
  return { files, message: recordMessage(state) };
}
