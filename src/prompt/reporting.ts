import type { AnswerForm } from './brief.ts';

/** How a developer reports. `file` is where it may write the report instead. */
export const reportWords = (form: AnswerForm, file: string): string =>
  form === 'schema'
    ? `Report with the object that you are asked for; \`completed\` only if every subtask is, else its error says what stopped you. The summary is for whoever does the next phase. ${ON_FAILURE}`
    : `End your last message with one fenced \`json\` block, or write it to ${file}:\n${REPORT_SHAPE}\n${ON_FAILURE}`;

/** What a report that failed may carry, too. */
const ON_FAILURE =
  'If the plan cannot work, add `category`: wrong_tech_stack, schema_mismatch or api_contract_wrong; if a person must decide, a `question`.';

const REPORT_SHAPE =
  '{"status":"completed|failed|partial","subtasksCompleted":[ids],"subtasksFailed":[ids],"summary":"","error":null,"filesChanged":[paths]}';

/** How any other role gives its answer, which has the given shape. */
export const answerWords = (form: AnswerForm, shape: string): string =>
  form === 'schema'
    ? `Answer with one object of this shape:\n\n\`\`\`json\n${shape}\n\`\`\``
    : `End your last message with one fenced \`json\` block of this shape, and write nothing after it:\n\n\`\`\`json\n${shape}\n\`\`\``;
