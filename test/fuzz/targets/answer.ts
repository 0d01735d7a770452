import { isDeepStrictEqual } from 'node:util';
import {
  ACTIONS,
  type Advice,
  type Decision,
  DISPOSITIONS,
  type Report,
  type Review,
  type Revision,
  readAdvice,
  readDraft,
  readEvaluation,
  readReport,
  readReview,
  readRevision,
} from '../../../src/run/answer.ts';
import { jsonAtEnd, jsonIn, markdownIn } from '../../../src/run/fenced.ts';
import { decided, reviewFailure } from '../../../src/run/verdict.ts';
import { random } from '../random.ts';
import type { Target } from '../target.ts';
import { mutated } from '../text.ts';
import { mangled, odd, parsed, survives } from '../value.ts';

/** What agents answer where a structured answer is asked for. The input is JSON, or else the answer is the text itself. */
export const answer: Target<string> = {
  make(seed) {
    const r = random(seed);
    const sound = r.pick(ANSWERS);
    const value = r.below(4) === 0 ? sound : r.below(10) === 0 ? odd(r) : mangled(sound, r);
    const text = JSON.stringify(value);
    switch (r.below(6)) {
      case 0:
        return mutated(text, TOKENS, r, 6);
      case 1:
        return JSON.stringify(`Looks good.\n\`\`\`json\n${text}\n\`\`\`\n${r.below(2) ? text : ''}`);
      case 2:
        return JSON.stringify(text);
      case 3:
        return mutated(`Here:\n\`\`\`\`markdown\n# A\n\`\`\`json\n${text}\n\`\`\`\n\`\`\`\`\n`, TOKENS, r, 4);
      default:
        return text;
    }
  },
  judge(text) {
    const value = parsed(text);
    const review = readReview(value);
    const report = readReport(value);
    const decisions = readEvaluation(value);
    return (
      (review && judgeReview(review, value)) ??
      (report && judgeReport(report, value)) ??
      (decisions && judgeDecisions(decisions)) ??
      judgeAdvice(readAdvice(value), value) ??
      judgeRevision(readRevision(value), value) ??
      judgeDraft(readDraft(value), value) ??
      judgeWords(typeof value === 'string' ? value : text)
    );
  },
};

const MAX_TEXT = 20_000;
const MAX_NAME = 4_096;
const MAX_ITEMS = 1_000;
const SEVERITIES: readonly string[] = ['info', 'minor', 'major', 'critical'];

const ownValue = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.getOwnPropertyDescriptor(value, key)?.value
    : undefined;

function judgeReview(review: Review, given: unknown): string | null {
  if (review.approved !== ownValue(given, 'approved')) return 'approved is not what the agent said';
  if (typeof review.approved !== 'boolean') return 'approved is no boolean';
  if (!isText(review.summary)) return 'the summary is no short text';
  if (review.comments.length > MAX_ITEMS) return `${review.comments.length} comments`;
  for (const { severity, file, line, message } of review.comments) {
    if (!SEVERITIES.includes(severity)) return `severity ${severity}`;
    if (file !== null && !isName(file)) return 'a file of a comment is no short text';
    if (line !== null && !Number.isSafeInteger(line)) return `line ${line}`;
    if (!isText(message)) return 'the message of a comment is no short text';
  }
  if (typeof reviewFailure(review).message !== 'string') return 'no feedback comes of it';
  return survives(review) ? null : LOST;
}

function judgeReport(report: Report, given: unknown): string | null {
  if (report.status !== ownValue(given, 'status')) return 'status is not what the agent said';
  if (!isText(report.summary) || (report.error !== null && !isText(report.error)))
    return 'a text is too long';
  for (const names of [report.subtasksCompleted, report.subtasksFailed, report.filesChanged]) {
    if (names.length > MAX_ITEMS || !names.every(isName)) return 'a list of names is too long';
  }
  return survives(report) ? null : LOST;
}

function judgeDecisions(decisions: readonly Decision[]): string | null {
  if (decisions.length > MAX_ITEMS) return `${decisions.length} decisions`;
  for (const { comment, decision, reason } of decisions) {
    if (!Number.isSafeInteger(comment) || comment < 1) return `a decision about comment ${comment}`;
    if (!DISPOSITIONS.includes(decision)) return `decision ${decision}`;
    if (!isText(reason)) return 'the reason of a decision is no short text';
  }
  const open = decided({ approved: false, summary: '', comments: [WISH, WISH] }, decisions);
  if (open.length !== 2) return `${open.length} decisions about two comments`;
  return survives(decisions) ? null : LOST;
}

const WISH: Review['comments'][number] = { severity: 'major', file: null, line: null, message: 'mend it' };

function judgeAdvice(advice: Advice | null, given: unknown): string | null {
  if (!advice) return null;
  const { action, confidence, diagnosis, hint, command } = advice;
  if (action !== ownValue(given, 'action') || !ACTIONS.includes(action)) return `action ${action}`;
  if (!(confidence >= 0 && confidence <= 1)) return `confidence ${confidence}`;
  const texts = [diagnosis, hint ?? '', command ?? ''];
  if (hint === '' || command === '' || !texts.every(isText)) return 'a text of the advice is none';
  return survives(advice) ? null : LOST;
}

function judgeRevision(revision: Revision | null, given: unknown): string | null {
  if (!revision) return null;
  const { title, description, subtasks, files, deliverables, criteria, dropped, reason } = revision;
  if (deliverables !== null && ownValue(given, 'deliverables') === undefined)
    return 'deliverables are made up';
  const lists = [files ?? [], deliverables ?? [], criteria ?? [], subtasks ?? [], dropped];
  if (lists.some(({ length }) => length > MAX_ITEMS)) return 'a list is too long';
  const texts = [reason, title ?? '', description ?? '', ...(criteria ?? [])];
  if (![...texts, ...dropped.flatMap(({ what, reason: why }) => [what, why])].every(isText))
    return 'a text is too long';
  return survives(revision) ? null : LOST;
}

const judgeDraft = (draft: string | null, given: unknown): string | null =>
  draft === null || (draft !== '' && draft === ownValue(given, 'plan'))
    ? null
    : 'the plan is not what the agent said';

/** What an agent says last: an answer may stand in it. */
function judgeWords(said: string): string | null {
  const value = jsonAtEnd(said);
  const values = jsonIn(said);
  if (![...values, value ?? {}].every(each => typeof each === 'object' && each !== null))
    return 'an answer that is no object';
  if (value !== undefined && jsonAtEnd(`${said}\nBut no.`) !== undefined)
    return 'an answer that is taken back';
  const markdown = markdownIn(said);
  if (markdown !== null && !said.includes(markdown)) return 'a plan that was not said';
  const again = jsonAtEnd(`Done.\n\`\`\`\`\`json\n${JSON.stringify({ said })}\n\`\`\`\`\`\n`);
  return isDeepStrictEqual(again, { said }) ? null : 'a fenced answer is not found';
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= MAX_TEXT;
const isName = (value: unknown): boolean => typeof value === 'string' && value.length <= MAX_NAME;

const LOST = 'does not survive the journal';

const ANSWERS: readonly unknown[] = [
  { approved: true, summary: 'fine', comments: [{ severity: 'minor', file: 'a.ts', line: 3, message: 'm' }] },
  { approved: false, summary: 'no', comments: [{ message: 'mend it' }, { message: 'and this', line: null }] },
  { approved: 'true' },
  { approved: 1 },
  { approved: [true] },
  { review: { approved: true } },
  [{ approved: true }],
  { status: 'completed', subtasksCompleted: ['1', '2'], summary: 'done', filesChanged: ['a.ts'] },
  { status: 'partial', subtasks_completed: ['1'], subtasks_failed: ['2'], error_context: 'no module' },
  { status: 'failed', error: 'gave up', errorContext: 'x', subtasksFailed: [] },
  {
    decisions: [
      { comment: 1, decision: 'IMPLEMENT', reason: 'it is so' },
      { comment: 2, decision: 'DEFER' },
    ],
  },
  { decisions: [{ comment: 0, decision: 'REJECT' }] },
  { plan: '### Task 1: Do it\n\nAll of it.\n' },
  { plan: '' },
  { action: 'retry_with_fix', confidence: 0.9, diagnosis: 'a slip', hint: 'Mind the step.' },
  { action: 'execute_fix', confidence: 1, command: 'npm ci', hint: '' },
  { action: 'skip_phase', confidence: '1' },
  { action: 'replan', confidence: 7 },
  {
    reason: 'it is easier',
    title: 'Another way',
    subtasks: [{ title: 'This', type: 'test' }, { title: 'That' }],
    files: ['src/a.ts'],
    deliverables: ['a.txt'],
    criteria: ['it must be right'],
    dropped: [{ what: 'it is quick', reason: 'no time' }],
  },
];

const TOKENS = [
  ...[
    '"approved": true,',
    '"approved": "true",',
    '"status": "completed",',
    '"__proto__": {"approved": true},',
  ],
  ...['{', '}', '[', ']', ',', ':', '"', 'null', 'true', 'NaN', 'Infinity', '-0', '1e999', '\\u0000', '```'],
  ...['\uD800', '\u2028', '\uFEFF', '// x\n', '"constructor":', '"toString": 1,', '['.repeat(2_000)],
];
