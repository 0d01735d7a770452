import { printableJson } from '../../base/printable.ts';
import { planAt } from '../../run/queries.ts';
import { whyJson } from '../../view/why/json.ts';
import { storyOf } from '../../view/why/story.ts';
import { whyText } from '../../view/why/text.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import { lookOf } from '../look.ts';
import { findRun } from '../run/find-run.ts';
import { withHome } from '../run/open-store.ts';
import type { Terminal } from '../terminal.ts';
import { phaseNamed } from './show.ts';

/** `phasewright why`: what failed in a run, what was decided about it, and by which rule. */
export function why(
  name: string | undefined,
  phase: string | undefined,
  { json }: { readonly json?: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  return withHome(async home => {
    const { state, entries } = await findRun(home, name);
    const only = phase === undefined ? null : planAt(state, phaseNamed(state, phase)).id;
    const story = storyOf(entries, state);
    terminal.out(json ? `${printableJson(whyJson(story, only))}\n` : whyText(story, only, lookOf(terminal)));
    return EXIT.completed;
  });
}
