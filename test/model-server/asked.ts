import type { FormatName, Question } from './question.ts';

/** What a test's `play` is told of a request. */
export interface Asked {
  /** The last message of a person, without what the agent added to it. */
  readonly prompt: string;
  readonly system: string;
  readonly model: string;
  readonly format: FormatName;
  /** Names of the tools that are offered. */
  readonly tools: readonly string[];
  /** Earlier prompts of the same conversation, oldest first. */
  readonly earlier: readonly string[];
}

/** Besides what is asked, how often the model has already called a tool because of it. */
export interface Place extends Asked {
  readonly turn: number;
}

export function placeOf(question: Question, format: FormatName): Place {
  const prompts: string[] = [];
  let turn = 0;
  for (const entry of question.entries) {
    if ('called' in entry) turn += 1;
    else {
      const words = wordsOfPerson(entry.texts);
      if (words === '') continue;
      prompts.push(words);
      turn = 0;
    }
  }
  const { system, model, tools } = question;
  const names = tools.map(({ name }) => name);
  return { prompt: prompts.pop() ?? '', earlier: prompts, system, model, format, tools: names, turn };
}

/** Agents put words of their own into messages of the person, or send messages in the person's name. */
const ADDED = new RegExp(
  `^\\s*(?:${[
    '<(?:system-reminder|environment_context|user_instructions|session_context)\\b',
    '<(?:permissions|skills_instructions|turn_aborted)\\b',
    '# AGENTS\\.md instructions',
    '\\[structured-output-enforce\\]',
    'Your response above was stopped by a safety classifier',
    'Continue from where you left off\\.$',
    'System: Please continue\\.$',
  ].join('|')})`,
);
const REMINDER = /<system-reminder>[\s\S]*?<\/system-reminder>/g;

const wordsOfPerson = (texts: readonly string[]): string =>
  texts
    .map(text => text.replace(REMINDER, '').trim())
    .filter(text => text !== '' && !ADDED.test(text))
    .join('\n');

const CWD = /(?:<cwd>|working directory(?: is)?:? [`"']?|Workspace Directories:\**\s+- )(\/[^\n<>"'`]*)/i;

/** Where the agent works, as it tells the model: in the system prompt, or in what it last added to a message. */
export function cwdOf({ system, entries }: Question): string | null {
  const added = entries
    .flatMap(entry => ('texts' in entry ? entry.texts : []))
    .filter(text => ADDED.test(text));
  const found = [system, ...added.reverse()].flatMap(text => CWD.exec(text)?.[1]?.trim() ?? []);
  return found[0] ?? null;
}

const SIDE_WORK = /\b(?:title|summari[sz]e|classif|next speaker|topic|branch name|complexity|loop)/i;

/** Whether an agent asks for itself, which repeats the prompt but offers no tools: for a title, say, or a summary. */
export const isSideCall = ({ tools, system }: Asked): boolean => tools.length === 0 && SIDE_WORK.test(system);
