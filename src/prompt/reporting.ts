import { ANSWER_TOOL, type AnswerForm } from './brief.ts';

/** How a developer reports. `file` is where it may write the report instead. */
export function reportWords(form: AnswerForm, file: string): string {
  if (form === 'text')
    return `End with one fenced \`json\` block, or write it to ${file}, ${ON_SUCCESS}:\n${REPORT_SHAPE}\n${ON_FAILURE}`;
  const how =
    form === 'tool'
      ? `When you are done, report by calling the tool \`${ANSWER_TOOL}\` once`
      : 'Report with the object that you are asked for';
  return `${how}: ${ON_SUCCESS}, \`error\` what stopped you, \`summary\` for whoever does the next phase. ${ON_FAILURE}`;
}

const ON_SUCCESS = '`completed` only if every subtask is';

/** What a report that failed may carry, too. */
const ON_FAILURE =
  'Nobody answers while you work: if a person must decide, add `question`; if the plan cannot work, `category`: wrong_tech_stack, schema_mismatch or api_contract_wrong.';

const REPORT_SHAPE =
  '{"status":"completed|failed|partial","subtasksCompleted":[ids],"subtasksFailed":[ids],"summary":"for the next phase","error":null,"filesChanged":[paths]}';

/** How any other role gives its answer, which has the given shape. */
export const answerWords = (form: AnswerForm, shape: string): string =>
  `${HOW_TO_ANSWER[form]} of this shape${form === 'text' ? ', and write nothing after it' : ''}:\n\n\`\`\`json\n${shape}\n\`\`\``;

const HOW_TO_ANSWER: Readonly<Record<AnswerForm, string>> = {
  schema: 'Answer with one object',
  tool: `Answer by calling the tool \`${ANSWER_TOOL}\` once, at the end, with one object`,
  text: 'End your last message with one fenced `json` block',
};
