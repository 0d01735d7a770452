import type { List, ListItem } from 'mdast';
import { type Section, sections } from '../markdown/outline.ts';
import { plainText } from '../markdown/text.ts';
import { type BoxNaming, boxDrafts, boxNaming } from './boxes.ts';
import { type Box, emptyContent, readBlocks, readSection } from './content.ts';
import { type Document, type Draft, type Finding, newDraft, type Recognised } from './draft.ts';
import { headingTopic } from './labels.ts';
import { executionOrder } from './order-section.ts';
import { boldDrafts } from './sections.ts';
import { parseNumberedTitle, parseUnitTitle, plainTitle, type UnitTitle } from './unit-title.ts';

/** Sections whose boxes and lists are not work, whatever they look like. */
const NOT_WORK =
  /\b(?:criteria|definition of done|dod|requirements?|goals?|non-goals?|out of scope|risks?|open questions?|references?|prerequisites?|success|verification|validation|testing|test plan|future|follow-?ups?|notes?|changelog|review|rollback|assumptions|decisions?|glossary|metrics|troubleshooting|resources|before you|checks?)\b/i;
const WORK =
  /^(?:\d+[.)]?\s*)?(?:implementation |project |development |execution |detailed |action )?(?:tasks?|steps?|plan|phases?|to-?dos?|task list|work items?|action items?|checklist|roadmap|work breakdown|implementation)\b[^.]{0,30}$/i;

/** Check boxes with numbers that are the plan: spec-kit without phases, Kiro and OpenSpec trees. */
export const byNamedBoxes = (document: Document): Recognised | null =>
  readBoxes(document, naming => naming !== 'plain');

/** Check boxes without numbers that are the plan: to-do lists. */
export const byPlainBoxes = (document: Document): Recognised | null =>
  readBoxes(document, naming => naming === 'plain');

function readBoxes(document: Document, isWanted: (naming: BoxNaming) => boolean): Recognised | null {
  const groups = boxGroups(document.root);
  const naming = boxNaming(groups.flatMap(group => group.boxes));
  if (!naming || !isWanted(naming)) return null;
  const units = groups.flatMap(group => groupDrafts(group, naming, document));
  if (units.length === 0) return null;
  const findings: Finding[] = naming === 'plain' ? [plainBoxes(units)] : [];
  const format = naming === 'ticket' ? 'speckit' : 'checklist';
  return { format, units, findings, order: executionOrder(document.root) };
}

interface BoxGroup {
  readonly section: Section;
  readonly boxes: readonly Box[];
}

function boxGroups(root: Section): BoxGroup[] {
  const isTaskList = /^tasks?\b|\btasks$/i.test(root.children[0]?.title ?? '');
  const isPart = numberedParts();
  const groups = [...sections(root)].flatMap(section => {
    if (!isTaskList && isNotWork(section) && !isPart(section)) return [];
    const boxes = ownBoxes(section);
    return boxes.length > 0 ? [{ section, boxes }] : [];
  });
  if (isTaskList || boxNaming(groups.flatMap(group => group.boxes)) !== 'plain') return groups;
  const underWork = groups.filter(({ section }) => WORK.test(section.title));
  if (!isPlan(root, groups)) return underWork.filter(({ section }) => !TICKED.test(section.title));
  return underWork.length > 0 ? underWork : groups;
}

const ownBoxes = (section: Section): Box[] => readSection(section, () => false).boxes;

/** `## 4. Testing` among numbered sections that all hold boxes is work like the others. */
function numberedParts(): (section: Section) => boolean {
  const known = new Map<Section | null, boolean>();
  return section => {
    if (!parseNumberedTitle(section.title)) return false;
    if (!known.has(section.parent)) {
      const parts = (section.parent?.children ?? []).filter(part => parseNumberedTitle(part.title));
      known.set(section.parent, parts.length > 1 && parts.every(part => ownBoxes(part).length > 0));
    }
    return known.get(section.parent)!;
  };
}

/**
 * Boxes without numbers are work in a document that calls itself a plan or numbers the sections that hold them;
 * elsewhere, as in the template of a pull request, only under a heading that says so.
 */
const isPlan = (root: Section, groups: readonly BoxGroup[]): boolean =>
  (PLAN_TITLE.test(root.children[0]?.title ?? '') && !REPORT_TITLE.test(root.children[0]!.title)) ||
  groups.filter(({ section }) => parseNumberedTitle(section.title)).length * 2 > groups.length;

const PLAN_TITLE =
  /\b(?:plan|tasks?|to-?dos?|backlog|roadmap|steps?|milestones?|phases?|sprint|implement(?:ation)?|migration|refactor(?:ing)?|fix(?:es)?|remaining|work|checklist)\b|计划|計画|任务|タスク|план|задач|aufgaben|tareas|tarefas/iu;
const REPORT_TITLE =
  /\b(?:research|summary|context|report|review|audit|specification|validation|verification)\b/i;
const TICKED = /^(?:\W*|pre-?\w+ )(?:checklist|roadmap)\b/i;

function isNotWork(section: Section): boolean {
  for (let current: Section | null = section; current?.heading; current = current.parent) {
    const isTitle = current.depth === 1 && current.parent?.depth === 0;
    if (!isTitle && (NOT_WORK.test(current.title) || headingTopic(current.title) === 'criteria')) return true;
  }
  return false;
}

/** `## 1. Database` over `- [ ] 1.1 …` or over boxes without numbers is a phase with its subtasks; elsewhere each outer box is a phase. */
function groupDrafts(group: BoxGroup, naming: BoxNaming, document: Document): Draft[] {
  const drafts = boxDrafts(group.boxes, naming, document);
  const heading = group.section.heading ? parseNumberedTitle(group.section.title) : null;
  const prefixed = heading && drafts.every(draft => draft.id === '' || draft.id.startsWith(`${heading.id}.`));
  if (!heading || !prefixed || drafts.length === 0) {
    const label = group.section.depth > 1 ? group.section.title : null;
    return nestByNumber(drafts).map(draft => ({ ...draft, group: label }));
  }
  const content = readSection(group.section, () => false);
  const place = { line: group.section.line, endLine: group.section.endLine, description: '' };
  const phase = newDraft({ ...heading, kind: '' }, place, content);
  return [{ ...phase, children: drafts, done: drafts.every(draft => draft.done) }];
}

/** `1.1` after `1` belongs to it even where the author did not indent it. */
function nestByNumber(drafts: readonly Draft[]): Draft[] {
  const result: Draft[] = [];
  for (const draft of drafts) {
    const parent = result.at(-1);
    if (parent?.id && draft.id.startsWith(`${parent.id}.`)) parent.children.push(draft);
    else result.push(draft);
  }
  return result;
}

/** Bold lines that are the only headings: `**Task 1: …**`. */
export function byBoldLines(document: Document): Recognised | null {
  const content = readSection(document.root, () => true);
  const kind = content.boldUnits[0]?.title.kind;
  const picked = content.boldUnits.filter(bold => bold.title.kind === kind);
  if (picked.length < 2) return null;
  const titles = new Map(picked.map(bold => [bold.line, bold.title]));
  const blocks = [...sections(document.root)].flatMap(section => section.blocks);
  return { format: 'tasks', units: boldDrafts(blocks, titles, document.text), findings: [], order: [] };
}

/** Sections that report what was done. */
const REPORT =
  /\b(?:commits|accomplishments|deviations|completed|done|what (?:was|changed)|results?|findings|performance|decisions made)\b/i;

/** List items that name units: `1. **Task 1** – …`, `- Phase 2: …`. */
export function byNamedItems(document: Document): Recognised | null {
  for (const { list } of lists(document.root)) {
    const titles = list.children.map(item => parseUnitTitle(firstLine(item)));
    if (titles.length < 2 || titles.some(title => title === null)) continue;
    const units = list.children.map((item, i) => itemDraft(item, titles[i]!, document));
    return { format: 'tasks', units, findings: [], order: [] };
  }
  return null;
}

/** A plain numbered list right under a heading such as "Implementation Steps". */
export function byNumberedList(document: Document): Recognised | null {
  for (const { list, section } of lists(document.root)) {
    const titled = WORK.test(section.title) && !(section.depth === 1 && section.children.length > 0);
    if (!titled || !list.ordered || list.children.length < 2) continue;
    const units = list.children.map((item, i) => {
      const [title = '', ...rest] = firstLine(item).split(/(?<=[.:])\s+/);
      const text = title.length > 8 || rest.length === 0 ? title : firstLine(item);
      return itemDraft(
        item,
        { ...plainTitle(text.replace(/[.:]$/, '')), id: String((list.start ?? 1) + i) },
        document,
      );
    });
    return { format: 'tasks', units, findings: [numberedList(units)], order: [] };
  }
  return null;
}

function* lists(root: Section): Generator<{ list: List; section: Section }> {
  for (const section of sections(root)) {
    if (isNotWork(section) || REPORT.test(section.title)) continue;
    for (const block of section.blocks) if (block.type === 'list') yield { list: block, section };
  }
}

function itemDraft(item: ListItem, title: UnitTitle, document: Document): Draft {
  const content = emptyContent();
  readBlocks(item.children.slice(1), null, content);
  const { start, end } = item.position!;
  const description = document.text
    .slice(start.offset!, end.offset!)
    .replace(/^(?:[-*+]|\d+[.)])\s+/, '')
    .trim();
  return newDraft(title, { line: start.line, endLine: end.line, description }, content);
}

const firstLine = (item: ListItem): string => {
  const first = item.children[0];
  return first?.type === 'paragraph' ? plainText(first).split('\n')[0]!.trim() : '';
};

const plainBoxes = (units: readonly Draft[]): Finding => ({
  severity: 'warning',
  code: 'plain-boxes',
  message: `${units.reduce((sum, unit) => sum + Math.max(1, unit.children.length), 0)} check boxes without numbers are taken as the tasks of the plan`,
  line: units[0]!.line,
  hint: 'Use headings such as "### Task 1: …" to say for certain what a task is.',
});

const numberedList = (units: readonly Draft[]): Finding => ({
  severity: 'warning',
  code: 'numbered-list',
  message: `a numbered list of ${units.length} items is taken as the tasks of the plan`,
  line: units[0]!.line,
  hint: 'Use headings such as "### Task 1: …" to say for certain what a task is.',
});
