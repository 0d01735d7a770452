import type { PhaseStatus } from '../../run/state.ts';
import { padEnd } from '../graph/text.ts';
import { COLOURS, icon } from '../run/icons.ts';
import { penOf } from './pen.ts';
import type { Page, Screen } from './scene.ts';

/** All keys and icons with what they mean. */
export function helpPage(screen: Screen): Page {
  const { style, unicode, marks } = penOf(screen);
  return {
    kind: 'help',
    title: 'Keys and icons',
    top: 0,
    lines: [
      ...keyGroups(marks.arrows).flatMap(({ heading, keys }) => [
        style.bold(` ${heading}`),
        ...keys.map(([name, what]) => `   ${style.bold(padEnd(name, NAME_COLUMNS))}${what}`),
        '',
      ]),
      style.bold(' Icons'),
      ...ICONS.map(
        ([status, what]) =>
          `   ${COLOURS[status](style)(icon(status, unicode))}${' '.repeat(NAME_COLUMNS - 1)}${what}`,
      ),
      '',
      ' Behind a title: subtasks done of all, or phases done of a group.',
    ],
  };
}

/** Keys that belong together, each with what it does. */
export interface KeyGroup {
  readonly heading: string;
  readonly keys: readonly Named[];
}

type Named = readonly [name: string, what: string];

/** All keys, with what the arrows are called on this screen. */
export const keyGroups = (arrows: string): readonly KeyGroup[] => [
  { heading: 'Look around', keys: [[`${arrows}, k j`, 'select a phase'], ...LOOK] },
  { heading: 'Decide', keys: DECIDE },
  { heading: 'Leave', keys: LEAVE },
];

/** Of the name of a key, with a blank behind it. */
export const NAME_COLUMNS = 18;

const LOOK: readonly Named[] = [
  ['pgup pgdn', 'select half a screen further'],
  ['home end, g G', 'select the first or the last phase'],
  ['esc', 'follow what is under way again'],
  ['enter', 'all about the phase; the plan, while it is a draft'],
  ['d', 'what the phase changes'],
  ['l', 'what its agents do and say, in full'],
  ['[ ], shift+arrows', 'scroll the log at the foot of the screen'],
];

const DECIDE: readonly Named[] = [
  ['a', 'approve the plan, a start, a landing or a smaller scope'],
  ['x', 'send it back, with words'],
  ['r', 'try a phase again that failed or needs help'],
  ['s', 'skip the phase'],
  ['p', 'pause the run, or resume it where nothing drives it'],
];

const LEAVE: readonly Named[] = [
  ['q', 'leave; the run goes on'],
  ['Ctrl-C', 'stop the run, to be resumed; in watch it only leaves'],
  ['Ctrl-Z', 'back to the shell for a while'],
];

const ICONS: readonly (readonly [PhaseStatus, string])[] = [
  ['pending', 'not begun'],
  ['running', 'under way'],
  ['retrying', 'will be tried again'],
  ['completed', 'landed'],
  ['failed', 'failed'],
  ['blocked', 'cannot begin: something before it failed'],
  ['skipped', 'left out, or done before the run'],
];
