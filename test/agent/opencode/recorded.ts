/** What opencode 1.18.33 told, without fields that nobody looks at; ids are shortened. */

const inSession = (type: string, fields: object): object => ({
  type,
  properties: { sessionID: 'ses_1', ...fields },
});
const info = (fields: object): object =>
  inSession('message.updated', {
    info: {
      role: 'assistant',
      cost: 0,
      tokens: { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } },
      sessionID: 'ses_1',
      ...fields,
    },
  });
export const part = (fields: object): object =>
  inSession('message.part.updated', {
    part: { messageID: 'msg_4', sessionID: 'ses_1', ...fields },
    time: 1794968968000,
  });
export const status = (fields: object): object => inSession('session.status', { status: fields });

export const ASKED = [
  inSession('message.updated', { info: { id: 'msg_2', role: 'user', sessionID: 'ses_1' } }),
  part({ type: 'text', text: 'Build it.', messageID: 'msg_2', id: 'prt_3' }),
  status({ type: 'busy' }),
  info({ id: 'msg_4' }),
  part({ id: 'prt_5', type: 'step-start' }),
];

export const THOUGHT = [
  part({ id: 'prt_6', type: 'reasoning', text: '', time: { start: 1794968968000 } }),
  inSession('message.part.delta', { messageID: 'msg_4', partID: 'prt_6', field: 'text', delta: 'hmm' }),
  part({ id: 'prt_6', type: 'reasoning', text: 'hmm', time: { start: 1794968968000, end: 1794968968000 } }),
];

const said = (text: string, time: object): object => part({ id: 'prt_7', type: 'text', text, time });
export const SPOKEN = [
  said('', { start: 1794968968000 }),
  inSession('message.part.delta', { messageID: 'msg_4', partID: 'prt_7', field: 'text', delta: 'on' }),
  inSession('message.part.delta', { messageID: 'msg_4', partID: 'prt_7', field: 'text', delta: 'e' }),
];
export const END_OF_WORDS = said('one', { start: 1794968968000, end: 1794968968000 });

const bash = (state: object): object =>
  part({ id: 'prt_8', type: 'tool', tool: 'bash', callID: 'call_9', state });
const input = { command: 'echo hi; exit 3' };
export const CALLED = [
  bash({ status: 'pending', input: {}, raw: '' }),
  bash({ status: 'running', input, time: { start: 1794968968000 } }),
  // The text before it ends only now.
  END_OF_WORDS,
  bash({ metadata: { output: 'hi\n' }, status: 'running', input, time: { start: 1794968968000 } }),
];
export const RETURNED = bash({
  status: 'completed',
  input,
  output: 'hi\n',
  metadata: { output: 'hi\n', exit: 3, truncated: false },
  title: 'echo hi; exit 3',
  time: { start: 1794968968000, end: 1794968968000 },
});
export const REJECTED = bash({
  status: 'error',
  input,
  error: 'The user rejected permission to use this specific tool call',
  time: { start: 1794968968000, end: 1794968968000 },
});

export const step = (fields: object): object =>
  part({
    id: 'prt_10',
    reason: 'tool-calls',
    type: 'step-finish',
    tokens: { total: 1050, input: 1000, output: 50, reasoning: 0, cache: { write: 0, read: 0 } },
    cost: 0,
    ...fields,
  });

const answering = (state: object): object =>
  part({
    id: 'prt_13',
    messageID: 'msg_11',
    type: 'tool',
    tool: 'StructuredOutput',
    callID: 'call_14',
    state,
  });
export const ANSWERED = [
  info({ id: 'msg_11' }),
  answering({ status: 'running', input: { a: 'b' }, time: { start: 1794968968000 } }),
  answering({
    status: 'completed',
    input: { a: 'b' },
    output: 'Structured output captured successfully.',
    metadata: { valid: true },
  }),
  info({ id: 'msg_11', finish: 'tool-calls', structured: { a: 'b' } }),
];

export const finished = (finish: string, fields: object = {}): object =>
  info({ id: 'msg_4', finish, ...fields });
export const unfinished = (fields: object): object => info({ id: 'msg_4', ...fields });
export const IDLE = [status({ type: 'idle' }), inSession('session.idle', {})];
export const error = (name: string, data: object = {}): object => ({ name, data });
export const failed = (told: object): object => inSession('session.error', { error: told });

export const PERMISSION = inSession('permission.asked', {
  id: 'per_8',
  permission: 'bash',
  patterns: ['rm a'],
  metadata: { command: 'rm a' },
  always: ['rm *'],
  tool: { messageID: 'msg_4', callID: 'call_9' },
});

/** As it is told where a model's provider refuses the key. */
export const UNAUTHORIZED = error('APIError', {
  message: 'because',
  statusCode: 401,
  isRetryable: false,
  responseHeaders: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
  responseBody:
    '{"error":{"message":"because","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}',
  metadata: { url: 'http://127.0.0.1:1/v1/chat/completions' },
});
export const LIMITED = error('APIError', {
  message: 'because',
  statusCode: 429,
  isRetryable: true,
  responseHeaders: { 'retry-after': '60' },
  responseBody: '{"error":{"message":"because","type":"requests","param":null,"code":"rate_limit_exceeded"}}',
});
