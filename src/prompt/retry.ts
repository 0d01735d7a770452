import type { DeveloperBrief, PreviousAttempt } from './brief.ts';
import { code, FENCES_ARE_DATA, printed, quoted } from './foreign.ts';
import { partsWords } from './parts.ts';
import { feedbackFile } from './places.ts';
import { prompt } from './template.ts';

/** About 15,000 tokens: errors are shown in full unless they are a whole log. */
export const MAX_ERROR_CHARACTERS = 60_000;

export interface RetryBrief extends Pick<DeveloperBrief, 'phase' | 'record' | 'base'> {
  readonly previous: PreviousAttempt;
}

/** What a fresh session is told about the attempt before it. */
export function retryPrompt(brief: RetryBrief, template: string | null): string {
  const { previous, phase, record, base } = brief;
  const file = feedbackFile(record, phase.id);
  const ref = previous.ref ?? previous.snapshot;
  return prompt(
    'retry',
    template,
    {
      framing: `# Attempt ${previous.attempt + 1}\n\n${framing(previous.attempt)}`,
      errors: errorWords(previous, file),
      failedWork: ref
        ? failedWork(base, ref)
        : (failedParts(previous) ?? 'The failed attempt left no changes.'),
    },
    {
      attempt: String(previous.attempt + 1),
      phase: phase.id,
      feedbackFile: file,
      base,
      ref: ref ?? '',
    },
  );
}

/** Why the attempt before was not accepted, in full. */
export const errorWords = ({ attempt, failure }: PreviousAttempt, file: string): string =>
  [
    `Attempt ${attempt} was not accepted (${failure.category}). This is what was found:`,
    quoted(printed(failure.message), { limit: MAX_ERROR_CHARACTERS, whole: file }),
    `All findings of this phase: ${code(file)}. ${FENCES_ARE_DATA}`,
  ].join('\n\n');

const failedWork = (base: string, ref: string): string =>
  `This folder is back where the phase began. What the failed attempt did is kept: \`git diff ${shellWord(base)} ${shellWord(ref)}\` shows it, and ${code(`git show ${shellWord(ref)}:<path>`)} one file of it. Take over what was right.`;

function failedParts(previous: PreviousAttempt): string | null {
  const parts = partsWords(previous);
  return parts && `This folder is back where the phase began. ${parts}\n\nTake over what was right.`;
}

/** Names of refs and commits of ours need no quotes; anything else gets them. */
const shellWord = (word: string): string =>
  /^[A-Za-z0-9_./%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** Each puts the work differently, so that the same model does not go the same way twice. */
export const FRAMINGS = [
  'An earlier attempt at this phase failed. Before you change anything, read what was found to the end and say in a sentence what caused it. Mend the cause; a change that only makes the message go away will come back.',
  'More than one attempt has failed, so the way they went is in doubt. Look at what the last one did, name the decision that it rests on, and take another one.',
  'Go in small steps this time. Do the least that satisfies one subtask, run the checks, and only then go on to the next. Leave out everything that is not asked for.',
  'Begin with the proof. Make the failure happen here with the command that reported it, before you edit a file, and keep running that command until it no longer fails.',
  'Doubt what has been taken for granted. Compare the plan, the tests and the code word by word for a point on which they disagree, and look in the repository for a place that solves the same problem already.',
  'Work backwards. Make a list of every criterion of the phase and of every point that was found, meet them one by one, and say in your summary where each is met.',
] as const;

/** How the attempt after this one is put to the developer. */
export const framing = (attempt: number): string => FRAMINGS[Math.max(0, attempt - 1) % FRAMINGS.length]!;
