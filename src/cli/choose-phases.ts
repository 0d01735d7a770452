import { isCancel, multiselect, select, text } from '@clack/prompts';
import type { RunState } from '../run/state.ts';
import { approvalText, phaseName, rejectionText, type Waiting } from '../view/run/people.ts';
import { shortened } from '../view/run/shortened.ts';
import { confirm } from './confirm.ts';
import { askAt, type Desk } from './desk.ts';
import { typedLine } from './typed-line.ts';

/** Which of the phases that wait may go on, by their ids. */
export async function chooseApproved(
  state: RunState,
  waiting: readonly Waiting[],
  desk: Desk,
): Promise<readonly string[]> {
  if (waiting.length > 1 && !desk.isPlain) {
    const message = 'Which of them may go on? Space selects.';
    const options = waiting.map(one => optionOf(state, one));
    const answer = await askAt(desk, at => multiselect({ message, options, required: false, ...at }));
    return isCancel(answer) ? [] : answer;
  }
  const approved: string[] = [];
  for (const one of waiting)
    if (await confirm(capitalised(approvalText(state, one)), desk)) approved.push(one.id);
  return approved;
}

/** Which of the phases that wait is sent back; null for none. */
export async function chooseRejected(
  state: RunState,
  waiting: readonly Waiting[],
  desk: Desk,
): Promise<Waiting | null> {
  if (waiting.length === 1) return waiting[0]!;
  const message = 'Which of them is sent back?';
  if (desk.isPlain) {
    const ids = waiting.map(({ id }) => id);
    const typed = (await typedLine(`${message} (${ids.join(', ')}) `, desk))?.trim();
    return waiting.find(({ id }) => id === typed) ?? null;
  }
  const options = waiting.map(one => optionOf(state, one));
  const answer = await askAt(desk, at => select({ message, options, ...at }));
  return waiting.find(({ id }) => id === answer) ?? null;
}

/** What is to be different about a phase, or about the plan; null where the person would rather not say. */
export async function askForWords(about: Waiting | null, desk: Desk): Promise<string | null> {
  const message = `${capitalised(about ? rejectionText(about) : 'what is to be different about the plan')}?`;
  if (desk.isPlain) return (await typedLine(`${message} `, desk))?.trim() || null;
  const answer = await askAt(desk, at => text({ message, placeholder: 'leave empty for no', ...at }));
  return isCancel(answer) ? null : (answer ?? '').trim() || null;
}

const optionOf = (state: RunState, { position, id, for: what, reasons }: Waiting) => ({
  value: id,
  label: phaseName(state, position),
  hint: [FOR[what], ...reasons.slice(0, 1).map(shortened)].join(': '),
});

const FOR: Readonly<Record<Waiting['for'], string>> = {
  start: 'to start',
  landing: 'to land',
  proposal: 'to be done in part',
  help: 'for help',
};

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
