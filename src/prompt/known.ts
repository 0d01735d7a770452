import { code, listed, oneLine } from './foreign.ts';

/** What is known of a change before anybody judges it. */

/** How a check fared. */
export interface CheckedBy {
  readonly name: string;
  readonly verdict: string;
  readonly outcome: string;
}

/** What a gate found about the change. */
export interface GateFinding {
  readonly gate: string;
  readonly severity: string;
  readonly message: string;
}

const MAX_LISTED = 100;

export const checkWords = (
  checks: readonly CheckedBy[],
  intro = 'Checks that were run on the change:',
): string =>
  checks.length > 0
    ? `${intro}\n${listed(
        checks.map(
          ({ name, verdict, outcome }) => `${code(name)}: ${oneLine(verdict)} (${oneLine(outcome)})`,
        ),
        MAX_LISTED,
        'the run',
      )}`
    : 'No checks were run on the change.';

export const findingWords = (findings: readonly GateFinding[], task = ''): string =>
  findings.length > 0
    ? `Found by looking at the change mechanically${task}:\n${listed(
        findings.map(
          ({ gate, severity, message }) => `${oneLine(gate)} (${oneLine(severity)}): ${oneLine(message)}`,
        ),
        MAX_LISTED,
        'the run',
      )}`
    : '';

/** What is asked of a reviewer about findings. */
export const JUDGE_EACH = '; say of each whether it is a fault or has a good reason';
