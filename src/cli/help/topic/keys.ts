import { padEnd } from '../../../view/graph/text.ts';
import { type KeyGroup, keyGroups, NAME_COLUMNS } from '../../../view/live/help.ts';
import { hung } from '../../../view/wrapped.ts';

const COLUMNS = 80;

/** The keys of the live view, as its own page has them. */
export const keysText =
  (): string => `On a terminal, phasewright run, resume, attach and watch show the phases as a
tree that lives.

${keyGroups('up/down').map(told).join('\n\n')}

The key ? shows this, and what the icons mean. A run that is left goes on:
phasewright attach RUN comes back to it, phasewright watch RUN only looks.
In a pipe, or with --plain, there are lines instead of a tree.
`;

const told = ({ heading, keys }: KeyGroup): string =>
  [
    `${heading}:`,
    ...keys.flatMap(([name, what]) => hung(`  ${padEnd(name, NAME_COLUMNS)}`, what, COLUMNS)),
  ].join('\n');
