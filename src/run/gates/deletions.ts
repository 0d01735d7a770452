import { counted, grouped } from '../../base/counted.ts';
import { globSet } from '../../base/glob.ts';
import type { Finding, GateSettings, Inspection } from '../gates.ts';
import { DEFAULT_ALLOW } from './defaults.ts';
import { finding, shown } from './finding.ts';

/** Files whose loss the message gives in figures. */
const MAX_FIGURES = 5;

const isLock = globSet(DEFAULT_ALLOW);

/**
 * More lines gone than a phase usually takes away. Counted is what each file lost beyond what it gained, so rewriting
 * a file is no deletion, and a new file does not make up for a lost one. Lock files are written by programs.
 */
export function deletionFindings({ scope }: GateSettings, { files }: Inspection): readonly Finding[] {
  const losses = files
    .map(({ path, added, deleted }) => ({ path, lost: deleted - added }))
    .filter(({ path, lost }) => lost > 0 && !isLock(path))
    .sort((a, b) => b.lost - a.lost);
  const total = losses.reduce((sum, { lost }) => sum + lost, 0);
  if (total <= scope.maxDeletedLines) return [];
  const most = losses.slice(0, MAX_FIGURES).map(({ path, lost }) => `${shown(path)} (${grouped(lost)})`);
  const more = losses.length > MAX_FIGURES ? ` and ${grouped(losses.length - MAX_FIGURES)} more files` : '';
  const message = `${counted(total, 'line is', 'lines are')} gone, more than the ${grouped(scope.maxDeletedLines)} allowed without asking: ${most.join(', ')}${more}`;
  return [
    finding(
      'deletions',
      'ask',
      message,
      losses.map(({ path }) => path),
    ),
  ];
}
