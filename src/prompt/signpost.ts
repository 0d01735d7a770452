import { counted } from '../base/counted.ts';
import { codeSpan } from '../plan/convert/inline.ts';
import type { Phase, Subtask } from '../plan/model.ts';
import { phaseFolder, REPORT_FILE, REVISION_FILE } from '../run/record-names.ts';
import { type DeveloperBrief, type EarlierPhase, subtasksOf } from './brief.ts';
import { clip, tokensAtMost } from './estimate.ts';
import { code, oneLine } from './foreign.ts';
import { reportWords } from './reporting.ts';
import { type Item, listWithin, shares, wholeList } from './share.ts';
import type { FirstParts } from './standing.ts';
import { testingWords } from './testing.ts';

/** What the whole signpost may have, in tokens. */
const MAX_TOKENS = 391;
/** A token of our own wording has this many characters on average, or more. */
const OWN_CHARACTERS_PER_TOKEN = 3.65;
/** What is left at least of a title or a command, in tokens. */
const LEAST_TITLE = 8;
const LEAST_COMMAND = 20;
/** With less room than this, in tokens, earlier phases and checks may be counted only. */
const TIGHT = 50;
/** Characters of a commit's name that are shown; git takes them for the whole. */
const COMMIT_CHARACTERS = 10;

/** What is filled in: the words of the plan and of the repository. */
interface Fill {
  readonly id: string;
  readonly title: string;
  readonly plan: string;
  readonly work: string;
  readonly folder: string;
  readonly base: string;
  readonly earlier: string;
  readonly checks: string;
  readonly reportFile: string;
  readonly revisionFile: string;
}

const NOTHING: Fill = {
  id: '',
  title: '',
  plan: '',
  work: '',
  folder: '',
  base: '',
  earlier: '',
  checks: '',
  reportFile: '',
  revisionFile: '',
};

/**
 * Tells where to look instead of what is there, so that it is the same length for a plan of ten tasks and of ten
 * thousand. What the plan's own words need is divided among them, and cut where it is too much.
 */
export function signpostParts(brief: DeveloperBrief): FirstParts {
  const own = Object.values(wording(brief, NOTHING)).join('\n\n').length / OWN_CHARACTERS_PER_TOKEN;
  return wording(brief, filled(brief, MAX_TOKENS - own));
}

function wording(brief: DeveloperBrief, fill: Fill): FirstParts {
  const mine = subtasksOf(brief);
  return {
    assignment: `# Phase ${fill.id}: ${fill.title}\n\nCarry out this phase of the plan ${fill.plan}. ${opening(brief, mine)}\n${fill.work}`,
    context: `Look up what you need; earlier work is in this folder.
- ${fill.folder} holds ${readFirst(brief, fill)} and \`phase-<id>/summary.md\` of earlier phases.${fill.earlier}
- \`git log --oneline\` and \`git show <commit>\` show how it came about, \`git diff ${fill.base}\` your changes.`,
    tests: testingWords(mine, brief.expects),
    checks:
      brief.checks.length > 0
        ? `Checks that will be run: ${fill.checks}`
        : 'Checks: none are set; run what the repository has.',
    rules:
      'Keep to what the phase asks for. Do not commit: that is done for you. Stop at the first subtask that you cannot finish.',
    report: reportWords(
      brief.report,
      brief.isRevised
        ? `${code(REPORT_FILE)} beside ${code(REVISION_FILE)}`
        : `${fill.reportFile} beside \`plan.md\``,
    ),
  };
}

const readFirst = ({ isRevised }: DeveloperBrief, { revisionFile }: Fill): string =>
  isRevised
    ? `${revisionFile} (read it first; it replaces \`plan.md\`)`
    : '`plan.md` (read this phase first)';

function opening({ phase }: DeveloperBrief, mine: readonly Subtask[]): string {
  if (mine.length === 0 || isPhaseItself(phase, mine[0]!)) return 'It asks for this:';
  return mine.length < phase.subtasks.length
    ? 'Of its subtasks these are yours, in order:'
    : 'Its subtasks, in order:';
}

function filled(brief: DeveloperBrief, budget: number): Fill {
  const { phase, record, base, plan } = brief;
  const fixed = {
    id: phase.id,
    folder: code(`${record}/`),
    base: base.slice(0, COMMIT_CHARACTERS),
    reportFile:
      brief.report === 'text' && !brief.isRevised ? code(`${phaseFolder(phase.id)}/${REPORT_FILE}`) : '',
    revisionFile: brief.isRevised ? code(`${phaseFolder(phase.id)}/${REVISION_FILE}`) : '',
  };
  const title = oneLine(phase.title);
  const planName = oneLine(plan.title || plan.goal);
  const mine = subtasksOf(brief);
  const [work, earlier, checks] = [
    workItems(brief),
    brief.earlier.map(earlierItem),
    brief.checks.map(checkItem),
  ];
  const room = budget - tokensAtMost(Object.values(fixed).join(' '));
  const [forTitle = 0, forPlan = 0, forWork = 0, forEarlier = 0, forChecks = 0] = shares(room, [
    { tokens: tokensAtMost(title), weight: 2 },
    { tokens: tokensAtMost(planName), weight: 1 },
    { tokens: wholeList(work), weight: 10 },
    { tokens: wholeList(earlier), weight: 2 },
    { tokens: wholeList(checks), weight: 4 },
  ]);
  return {
    ...fixed,
    title: clip(title, forTitle),
    plan: planName ? `"${clip(planName, forPlan)}"` : 'that you are given',
    work: listWithin(work, {
      tokens: forWork,
      least: LEAST_TITLE,
      more: (left, shown) => `- and ${left} more${idRange(mine, shown, forWork / 3)}, see ${whereAll(brief)}`,
    }).join('\n'),
    earlier: buildsOn(
      listWithin(earlier, {
        tokens: forEarlier,
        least: 0,
        mayBeEmpty: room < TIGHT,
        more: (left, shown) => (shown === 0 ? counted(left, 'phase') : `${left} more`),
      }),
    ),
    checks: listWithin(checks, {
      tokens: forChecks,
      least: LEAST_COMMAND,
      mayBeEmpty: room < TIGHT,
      more: (left, shown) => (shown === 0 ? counted(left, 'command') : `${left} more`),
    }).join(', '),
  };
}

function workItems(brief: DeveloperBrief): Item[] {
  const mine = subtasksOf(brief);
  const description = oneLine(brief.phase.description);
  if (mine.length === 0) return [{ whole: '- ', text: description || `see ${whereAll(brief)}` }];
  return mine.map(subtask => ({
    whole: `- ${subtask.id} ${subtask.type === 'task' ? '' : `[${subtask.type}] `}`,
    text: (isPhaseItself(brief.phase, subtask) && description) || oneLine(subtask.title),
  }));
}

/** Where a plan has tasks without steps, each is its own only subtask: its title says nothing new. */
const isPhaseItself = (phase: Phase, { title }: Subtask): boolean =>
  phase.subtasks.length === 1 && title === phase.title;

/** The ids of those that are left out: the report names them, and they need not stand in the plan. */
function idRange(mine: readonly Subtask[], shown: number, room: number): string {
  const [first, last] = [mine[shown], mine.at(-1)];
  if (!first || !last) return '';
  const range = first === last ? ` (${first.id})` : ` (${first.id}–${last.id})`;
  return tokensAtMost(range) <= room ? range : '';
}

const whereAll = ({ isRevised }: DeveloperBrief): string => (isRevised ? code(REVISION_FILE) : 'the plan');

const earlierItem = ({ id, commit }: EarlierPhase): Item => ({
  whole: `${code(phaseFolder(id))} (${commit.slice(0, COMMIT_CHARACTERS)})`,
  text: '',
});

const checkItem = (command: string): Item => ({ whole: '', text: oneLine(command), show: codeSpan });

const buildsOn = (phases: readonly string[]): string =>
  phases.length > 0 ? ` This builds on ${phases.join(', ')}.` : '';
