import { MAX_MESSAGE } from '../run/command.ts';
import { UsageError } from './exit.ts';

/** What a person says to whoever does the work next. */
export function messageFrom(text: string, what = 'Say what is to be different'): string {
  const words = text.trim();
  if (words === '') throw new UsageError('the message is empty', `${what}: --message TEXT`);
  if (words.length > MAX_MESSAGE)
    throw new UsageError(`the message is longer than ${MAX_MESSAGE} characters`, 'Shorten it.');
  return words;
}
