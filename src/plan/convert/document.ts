import { type DataNode, type Entry, SHAPE_FINDINGS, shapeError } from '../data/node.ts';
import type { Finding } from '../recognise/draft.ts';
import { list, PHASE_FIELDS, SUBTASK_FIELDS, scalar, takeField } from './fields.ts';
import { unescapeInline } from './inline.ts';
import { readRow } from './overview.ts';

/** What stands below the front matter of a canonical document. */
export interface CanonicalDocument {
  /** `title`, `goal` and `phases`, where given. */
  readonly entries: ReadonlyMap<string, Entry>;
  readonly rows: readonly Row[];
  readonly findings: readonly Finding[];
}

/** A row of the overview, the header and the rule below it included. */
export interface Row {
  readonly cells: readonly string[];
  readonly line: number;
}

type Part = 'head' | 'phase' | 'subtasks' | 'acceptance';

/** Something that fields and a quoted text belong to. */
interface Unit {
  readonly line: number;
  endLine: number;
  readonly entries: Map<string, Entry>;
}

interface PhaseUnit extends Unit {
  readonly subtasks: Unit[];
  readonly criteria: DataNode[];
}

interface State {
  readonly entries: Map<string, Entry>;
  readonly rows: Row[];
  readonly phases: PhaseUnit[];
  readonly findings: Finding[];
  part: Part;
  /** The line of a `**Goal:**` whose text is quoted below it. */
  openGoal: number;
  quote: { readonly line: number; readonly lines: string[]; readonly indented: boolean } | null;
}

/** Reads the document line by line, so that no rule of markdown can take a text apart. */
export function readDocument(lines: readonly string[], firstLine: number): CanonicalDocument {
  const state: State = {
    entries: new Map(),
    rows: [],
    phases: [],
    findings: [],
    part: 'head',
    openGoal: 0,
    quote: null,
  };
  for (const [i, text] of lines.entries()) {
    if (state.findings.length >= SHAPE_FINDINGS) break;
    takeLine(text, firstLine + i, state);
  }
  closeQuote(state);
  const { entries, phases, rows, findings } = state;
  if (phases.length > 0) {
    const { line } = phases[0]!;
    entries.set('phases', { line, node: list(phases.map(phaseNode), line) });
  }
  return { entries, rows, findings };
}

function takeLine(text: string, line: number, state: State): void {
  const quoted = /^( {2})?> ?(.*)$/su.exec(text);
  if (quoted) {
    takeQuote(quoted[2]!, quoted[1] !== undefined, line, state);
    return;
  }
  closeQuote(state);
  if (text.trim() === '') return;
  const finding = takeHeading(text, line, state) ?? PARTS[state.part](text, line, state);
  if (finding) state.findings.push(finding);
  const phase = state.phases.at(-1);
  if (phase) phase.endLine = line;
}

/** What a line does in each part: a finding where it has no place there, else false. */
type Taken = Finding | false;
const PARTS: Readonly<Record<Part, (text: string, line: number, state: State) => Taken>> = {
  head: takeHead,
  phase: (text, line, state) => takeFieldLine(text, line, state.phases.at(-1)!, false),
  subtasks: takeSubtask,
  acceptance: takeCriterion,
};

/** Headings of phases and of their parts; null for any other line. */
function takeHeading(text: string, line: number, state: State): Taken | null {
  const phase = /^## Phase (\S+?):(?: (.*))?$/su.exec(text);
  if (phase) {
    const entries = unitEntries(phase[1]!, phase[2] ?? '', line);
    state.phases.push({ line, endLine: line, entries, subtasks: [], criteria: [] });
    state.part = 'phase';
    return false;
  }
  const part = /^### (Subtasks|Acceptance)\s*$/u.exec(text)?.[1];
  if (!part || state.part === 'head') return null;
  state.part = part === 'Subtasks' ? 'subtasks' : 'acceptance';
  return false;
}

function takeHead(text: string, line: number, state: State): Taken {
  const title = /^# (.*)$/su.exec(text)?.[1];
  const goal = /^\*\*Goal:\*\*(?: (.*))?$/su.exec(text);
  const cells = readRow(text);
  if (title !== undefined) return setOnce(state.entries, 'title', scalar(unescapeInline(title), line));
  if (cells) state.rows.push({ cells, line });
  else if (goal?.[1]) return setOnce(state.entries, 'goal', scalar(unescapeInline(goal[1]), line));
  else if (goal) state.openGoal = line;
  else return stray(line, 'Above the phases stand a "# Title", a "**Goal:**" and the table of phases.');
  return false;
}

function takeSubtask(text: string, line: number, state: State): Taken {
  const phase = state.phases.at(-1)!;
  const item = /^- \[([ xX])\] (\S+?)(?: \(([a-z]+)\))?:(?: (.*))?$/su.exec(text);
  const last = phase.subtasks.at(-1);
  if (!item) {
    if (last && text.startsWith('  - ')) return takeFieldLine(text.slice(2), line, last, true);
    return stray(line, 'A subtask is a line such as "- [ ] 1.1 (impl): What it does".');
  }
  const [, box, id = '', type, title = ''] = item;
  const entries = unitEntries(id, title, line);
  if (type) entries.set('type', { line, node: scalar(type, line) });
  if (box !== ' ') entries.set('done', { line, node: scalar(true, line) });
  phase.subtasks.push({ line, endLine: line, entries });
  return false;
}

function takeCriterion(text: string, line: number, state: State): Taken {
  const words = /^- (.*)$/su.exec(text)?.[1];
  if (words === undefined) return stray(line, 'Criteria are lines that start with "- ".');
  state.phases.at(-1)!.criteria.push(scalar(unescapeInline(words), line));
  return false;
}

function takeFieldLine(text: string, line: number, unit: Unit, ofSubtask: boolean): Taken {
  const match = /^- ([A-Za-z][A-Za-z ]{0,30}): (.*)$/su.exec(text);
  if (!match) {
    const example = ofSubtask ? '"  - Depends on: 1.1"' : '"- Depends on: 1"';
    return stray(line, `Fields are lines such as ${example}; other text is quoted with "> ".`);
  }
  unit.endLine = line;
  const field = { label: match[1]!, words: match[2]!.trim(), line };
  return takeField(ofSubtask ? SUBTASK_FIELDS : PHASE_FIELDS, field, unit.entries) ?? false;
}

function takeQuote(text: string, indented: boolean, line: number, state: State): void {
  if (state.quote && state.quote.indented !== indented) closeQuote(state);
  state.quote ??= { line, lines: [], indented };
  state.quote.lines.push(text);
}

/** Gives the quoted text to what it stands under: the goal, the phase, or the subtask if indented. */
function closeQuote(state: State): void {
  const { quote, part, openGoal } = state;
  state.quote = null;
  if (!quote) return;
  const { line, lines, indented } = quote;
  const phase = state.phases.at(-1);
  const subtask = phase?.subtasks.at(-1);
  const unit = part === 'phase' && !indented ? phase : part === 'subtasks' && indented ? subtask : undefined;
  const endLine = line + lines.length - 1;
  const node: DataNode = { ...scalar(lines.join('\n'), line), endLine };
  if (phase) phase.endLine = endLine;
  if (subtask && unit === subtask) subtask.endLine = endLine;
  const finding =
    part === 'head' && openGoal > 0 && !indented
      ? setOnce(state.entries, 'goal', node)
      : unit
        ? setOnce(unit.entries, 'description', node)
        : stray(line, 'Quoted text stands under the fields of a phase, or indented under a subtask.');
  if (finding) state.findings.push(finding);
}

function phaseNode({ line, endLine, entries, subtasks, criteria }: PhaseUnit): DataNode {
  const lists = new Map(entries);
  if (subtasks.length > 0) {
    const at = subtasks[0]!.line;
    const nodes = subtasks.map((subtask): DataNode => ({ kind: 'map', ...subtask }));
    lists.set('subtasks', { line: at, node: list(nodes, at) });
  }
  if (criteria.length > 0) {
    const at = criteria[0]!.line;
    lists.set('criteria', { line: at, node: list(criteria, at) });
  }
  return { kind: 'map', entries: lists, line, endLine };
}

const unitEntries = (id: string, title: string, line: number): Map<string, Entry> =>
  new Map([
    ['id', { line, node: scalar(unescapeInline(id), line) }],
    ['title', { line, node: scalar(unescapeInline(title), line) }],
  ]);

function setOnce(entries: Map<string, Entry>, key: string, node: DataNode): Taken {
  if (entries.has(key)) return shapeError(`there is a second ${key}`, node.line, 'Keep one of the two.');
  entries.set(key, { line: node.line, node });
  return false;
}

const stray = (line: number, hint: string): Finding =>
  shapeError('this line has no place in a plan document', line, hint);
