import { isDeepStrictEqual } from 'node:util';
import { stepsFor } from '../../../src/agent/scripted/choose.ts';
import { loadScript } from '../../../src/agent/scripted/load.ts';
import type { Script } from '../../../src/agent/scripted/step.ts';
import { ROLES } from '../../../src/run/role.ts';
import { random } from '../random.ts';
import type { Target } from '../target.ts';
import { mutated } from '../text.ts';
import { mangled, yamlOf } from '../value.ts';

/** Scripts of the scripted agent, as JSON and as YAML. */
export const script: Target<string> = {
  make(seed) {
    const r = random(seed);
    const sound = r.pick(SCRIPTS);
    const value = r.below(2) === 0 ? sound : mangled(sound, r);
    const text = r.below(2) === 0 ? JSON.stringify(value, null, r.below(3)) : yamlOf(value);
    return r.below(3) === 0 ? text : mutated(text, TOKENS, r, 6);
  },
  judge: text => judge(text, NAMES[text.length % NAMES.length]!),
};

/** Of the file, which may tell the format. */
const NAMES = ['script.json', 'script.yaml', ''];
const MAX_DIAGNOSTICS = 20;
const MAX_MESSAGE = 2_000;

function judge(text: string, name: string): string | null {
  const loaded = loadScript(text, name);
  if (loaded.ok) return judgeScript(loaded.script);
  const { diagnostics } = loaded;
  if (diagnostics.length === 0 || diagnostics.length > MAX_DIAGNOSTICS)
    return `${diagnostics.length} diagnostics`;
  const lines = text.split(/\r\n|\r|\n/).length;
  for (const { line, endLine, message, hint } of diagnostics) {
    if (line < 0 || line > lines || endLine < line) return `line ${line} of ${lines}: ${message}`;
    if (message === '' || hint === '') return 'a diagnostic says nothing';
    if (message.length > MAX_MESSAGE) return `a message of ${message.length} characters`;
  }
  return null;
}

function judgeScript(read: Script): string | null {
  const again = loadScript(JSON.stringify(read), 'script.json');
  if (!again.ok) return `does not read back: ${again.diagnostics[0]?.message}`;
  if (!isDeepStrictEqual(again.script, read)) return 'reads back as another script';
  for (const role of ROLES)
    for (const subtasks of [[], ['1.1'], ['a', 'b']]) {
      for (const model of MODELS) {
        const steps = stepsFor(read, role, { run: 'r', phase: '1', attempt: 1, subtasks }, model);
        if (JSON.stringify(steps).includes('"model":{')) return 'a choice of models is left to the agent';
      }
    }
  return null;
}

const MODELS = [null, 'near/small', '*', '__proto__', 'toString'];

const SCRIPTS: readonly object[] = [
  {
    developer: {
      '*': [[{ write: { path: '{phase}.txt', content: '{attempt}' } }, { say: 'hello' }]],
      '1': [[{ fail: { category: 'infra.network', message: 'no' } }], [{ shell: 'true' }, { commit: 'm' }]],
      '2a#2a.1': [[{ usage: { input: 1, output: 2, costUsd: 0.5 } }, { sleep: 5 }]],
    },
    reviewer: { '*': [[{ reply: { approved: true, comments: [] } }]] },
  },
  {
    developer: {
      '2/1': [
        [
          { append: { path: 'a/b', content: '' } },
          { delete: 'a' },
          { report: { status: 'partial', subtasks_completed: ['1'], error_context: null } },
          { garbage: 100 },
          { spawn: 'sleep 1' },
          { hang: true },
        ],
        [{ crash: 'SIGKILL' }],
        [{ crash: 3 }],
        [],
      ],
    },
    doctor: { '*': [[{ reply: null }]] },
  },
  {
    developer: {
      '1': [
        [
          {
            model: {
              'near/small': [{ fail: { category: 'infra.rate_limit', message: 'no', retryAfterMs: 500 } }],
              '*': [{ say: '{model}' }, { usage: { input: 1, output: 2 } }],
            },
          },
        ],
        [{ fail: { category: 'infra.quota', message: 'used up', resetsAt: '2030-01-01T00:00:00Z' } }],
      ],
    },
    replanner: { '*': [[{ reply: { reason: 'easier', subtasks: [{ title: 'This' }] } }]] },
  },
];

const TOKENS = [
  ...['developer: ', 'reviewer: ', '"developer": ', '"*": ', '[[', ']]', '[', ']', '{', '}', ':', ',', '"'],
  ...['write', 'path', 'content', 'shell', '"../x"', '"/etc/passwd"', '"a\\u0000b"', 'report', 'status'],
  ...['&a ', '*a', '&a [*a]', '<<: *a\n', '!!js ', '? ', '|\n', '- ', '---\n', '#', '\n', '\t', '\r', '\r\n'],
  ...[
    'model',
    '"model": {"*": [',
    'retryAfterMs: 1e9',
    '"retryAfterMs": 0,',
    'resetsAt: soon',
    '2030-02-31T25:00:00Z',
  ],
  ...['__proto__', '"__proto__": {"x": 1},', 'constructor', 'null', 'true', '1e400', '-1', '0.5', '.nan'],
  ...['\uFEFF', '\0', '\uD800', '\u202E', '漢字', '['.repeat(300), '{"a":'.repeat(300), 'x'.repeat(500)],
];
