/** In the folder of one session's answer tool. */
export const SCHEMA_FILE = 'schema.json';
export const ANSWER_FILE = 'answer.json';
