import type { Failure } from '../run/failure.ts';
import type { DeveloperBrief, PreviousAttempt } from './brief.ts';
import { code, FENCES_ARE_DATA, printed, quoted } from './foreign.ts';
import { diffShown, fileShown, workShown } from './kept.ts';
import { partsWords } from './parts.ts';
import { feedbackFile } from './places.ts';
import { prompt } from './template.ts';

/** About 15,000 tokens: errors are shown in full unless they are a whole log. */
export const MAX_ERROR_CHARACTERS = 60_000;

export type RetryBrief = Pick<
  DeveloperBrief,
  'phase' | 'record' | 'base' | 'attempt' | 'previous' | 'faults' | 'cutOff' | 'takesOver'
>;

/** What a fresh session is told about the attempts before it; nothing where there were none. */
export function retryPrompt(brief: RetryBrief, template: string | null): string {
  const { previous, cutOff, phase, record, attempt } = brief;
  const told = previous ?? cutOff;
  if (!told) return '';
  const file = feedbackFile(record, phase.id);
  return prompt(
    'retry',
    template,
    {
      framing: [`# Attempt ${attempt}`, ...(previous ? [framingOf(previous, brief.faults)] : [])].join(
        '\n\n',
      ),
      errors: [
        ...(previous ? [errorWords(previous, file)] : []),
        ...(cutOff ? [cutOffWords(cutOff)] : []),
      ].join('\n\n'),
      failedWork: failedWork(brief, told),
    },
    {
      attempt: String(attempt),
      phase: phase.id,
      feedbackFile: file,
      base: told.base,
      ref: told.ref ?? told.snapshot ?? '',
    },
  ).trimEnd();
}

/** Why an attempt was not accepted, in full. */
export const errorWords = ({ attempt, failure }: PreviousAttempt, file: string): string =>
  [
    `Attempt ${attempt} ${isUnfit(failure) ? 'could not be landed' : 'was not accepted'} (${failure.category}). This is what was found:`,
    quoted(printed(failure.message), { limit: MAX_ERROR_CHARACTERS, whole: file }),
    `All findings of this phase: ${code(file)}. ${FENCES_ARE_DATA}`,
  ].join('\n\n');

/** What ended it is nothing that a developer could mend, so no more is said of that. */
export const cutOffWords = ({ attempt, failure }: PreviousAttempt): string =>
  `Attempt ${attempt} was cut off before it was judged (${failure.category}), through no fault of its work.`;

/** What the folder holds, and how to see what the attempts did that it does not hold. */
function failedWork({ base, previous, cutOff, takesOver }: RetryBrief, told: PreviousAttempt): string {
  const last = cutOff ?? told;
  return [
    takesOver
      ? `What attempt ${last.attempt} left is in this folder already, and ${code(`git diff ${base}`)} shows it. Mend it in place.`
      : whereItStands(told, base),
    ...(previous && !(takesOver && previous === last) ? [keptWords(previous)] : []),
    ...(cutOff && !takesOver ? [unjudgedWords(cutOff)] : []),
  ].join(' ');
}

const whereItStands = (told: PreviousAttempt, base: string): string =>
  told.base === base
    ? `This folder is back where attempt ${told.attempt} began.`
    : `This folder is at a newer state than the one that attempt ${told.attempt} began with: ${diffShown(told.base, base)} shows what others have landed since. Leave that whole.`;

function keptWords(told: PreviousAttempt): string {
  const work = workShown(told);
  if (work === null) {
    const parts = partsWords(told);
    return parts ? `${parts}\n\nTake over what was right.` : `Attempt ${told.attempt} left no changes.`;
  }
  return `What attempt ${told.attempt} did is kept: ${work} shows it, and ${fileShown((told.ref ?? told.snapshot)!)} one file of it. Take over what was right.`;
}

const unjudgedWords = (cutOff: PreviousAttempt): string => {
  const work = workShown(cutOff);
  return work === null
    ? (partsWords(cutOff) ?? `Attempt ${cutOff.attempt} left no changes.`)
    : `${work} shows what attempt ${cutOff.attempt} had done by then, if anything.`;
};

/** Each puts the work differently, so that the same model does not go the same way twice. */
export const FRAMINGS = [
  'An earlier attempt at this phase failed. Before you change anything, read what was found to the end and say in a sentence what caused it. Mend the cause; a change that only makes the message go away will come back.',
  'More than one attempt has failed, so the way they went is in doubt. Look at what the last one did, name the decision that it rests on, and take another one.',
  'Go in small steps this time. Do the least that satisfies one subtask, run the checks, and only then go on to the next. Leave out everything that is not asked for.',
  'Begin with the proof. Make the failure happen here with the command that reported it, before you edit a file, and keep running that command until it no longer fails.',
  'Doubt what has been taken for granted. Compare the plan, the tests and the code word by word for a point on which they disagree, and look in the repository for a place that solves the same problem already.',
  'Work backwards. Make a list of every criterion of the phase and of every point that was found, meet them one by one, and say in your summary where each is met.',
] as const;

/** For work that was accepted and did not go with what others had landed by then. */
export const FITTING_IN =
  'The work of an earlier attempt was accepted, but others landed something meanwhile that it does not go with. Do not do it anew, and do not go another way: bring it over to the state that this folder is in, so that both hold, what has landed and what this phase adds.';

const isUnfit = ({ category }: Failure): boolean => category === 'landing_conflict';

const framingOf = ({ failure }: PreviousAttempt, faults: number): string =>
  isUnfit(failure) ? FITTING_IN : framing(faults);

/** How the work is put to a developer after so many attempts that were wrong in themselves. */
export const framing = (faults: number): string => FRAMINGS[Math.max(0, faults - 1) % FRAMINGS.length]!;
