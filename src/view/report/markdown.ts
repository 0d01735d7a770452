import { counted } from '../../base/counted.ts';
import { icon } from '../run/icons.ts';
import { duration, moment } from '../time.ts';
import { cutText, ends, first, type Limits, limitsFor } from './limits.ts';
import { code, inline, opening, quotation } from './markdown/escape.ts';
import { phaseBlocks, shownList } from './markdown/phase.ts';
import type { Decided, PhaseReport, Report } from './model.ts';
import { costWords } from './spent.ts';
import {
  changeWords,
  commentWords,
  efficiencyRows,
  efficiencyWords,
  factsOf,
  placeWords,
  roundWords,
  settingWords,
  sharedItems,
  short,
  titleOf,
  withReason,
} from './words.ts';

/** The report as markdown that reads well as it is and rendered. Nothing in it that was foreign has a meaning of its own. */
export function reportMarkdown(report: Report): string {
  const limits = limitsFor(report);
  const blocks = [
    `# ${inline(titleOf(report)) || 'Report'}`,
    `Report of run ${inline(report.run)}`,
    ...(report.goal.trim() === '' ? [] : [quotation(cutText(report.goal, limits.text))]),
    factsOf(report)
      .map(([label, text]) => `- **${label}:** ${inline(cutText(text, limits.text))}`)
      .join('\n'),
    ...section('What is left to do', steps(report)),
    ...section('Planning', planning(report, limits)),
    ...section('Phases', [phaseTable(report)]),
    ...section('Tokens', efficiency(report, limits)),
    ...section('Deferred', deferred(report, limits)),
    ...section(
      'Phase by phase',
      report.phases.flatMap(phase => phaseBlocks(phase, limits)),
    ),
    ...section('Changed by several phases of a batch', shownList(sharedItems(report), limits)),
    ...section('Commits by others', foreign(report)),
    ...section('Decisions', decisions(report, limits)),
    ...section('Settings', [settings(report, limits)]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

const section = (title: string, blocks: readonly string[]): string[] =>
  blocks.length === 0 ? [] : [`## ${title}`, ...blocks];

const steps = ({ next }: Report): string[] =>
  next.length === 0
    ? []
    : [
        next
          .map(({ text, command }) => `- ${opening(text)}${command === null ? '' : `: ${code(command)}`}`)
          .join('\n'),
      ];

const settings = (report: Report, limits: Limits): string =>
  settingWords(report)
    .map(([name, text]) => `- ${name}: ${inline(cutText(text, limits.text))}`)
    .join('\n');

const planning = (report: Report, limits: Limits): string[] =>
  report.planning.flatMap(round => {
    const { text, words } = roundWords(round);
    const line = `${moment(round.at)} ${inline(text)}`;
    return words === '' ? [line] : [line, quotation(cutText(words, limits.text))];
  });

function phaseTable({ phases }: Report): string {
  if (phases.length === 0) return 'There are none.';
  return [
    '| | Phase | Title | Status | Attempts | Time | Change | Cost | Commit |',
    '|---|---|---|---|---|---|---|---|---|',
    ...phases.map(phaseRow),
  ].join('\n');
}

function phaseRow({
  plan,
  status,
  attempts,
  elapsedMs,
  change,
  spent,
  commit,
  critical,
}: PhaseReport): string {
  const cells = [
    icon(status, true),
    `${inline(cutText(plan.id, MAX_TITLE))}${critical ? ' ◆' : ''}`,
    inline(cutText(plan.title, MAX_TITLE)),
    status,
    String(attempts.length),
    elapsedMs === null ? '' : duration(elapsedMs),
    change === null ? '' : changeWords(change),
    spent.sessions === 0 ? '' : costWords(spent),
    commit === null ? '' : inline(short(commit)),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Rows of who was asked. */
const MAX_ASKED = 40;

function efficiency(report: Report, limits: Limits): string[] {
  const { shown, more } = first(efficiencyRows(report), MAX_ASKED);
  if (shown.length === 0) return [];
  const rows = shown.map(cells => `| ${cells.map(cell => inline(cutText(cell, MAX_TITLE))).join(' | ')} |`);
  const table = ['| Asked | Sessions | Tokens | Cost |', '|---|---|---|---|', ...rows].join('\n');
  const words = efficiencyWords(report);
  return [
    table,
    ...(more > 0 ? [`${more} more are left out.`] : []),
    ...(words === '' ? [] : [inline(cutText(words, limits.text))]),
  ];
}

const deferred = (report: Report, limits: Limits): string[] =>
  shownList(
    report.deferred.map(item =>
      withReason(`${placeWords(item)}, ${commentWords(item.comment)}`, item.reason),
    ),
    { ...limits, items: MAX_DEFERRED },
  );

const MAX_DEFERRED = 500;

function foreign(report: Report): string[] {
  return shownList(
    report.foreign.map(
      ({ phase, commits, at }) =>
        `${moment(at)} below ${phase}: ${commits.slice(0, MAX_COMMITS).map(short).join(', ')}${commits.length > MAX_COMMITS ? `, and ${commits.length - MAX_COMMITS} more` : ''}`,
    ),
    { ...limitsFor(report), items: MAX_COMMITS },
  );
}

const MAX_COMMITS = 50;

/** Longest name of a phase in a row, in characters. */
const MAX_TITLE = 200;

/** Words of which more than this are told phase by phase. */
const MAX_TRAIL_WORDS = 300;

function decisions({ trail }: Report, limits: Limits): string[] {
  const { head, tail, more } = ends(trail, limits.trail);
  const lines = [
    ...head.map(trailLine),
    ...(more > 0 ? [`- *${counted(more, 'decision')} left out*`] : []),
    ...tail.map(trailLine),
  ];
  return lines.length === 0 ? [] : [lines.join('\n')];
}

function trailLine({ at, phase, text, words, because }: Decided): string {
  const why = because === '' ? '' : ` — ${inline(cutText(because, MAX_TRAIL_WORDS))}`;
  const quoted = words === '' ? '' : `: “${inline(cutText(words, MAX_TRAIL_WORDS))}”`;
  return `- ${moment(at)} ${phase === null ? '' : `${inline(cutText(phase, MAX_TITLE))}: `}${inline(cutText(text, MAX_TRAIL_WORDS))}${why}${quoted}`;
}
