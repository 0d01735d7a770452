import type { BlockContent, ListItem, Paragraph, RootContent } from 'mdast';
import type { Section } from '../markdown/outline.ts';
import { plainText, type TextLine, textLines } from '../markdown/text.ts';
import type { SubtaskType } from '../model.ts';
import { headingTopic, isCheckpoint, parseLabel, saysNoFiles, type Topic } from './labels.ts';
import { type Estimate, isDone, leadingWord, parseEstimate } from './markers.ts';
import { isOutside, isPlaceholder, pathsOf } from './paths.ts';
import { parseUnitTitle, type UnitTitle } from './unit-title.ts';

/** Words about other units, kept with their place until all units are known. */
export interface Statement {
  readonly text: string;
  readonly line: number;
  /** It is said of the phase out of which the unit was lifted. */
  readonly ofPhase?: true;
}

/** A check box that asks for work. */
export interface Box {
  readonly text: string;
  readonly line: number;
  readonly endLine: number;
  readonly checked: boolean;
  readonly optional: boolean;
  readonly item: ListItem;
  readonly codes: readonly string[];
  /** The nearest label or heading above says that tasks follow. */
  readonly underTasks: boolean;
}

/** A paragraph that is nothing but bold words and names a unit: a heading in all but markup. */
interface BoldUnit {
  readonly title: UnitTitle;
  readonly line: number;
  readonly paragraph: Paragraph;
}

/** What a unit's text says in labelled lines and lists. */
export interface Content {
  readonly dependsOn: Statement[];
  readonly blocks: Statement[];
  readonly parallelWith: Statement[];
  readonly files: string[];
  readonly deliverables: string[];
  readonly criteria: string[];
  readonly outsidePaths: Statement[];
  readonly boxes: Box[];
  readonly boldUnits: BoldUnit[];
  /** Items of numbered lists that stand under a "tasks" label or heading. */
  readonly steps: Statement[];
  estimate: Estimate | null;
  done: boolean | null;
  type: SubtaskType | null;
  optional: boolean;
  gated: boolean;
  allowEmpty: boolean;
  /** A line says that no file is touched. */
  noFiles: boolean;
  goal: string;
}

export const emptyContent = (): Content => ({
  dependsOn: [],
  blocks: [],
  parallelWith: [],
  files: [],
  deliverables: [],
  criteria: [],
  outsidePaths: [],
  boxes: [],
  boldUnits: [],
  steps: [],
  estimate: null,
  done: null,
  type: null,
  optional: false,
  gated: false,
  allowEmpty: false,
  noFiles: false,
  goal: '',
});

/** Reads a section with those of its sub-sections that `isOwn` leaves to it. */
export function readSection(section: Section, isOwn: (child: Section) => boolean): Content {
  const content = emptyContent();
  const visit = (current: Section, inherited: Topic | null): void => {
    const topic = current === section ? null : (headingTopic(current.title) ?? inherited);
    readBlocks(current.blocks, topic, content);
    for (const child of current.children) if (isOwn(child)) visit(child, topic);
  };
  visit(section, null);
  return content;
}

/** Reads a run of blocks; `topic` is what the heading above announced. */
export function readBlocks(
  blocks: readonly (RootContent | BlockContent)[],
  heading: Topic | null,
  content: Content,
): void {
  let topic = heading;
  for (const block of blocks) {
    if (block.type === 'paragraph') topic = readParagraph(block, heading, content);
    else if (block.type === 'blockquote') readBlocks(block.children as BlockContent[], topic, content);
    else if (block.type === 'list') {
      for (const item of block.children) readItem(item, topic, block.ordered === true, content);
    } else if (block.type !== 'code' && block.type !== 'html') topic = heading;
  }
}

function readParagraph(paragraph: Paragraph, heading: Topic | null, content: Content): Topic | null {
  const unit = boldUnit(paragraph);
  if (unit) {
    content.boldUnits.push(unit);
    return heading;
  }
  let topic: Topic | null = null;
  for (const line of textLines(paragraph.children, paragraph.position!.start.line)) {
    const label = parseLabel(line.text);
    if (label) {
      topic = label.value === '' ? label.topic : null;
      applyLabel(label.topic, label.value, line, content);
    } else topic = line.lead && line.lead.length >= line.text.length - 1 ? headingTopic(line.lead) : null;
  }
  return topic ?? heading;
}

function boldUnit(paragraph: Paragraph): BoldUnit | null {
  const only = paragraph.children[0];
  if (paragraph.children.length > 2 || only?.type !== 'strong') return null;
  const title = parseUnitTitle(plainText(paragraph));
  return title ? { title, line: paragraph.position!.start.line, paragraph } : null;
}

function readItem(item: ListItem, topic: Topic | null, ordered: boolean, content: Content): void {
  const [first, ...rest] = item.children;
  const line = item.position!.start.line;
  const lines = first?.type === 'paragraph' ? textLines(first.children, line) : [];
  const head = lines[0];
  const mark = head ? boxMark(item, head) : null;
  const label = head ? parseLabel(head.text) : null;
  if (!head) readBlocks(item.children, topic, content);
  else if (mark) readBox(item, mark, lines, topic, content);
  else if (label) {
    applyLabel(label.topic, label.value, head, content);
    readBlocks(rest, label.value === '' ? label.topic : null, content);
  } else readPlainItem(head, lines, rest, topic, ordered, content);
}

function readPlainItem(
  head: TextLine,
  lines: readonly TextLine[],
  rest: ListItem['children'],
  topic: Topic | null,
  ordered: boolean,
  content: Content,
): void {
  const text = lines.map(l => l.text).join(' ');
  const codes = lines.flatMap(l => l.codes);
  if (topic) applyItem(topic, { ...head, text, codes }, ordered, content);
  if (topic !== 'tasks') readBlocks(rest, null, content);
}

interface BoxMark {
  readonly checked: boolean;
  readonly optional: boolean;
  /** Characters of the first line that are the mark. */
  readonly length: number;
}

/** Marks that markdown does not know as boxes: `[ ]*` is optional, `[-]` begun, `[✓]` done. */
const FOREIGN_MARK = /^\[([ xX✓✔✅~/>!-])\](\*)?(?=\s)/u;

function boxMark(item: ListItem, head: TextLine): BoxMark | null {
  if (typeof item.checked === 'boolean') return { checked: item.checked, optional: false, length: 0 };
  const match = FOREIGN_MARK.exec(head.text);
  if (!match) return null;
  return { checked: /[xX✓✔✅]/u.test(match[1]!), optional: match[2] === '*', length: match[0].length };
}

function readBox(
  item: ListItem,
  mark: BoxMark,
  lines: readonly TextLine[],
  topic: Topic | null,
  content: Content,
): void {
  const text = lines
    .map(line => line.text)
    .join(' ')
    .slice(mark.length)
    .trim();
  const isTicket = /^T\d{2,4}[a-z]?\s/.test(text);
  if (!isTicket && (topic === 'criteria' || isCheckpoint(text))) {
    content.criteria.push(text);
    return;
  }
  content.boxes.push({
    text,
    line: item.position!.start.line,
    endLine: item.position!.end.line,
    checked: mark.checked,
    optional: mark.optional,
    item,
    codes: lines.flatMap(l => l.codes),
    underTasks: topic === 'tasks',
  });
}

function applyItem(topic: Topic, line: TextLine, ordered: boolean, content: Content): void {
  if (topic === 'tasks') {
    if (ordered) content.steps.push({ text: line.text, line: line.line });
  } else applyLabel(topic, line.text, line, content);
}

function applyLabel(topic: Topic, value: string, line: TextLine, content: Content): void {
  if (value === '') return;
  const statement = { text: value, line: line.line };
  switch (topic) {
    case 'dependsOn':
    case 'blocks':
    case 'parallelWith':
      content[topic].push(statement);
      return;
    case 'files':
    case 'creates':
    case 'deliverables':
      content.noFiles ||= saysNoFiles(line.text);
      addPaths(topic, { ...line, text: value }, content);
      return;
    case 'criteria':
      content.criteria.push(value);
      return;
    case 'estimate':
      content.estimate ??= parseEstimate(value);
      return;
    case 'status':
      content.done ??= isDone(value);
      return;
    case 'type':
      content.type ??= subtaskType(value);
      return;
    case 'optional':
      content.optional ||= /^(?:yes|true)\b/i.test(value);
      return;
    case 'allowEmpty':
      content.allowEmpty ||= /^(?:yes|true)\b/i.test(value);
      return;
    case 'gate':
      content.gated ||= !/^(?:no|none|false)\b/i.test(value);
      return;
    case 'goal':
      content.goal ||= value;
      return;
    case 'tasks':
      return;
    default:
      topic satisfies never;
  }
}

function addPaths(topic: Topic, line: TextLine, content: Content): void {
  for (const path of pathsOf(line)) {
    if (isOutside(path)) {
      content.outsidePaths.push({ text: path, line: line.line });
      continue;
    }
    content.files.push(path);
    if (topic !== 'files' && !isPlaceholder(path)) content.deliverables.push(path);
  }
}

const TYPE_WORDS: ReadonlyMap<string, SubtaskType> = new Map([
  ['test', 'test'],
  ['tests', 'test'],
  ['impl', 'impl'],
  ['implement', 'impl'],
  ['implementation', 'impl'],
  ['refactor', 'refactor'],
  ['task', 'task'],
]);

export const subtaskType = (value: string): SubtaskType | null => TYPE_WORDS.get(leadingWord(value)) ?? null;
