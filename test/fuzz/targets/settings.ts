import { parseDocument } from 'yaml';
import { KEYS as KEYS_BELOW } from '../../../src/cli/settings/file-schema.ts';
import { MAX_PROBLEMS, type Problem } from '../../../src/cli/settings/problem.ts';
import { type Resolution, resolveSettings } from '../../../src/cli/settings/resolve.ts';
import { settingsYaml } from '../../../src/cli/settings/show.ts';
import {
  APPROVALS,
  COMMIT_MODES,
  FAILURE_POLICIES,
  OUTSIDE_POLICIES,
  PRESETS,
  REJECT_POLICIES,
  REVIEW_MOMENTS,
  SCHEDULES,
  SESSION_POLICIES,
} from '../../../src/run/policies.ts';
import { settingsSchema } from '../../../src/run/settings.ts';
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
  let read: Resolution;
  try {
    read = resolved(text);
  } catch (error) {
    return `threw ${(error as Error).stack}`;
  }
  if (!read.ok) return judgeProblems(read.problems);
  const { settings: made } = read.resolved;
  const unknown = keysOf(text).find(key => !KEYS.has(key));
  if (unknown !== undefined) return `the unknown key "${unknown}" is taken for a setting`;
  if (Object.getPrototypeOf(made) !== Object.prototype) return 'a prototype was changed';
  const checked = settingsSchema.safeParse(JSON.parse(JSON.stringify(made)));
  if (!checked.success) return `no valid settings come of it: ${checked.error.message}`;
  if (JSON.stringify(checked.data) !== JSON.stringify(made)) return 'the settings do not survive the journal';
  const again = resolved(settingsYaml(read.resolved));
  const same = again.ok && JSON.stringify(again.resolved.settings) === JSON.stringify(made);
  return same ? null : `shown as a file they are others: ${settingsYaml(read.resolved)}`;
}

const resolved = (text: string): Resolution =>
  resolveSettings({
    user: null,
    repository: { name: FILE, text },
    profile: null,
    environment: {},
    set: [],
    flags: [],
    readPrompt: () => ({ ok: true, text: 'x' }),
    agentProblem: () => null,
  });

const MAX_MESSAGE = 1_000;

function judgeProblems(problems: readonly Problem[]): string | null {
  if (problems.length === 0 || problems.length > MAX_PROBLEMS) return `${problems.length} problems`;
  for (const { place, message } of problems) {
    if (!/^\/repository\/phasewright\.yaml:\d+$/.test(place)) return `no file and line: ${place}`;
    if (message === '' || message.length > MAX_MESSAGE) return `a message of ${message.length} characters`;
    const ours = message.replace(/".*"/, '').replace(/^unknown setting .*/, '');
    if (/\[object|undefined|is not as it should be/.test(ours)) return `no words: ${message}`;
  }
  return null;
}

const KEYS: ReadonlySet<string> = new Set([...KEYS_BELOW['']!, 'profiles']);

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
    ['review', () => r.pick([true, false, 'off', ...REVIEW_MOMENTS, { tier: 'auto', risky: ['a/**'] }])],
    ['approve', () => r.pick(APPROVALS)],
    ['scope', () => ({ outside: r.pick(OUTSIDE_POLICIES), allow: ['*.lock'], maxDeletedLines: r.below(9) })],
    ['prompts', () => ({ developer: 'docs/developer.md' })],
    ['setup', () => ['npm ci', { command: 'make', timeoutSeconds: 1 + r.below(9) }]],
    [
      'record',
      () => ({ folder: r.pick(['docs/runs', 'a/b/', '../x', '.git/x', '/x', 'a\\b']), commit: false }),
    ],
    [
      'limits',
      () => r.pick([{ sessionMinutes: 0.1 }, { sessionMs: 5 }, { sessionMs: 1, sessionMinutes: 1 }]),
    ],
    ['profiles', () => ({ ci: { concurrency: 1 + r.below(300) }, 'x y': {} })],
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
  ...[
    'concurency: 2\n',
    'Preset: phased\n',
    '__proto__: {a: 1}\n',
    'constructor: 1\n',
    'limits: {}\n',
    'profiles: {a: {b: 1}}\n',
    'review:\n',
  ],
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
