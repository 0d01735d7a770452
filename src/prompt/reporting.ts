import type { AnswerForm } from './brief.ts';

/** How a developer reports. `file` is where it may write the report instead. */
export const reportWords = (form: AnswerForm, file: string): string =>
  form === 'schema'
    ? `Report with the object that you are asked for: ${ON_SUCCESS}, \`error\` what stopped you, \`summary\` for whoever does the next phase. ${ON_FAILURE}`
    : `End with one fenced \`json\` block, or write it to ${file}, ${ON_SUCCESS}:\n${REPORT_SHAPE}\n${ON_FAILURE}`;

const ON_SUCCESS = '`completed` only if every subtask is';

/** What a report that failed may carry, too. */
const ON_FAILURE =
  'Nobody answers while you work: if a person must decide, add `question`; if the plan cannot work, `category`: wrong_tech_stack, schema_mismatch or api_contract_wrong.';

const REPORT_SHAPE =
  '{"status":"completed|failed|partial","subtasksCompleted":[ids],"subtasksFailed":[ids],"summary":"for the next phase","error":null,"filesChanged":[paths]}';

/** How any other role gives its answer, which has the given shape. */
export const answerWords = (form: AnswerForm, shape: string): string =>
  form === 'schema'
    ? `Answer with one object of this shape:\n\n\`\`\`json\n${shape}\n\`\`\``
    : `End your last message with one fenced \`json\` block of this shape, and write nothing after it:\n\n\`\`\`json\n${shape}\n\`\`\``;
