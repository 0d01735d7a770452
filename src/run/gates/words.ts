import { unreachable } from '../../base/unreachable.ts';
import type { Failure, FailureCategory } from '../failure.ts';
import type { Finding, Gate } from '../gates.ts';
import { shown } from './finding.ts';

/** Why an attempt is rejected by the gates, in full, as feedback for the next one; null where none rejects it. */
export function gateFailure(findings: readonly Finding[]): Failure | null {
  const rejected = findings.filter(({ severity }) => severity === 'reject');
  if (rejected.length === 0) return null;
  const categories = rejected.map(({ gate }) => categoryOf(gate));
  const category = CATEGORIES.find(candidate => categories.includes(candidate))!;
  return { category, message: rejected.map(inFull).join('\n') };
}

/** What is told first: the most certain comes before the most debatable. */
const CATEGORIES = ['deliverables', 'scope', 'tests'] as const satisfies readonly FailureCategory[];

function categoryOf(gate: Gate): (typeof CATEGORIES)[number] {
  switch (gate) {
    case 'deliverables':
      return 'deliverables';
    case 'scope':
    case 'protected':
    case 'deletions':
    case 'ignored':
      return 'scope';
    case 'tests':
      return 'tests';
    default:
      return unreachable(gate);
  }
}

/** The files stand below where the message does not name them all. */
function inFull({ message, files }: Finding): string {
  const names = files.map(shown);
  if (names.every(name => message.includes(name))) return `- ${message}`;
  return [`- ${message}`, ...names.map(name => `  - ${name}`)].join('\n');
}
