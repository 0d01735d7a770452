import { garbage } from '../../src/agent/scripted/garbage.ts';
import type { Failing, FileText } from '../../src/agent/scripted/step.ts';
import { unreachable } from '../../src/base/unreachable.ts';
import { COMMANDS } from './commands.ts';
import type { Part, Usage } from './reply.ts';
import type { ModelStep, StatusStep } from './step.ts';

/** One message of the model: words, and at most one deed at its end. */
export interface Turn {
  readonly parts: readonly Part[];
  readonly usage: Usage;
  /** A structured answer that is given as text. */
  readonly answer: Answer | null;
  readonly deed: Deed | null;
}

interface Answer {
  readonly value: unknown;
}

type Deed =
  | { readonly kind: 'shell'; readonly step: string; readonly command: string }
  | { readonly kind: 'write'; readonly file: FileText }
  | { readonly kind: 'answer'; readonly value: unknown }
  | { readonly kind: 'fail'; readonly failing: Failing }
  | { readonly kind: 'status'; readonly step: StatusStep }
  | { readonly kind: 'cut' }
  | { readonly kind: 'stall' };

/** Of a turn in which no usage step stands. */
export const DEFAULT_USAGE: Usage = { input: 1_000, output: 50 };

/** `answersByTool`: a structured answer is a deed where there is a tool for it, else it is text. */
export function turnsOf(steps: readonly ModelStep[], answersByTool: boolean): readonly Turn[] {
  const turns: Turn[] = [];
  let open = EMPTY;
  const end = (deed: Deed | null): void => {
    const { spent, ...turn } = open;
    turns.push({ ...turn, usage: spent ?? DEFAULT_USAGE, deed });
    open = EMPTY;
  };
  for (const step of steps) {
    const meaning = meaningOf(step);
    if ('words' in meaning) open = { ...open, parts: withWords(open.parts, meaning.words) };
    else if ('spent' in meaning) open = { ...open, spent: sum(open.spent, meaning.spent) };
    else if ('deed' in meaning) end(meaning.deed);
    else if (answersByTool) end({ kind: 'answer', value: meaning.answer });
    else open = { ...open, answer: { value: meaning.answer } };
    // Some agents do not wait for a command to end. Until then the model has nothing to say.
    if ('hang' in step) end({ kind: 'stall' });
  }
  if (open !== EMPTY) end(null);
  return turns;
}

type Open = Pick<Turn, 'parts' | 'answer'> & { readonly spent: Usage | null };

const EMPTY: Open = { parts: [], answer: null, spent: null };

type Meaning =
  | { readonly words: Part }
  | { readonly spent: Usage }
  | { readonly answer: unknown }
  | { readonly deed: Deed };

function meaningOf(step: ModelStep): Meaning {
  if ('say' in step) return { words: { text: step.say } };
  if ('think' in step) return { words: { think: step.think } };
  if ('sleep' in step) return { words: { waitMs: step.sleep } };
  if ('garbage' in step) return { words: { text: rubbish(step.garbage) } };
  if ('usage' in step) return { spent: step.usage };
  if ('report' in step) return { answer: step.report };
  if ('reply' in step) return { answer: step.reply };
  if ('write' in step) return { deed: { kind: 'write', file: step.write } };
  if ('shell' in step) return command('shell', step.shell);
  if ('append' in step) return command('append', COMMANDS.append(step.append));
  if ('delete' in step) return command('delete', COMMANDS.delete(step.delete));
  if ('commit' in step) return command('commit', COMMANDS.commit(step.commit));
  if ('spawn' in step) return command('spawn', COMMANDS.spawn(step.spawn));
  if ('hang' in step) return command('hang', COMMANDS.hang);
  if ('crash' in step) return command('crash', COMMANDS.crash());
  if ('fail' in step) return { deed: { kind: 'fail', failing: step.fail } };
  if ('status' in step) return { deed: { kind: 'status', step } };
  if ('cut' in step) return { deed: { kind: 'cut' } };
  if ('stall' in step) return { deed: { kind: 'stall' } };
  return unreachable(step);
}

const command = (step: string, text: string): Meaning => ({ deed: { kind: 'shell', step, command: text } });

/** All that is said in one message is one text, and so is all that is thought. */
function withWords(parts: readonly Part[], part: Part): readonly Part[] {
  if ('text' in part && parts.some(one => 'text' in one)) return [...parts, { text: `\n\n${part.text}` }];
  if ('think' in part && parts.some(one => 'think' in one)) return [...parts, { think: `\n\n${part.think}` }];
  return [...parts, part];
}

const sum = (a: Usage | null, b: Usage): Usage => ({
  input: (a?.input ?? 0) + b.input,
  output: (a?.output ?? 0) + b.output,
});

/** A character for each byte: JSON can hold strange characters, but no broken ones. */
function rubbish(bytes: number): string {
  const pieces: string[] = [];
  garbage(bytes, piece => pieces.push(Buffer.from(piece).toString('latin1')));
  return pieces.join('');
}
