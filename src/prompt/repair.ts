import { fence } from '../base/fence.ts';
import { ANSWER_TOOL, type AnswerForm } from './brief.ts';

/** What an agent is told, in the same session, whose answer could not be read. */
export const repairPrompt = (form: AnswerForm, wanted: string, schema: object): string =>
  [
    `Your last message gave no ${wanted} that can be read. Look at nothing again and change nothing.`,
    HOW[form],
    fence(JSON.stringify(schema), 'json'),
  ].join('\n\n');

const HOW: Readonly<Record<AnswerForm, string>> = {
  schema: 'Give it now as an object that fits this JSON Schema:',
  tool: `Give it now by calling the tool \`${ANSWER_TOOL}\` with an object that fits this JSON Schema:`,
  text: 'Give it now as one fenced `json` block at the very end of your message, an object that fits this JSON Schema:',
};
