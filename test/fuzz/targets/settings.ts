import { parseDocument } from 'yaml';
import { UsageError } from '../../../src/cli/exit.ts';
import { type FileSettings, settingsIn } from '../../../src/cli/run/settings-file.ts';
import {
  COMMIT_MODES,
  FAILURE_POLICIES,
  PRESETS,
  REJECT_POLICIES,
  SCHEDULES,
  SESSION_POLICIES,
} from '../../../src/run/policies.ts';
import { type Overrides, settingsOf, settingsSchema } from '../../../src/run/settings.ts';
import { type Random, random } from '../random.ts';
import type { Target } from '../target.ts';
import { mutated } from '../text.ts';
import { mangled, yamlOf } from '../value.ts';

const FILE = '/repository/phasewright.yaml';

/** What a repository says in its `phasewright.yaml`. */
export const settings: Target<string> = {
  make(seed) {
    const r = random(seed);
    const sound = soundSettings(r);
    const value = r.below(2) === 0 ? sound : mangled(sound, r);
    const text = r.below(3) === 0 ? JSON.stringify(value) : yamlOf(value);
    return r.below(2) === 0 ? text : mutated(text, TOKENS, r, 6);
  },
  judge,
};

function judge(text: string): string | null {
  let read: FileSettings;
  try {
    read = settingsIn(text, FILE);
  } catch (error) {
    return error instanceof UsageError ? judgeError(error) : `threw ${(error as Error).stack}`;
  }
  if (Object.getPrototypeOf(read) !== Object.prototype) return 'a prototype was changed';
  const unknown = keysOf(text).find(key => !KEYS.has(key));
  if (unknown !== undefined) return `the unknown key "${unknown}" is taken for a setting`;
  const { preset, agent: _, script: __, ...overrides } = read;
  const made = settingsOf(preset ?? 'phased', overrides as Overrides);
  const checked = settingsSchema.safeParse(JSON.parse(JSON.stringify(made)));
  if (!checked.success) return `no valid settings come of it: ${checked.error.message}`;
  if (JSON.stringify(checked.data) !== JSON.stringify(made)) return 'the settings do not survive the journal';
  return null;
}

const MAX_MESSAGE = 1_000;

function judgeError({ message, hint }: UsageError): string | null {
  if (!message.startsWith(FILE)) return `the message does not name the file: ${message}`;
  if (!/^[A-Z].*\.$|^docs\/commands\.md lists the settings\.$/.test(hint)) return `no hint: ${hint}`;
  if (message.length > MAX_MESSAGE) return `a message of ${message.length} characters`;
  const says = message.slice(FILE.length);
  const namesPlace = /^:\d+: |unknown setting/.test(says) || says.includes(': the file: ');
  const namesKey = [...KEYS].some(key => says.startsWith(`: ${key}`));
  return namesPlace || namesKey ? null : `the message tells neither line nor key: ${message}`;
}

const KEYS: ReadonlySet<string> = new Set([
  ...['preset', 'schedule', 'concurrency', 'session', 'onReject', 'maxAttempts', 'onFailure', 'review'],
  ...['allowEmpty', 'checks', 'commit', 'agent', 'script'],
]);

/** What stands at the top of a document that can be read. */
function keysOf(text: string): string[] {
  const value: unknown = parseDocument(text).toJS({ maxAliasCount: 100 });
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

function soundSettings(r: Random): Record<string, unknown> {
  const all: [string, () => unknown][] = [
    ['preset', () => r.pick(PRESETS)],
    ['schedule', () => r.pick(SCHEDULES)],
    ['concurrency', () => 1 + r.below(256)],
    ['session', () => r.pick(SESSION_POLICIES)],
    ['onReject', () => r.pick(REJECT_POLICIES)],
    ['maxAttempts', () => 1 + r.below(100)],
    ['onFailure', () => r.pick(FAILURE_POLICIES)],
    ['review', () => r.below(2) === 0],
    ['allowEmpty', () => r.below(2) === 0],
    ['checks', () => Array.from({ length: r.below(r.below(9) === 0 ? 70 : 4) }, () => soundCheck(r))],
    ['commit', () => ({ mode: r.pick(COMMIT_MODES), hooks: true, author: { name: 'A', email: 'a@b' } })],
    ['agent', () => 'scripted'],
    ['script', () => 'script.json'],
  ];
  return Object.fromEntries(all.flatMap(([key, value]) => (r.below(3) === 0 ? [[key, value()]] : [])));
}

const soundCheck = (r: Random): unknown =>
  r.below(2) === 0
    ? 'npm test'
    : { command: 'npm run lint', timeoutSeconds: r.pick([1, 0.5, 1e-9, 300, 86_400, 1e12, 1e300]) };

/** Pieces of YAML, and of settings. */
const TOKENS = [
  ...[...KEYS].map(key => `${key}: `),
  ...[...KEYS].map(key => `\n${key}:\n  `),
  ...['concurency: 2\n', 'Preset: phased\n', '__proto__: {a: 1}\n', 'constructor: 1\n', 'limits: {}\n'],
  ...[': ', '- ', '\n', '\n\n', '  ', '\t', '{', '}', '[', ']', ',', '"', "'", '|\n', '>\n', '#', '? '],
  ...['&a ', '*a ', '<<: *a\n', '&a [*a, *a]', '!!js/function ', '!!binary ', '!!set ', '!x ', '%YAML 1.1\n'],
  ...['---\n', '...\n', '~', 'null', 'true', 'yes', 'no', '0x10', '0o7', '.inf', '-.inf', '.nan', '1e400'],
  ...['9007199254740993', '-1', '1.5', '2026-01-01', '\r\n', '\r', '\uFEFF', '\0', '\u202E', '\x1B[31m'],
  ...['a: &b [1]\nc: *b\n', '\uD800', '漢字', '😀', 'x'.repeat(3_000), '['.repeat(500), '- '.repeat(300)],
  aliasBomb(),
];

function aliasBomb(): string {
  const lines = ['x0: &x0 [a, a, a, a, a, a, a, a, a]'];
  for (let i = 1; i < 9; i += 1)
    lines.push(`x${i}: &x${i} [${Array.from({ length: 9 }, () => `*x${i - 1}`).join(', ')}]`);
  return `\n${lines.join('\n')}\n`;
}
