import type { Draft } from '../../run/state.ts';
import { displayWidth, padEnd, truncate } from '../graph/text.ts';
import { icon } from '../run/icons.ts';
import { shortened } from '../run/shortened.ts';
import { same } from '../style.ts';
import { clock } from '../time.ts';
import type { Pen } from './pen.ts';
import type { Activity } from './scene.ts';

/** The plan in the making, in the place of the tree. */
export function draftLines(
  draft: Draft,
  goal: string | null,
  activities: readonly Activity[],
  now: number,
  pen: Pen,
  width: number,
): string[] {
  const { style, unicode, marks } = pen;
  const line = (text: string, ink: (text: string) => string = same): string =>
    ` ${ink(truncate(pen.text(text), width - 1, marks.ellipsis))}`;
  const { step, round, problems, unanswered, feedback, plan, notBefore } = draft;
  const ids = (plan?.phases ?? []).reduce((most, { id }) => Math.max(most, displayWidth(pen.text(id))), 0);
  const isWriting = step === 'writing';
  const which = isWriting
    ? `the architect writes a plan, round ${round + 1}`
    : `the architect's plan of round ${round}`;
  const later = isWriting && notBefore > now ? `, not before ${clock(notBefore, now)}` : '';
  return [
    ...(goal === null ? [] : [line(`goal: ${shortened(goal)}`)]),
    line(`${icon(isWriting ? 'running' : 'completed', unicode)} ${which}${later}`, style.bold),
    ...activities.map(({ source, line: words }) =>
      line(`  ${marks.corner} ${words === '' ? source : `${source}: ${words}`}`, style.dim),
    ),
    ...(feedback === null ? [] : [line(`  you wanted: ${shortened(feedback)}`)]),
    ...(unanswered === null
      ? []
      : [line(`  no plan came of the last round: ${shortened(unanswered)}`, style.yellow)]),
    ...problems.map(problem => line(`  ! ${shortened(problem)}`, style.yellow)),
    ...(plan?.phases ?? []).map(({ id, title }) =>
      line(`  ${icon('pending', unicode)} ${padEnd(pen.text(id), ids)}  ${title}`),
    ),
  ];
}
