import { counted } from '../../base/counted.ts';
import { isPattern, literalPath } from '../../base/glob.ts';
import type { Phase } from '../../plan/model.ts';
import type { Finding, FoundDeliverable, Inspection } from '../gates.ts';
import { finding, MAX_FINDING_FILES, named, shown } from './finding.ts';

/** What the phase was to leave behind and did not. A deliverable that the inspection does not tell of is missing. */
export function deliverableFindings(phase: Phase, { deliverables }: Inspection): readonly Finding[] {
  const told = new Map(deliverables.map(entry => [entry.path, entry]));
  const missing = phase.deliverables
    .map(path => told.get(path) ?? { path, found: 'nothing' as const, elsewhere: [] })
    .filter(({ found }) => found === 'nothing' || found === 'empty');
  const single = missing.length > MAX_FINDING_FILES ? MAX_FINDING_FILES - 1 : missing.length;
  const findings = missing
    .slice(0, single)
    .map(entry => finding('deliverables', 'reject', words(entry), [entry.path]));
  const rest = missing.slice(single).map(({ path }) => path);
  if (rest.length === 0) return findings;
  const message = `${counted(rest.length, 'more deliverable is', 'more deliverables are')} missing: ${named(rest)}`;
  return [...findings, finding('deliverables', 'reject', message, rest)];
}

function words({ path, found, elsewhere, ignoredBy }: FoundDeliverable): string {
  if (found === 'empty') return `${shown(path)} is a folder without a file in it`;
  if (ignoredBy !== undefined)
    return `${shown(path)} is ignored by git (${shown(ignoredBy)}), so it cannot land`;
  const [first] = elsewhere;
  if (first === undefined)
    return isPattern(path) ? `no file matches ${shown(path)}` : `${shown(path)} is missing`;
  const name = shown(lastName(first));
  const letters = elsewhere.some(
    other => literalPath(other).toLowerCase() === literalPath(path).toLowerCase(),
  );
  return [
    `${shown(path)} is missing; there is ${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name} at ${named(elsewhere)}`,
    ...(letters ? ['large and small letters differ'] : []),
  ].join('; ');
}

/** With the slash of a folder. */
const lastName = (path: string): string => path.slice(path.replace(/\/$/, '').lastIndexOf('/') + 1);
