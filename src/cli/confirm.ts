import { confirm as choose } from '@clack/prompts';
import { askAt, type Desk } from './desk.ts';
import { typedLine } from './typed-line.ts';

/** Whether whoever sits there says yes; without a word it is no. */
export async function confirm(question: string, desk: Desk): Promise<boolean> {
  if (desk.isPlain) return /^\s*y(?:es)?\s*$/i.test((await typedLine(`${question} [y/N] `, desk)) ?? '');
  return (await askAt(desk, at => choose({ message: question, initialValue: false, ...at }))) === true;
}
