import type { Failure } from '../failure.ts';
import type { Proposal } from '../step.ts';

/** What a person is told who has to decide about a phase. */

export function helpWords(phase: string, failure: Failure): string {
  if (failure.question !== undefined) {
    return `the developer asks: ${failure.question}; answer with retry ${phase} --message "…", or edit or skip the phase`;
  }
  if (failure.category === 'no_change') {
    return `the developer says again that phase ${phase} is done, and has changed no file; skip ${phase} if there is nothing to do, edit ${phase} to allow it (allowEmpty: true), or retry ${phase} --message "…" to say what is missing`;
  }
  return `${needOf(failure)}: ${failure.message}; then retry ${phase}`;
}

function needOf({ category }: Failure): string {
  switch (category) {
    case 'infra.auth':
      return 'the agent gets no access; log it in, or give it a valid key';
    case 'infra.network':
    case 'infra.overload':
    case 'infra.rate_limit':
    case 'infra.quota':
      return 'the provider cannot be reached, or does not serve';
    case 'infra.disk':
      return 'the disk is full; make room';
    case 'infra.crash':
    case 'infra.timeout':
      return 'the agent breaks down again and again; see whether it works by itself';
    case 'infra.setup':
      return 'the workspace cannot be made ready; mend the setup command, or what it needs';
    default:
      return 'something is in the way that trying again does not remove';
  }
}

export const skipWords = (phase: string, diagnosis: string): string =>
  `the doctor wants to leave phase ${phase} out: ${diagnosis || 'no reason was given'}; skip ${phase} does so, retry or edit ${phase} goes on with it`;

export const proposalWords = (phase: string, { reason, dropped }: Proposal): string =>
  [
    `the budget does not reach for all of phase ${phase}; a smaller scope is proposed: ${reason}`,
    ...dropped.map(({ what, reason: why }) => `  leaves out: ${what} (${why})`),
    `approve ${phase} accepts it, reject ${phase} --message "…" gives the phase up, retry ${phase} tries all of it again`,
  ].join('\n');
