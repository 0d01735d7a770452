import { type Assembled, assemble } from './assemble/assemble.ts';
import { parseBlocks } from './markdown/blocks.ts';
import { lengthenFences, type NestedFence } from './markdown/fences.ts';
import { outline, type Section, sections } from './markdown/outline.ts';
import { EMPTY_PHASE, EMPTY_PLAN, type Format, type Phase, type Plan } from './model.ts';
import type { ParseOptions } from './parse.ts';
import type { Document, Finding } from './recognise/draft.ts';
import { readHeader } from './recognise/header.ts';
import { liftTasks } from './recognise/lift.ts';
import { recognise } from './recognise/recognise.ts';
import { parseUnitTitle } from './recognise/unit-title.ts';

/** A plan as it was read, before what must hold of every plan is checked. */
export interface ReadPlan extends Assembled {
  readonly format: Format | null;
}

/** Reads a markdown plan of any shape. */
export function readMarkdown(text: string, options: ParseOptions): ReadPlan {
  const { root, text: meant, fences } = readOutline(text);
  const header = readHeader(root);
  const document: Document = { text: meant, root, header };
  const broken = fences.map(brokenFence);
  if (options.from === 'single') return singleSession(document, broken);
  const recognised = recognise(document, options.from);
  if (!recognised)
    return options.singleSession ? singleSession(document, broken) : nothingFound(document, broken);
  const units = liftTasks(recognised.units, options.unit ?? 'auto');
  const assembled = assemble({ ...recognised, units }, document, options.grouping ?? 'chains');
  return { ...assembled, format: recognised.format, findings: [...broken, ...assembled.findings] };
}

/**
 * The outline of the text. Where a fence that holds fences is closed too early, its content shows up as headings whose
 * numbers go backwards, repeat or leave gaps, or that stand among the units without being any; if reading such fences
 * as their author meant them mends that, it is done.
 */
function readOutline(text: string): { root: Section; text: string; fences: readonly NestedFence[] } {
  const root = outline(parseBlocks(text), text);
  const repaired = lengthenFences(text);
  if (!repaired) return { root, text, fences: [] };
  const meant = outline(parseBlocks(repaired.text), repaired.text);
  const [before, after] = [numberingDisorder(root), numberingDisorder(meant)];
  const better = after < before || (after === before && losesOnlyProse(root, meant));
  return better ? { root: meant, ...repaired } : { root, text, fences: [] };
}

/** Whether the second outline has all units of the first one, and either more of them or fewer other headings. */
function losesOnlyProse(root: Section, meant: Section): boolean {
  const [before, after] = [[...sections(root)], [...sections(meant)]];
  const units = (list: readonly Section[]): string[] =>
    list.filter(section => parseUnitTitle(section.title)).map(section => section.title);
  const [named, meantNames] = [units(before), new Set(units(after))];
  if (named.length === 0 || !named.every(name => meantNames.has(name))) return false;
  return meantNames.size > named.length || after.length < before.length;
}

/** How often the number of a unit heading does not follow that of the heading of its kind and rank before it. */
function numberingDisorder(root: Section): number {
  const previous = new Map<string, number>();
  let disorder = 0;
  for (const section of sections(root)) {
    const title = parseUnitTitle(section.title);
    if (!title || !/^\d+$/.test(title.id)) continue;
    const key = `${title.kind} ${section.depth} ${section.parent?.start ?? 0}`;
    const number = Number(title.id);
    const before = previous.get(key);
    if (before !== undefined && number !== before + 1) disorder += 1;
    previous.set(key, number);
  }
  return disorder;
}

function singleSession({ header, text }: Document, findings: Finding[]): ReadPlan {
  const title = header.title || 'The whole plan';
  const phase: Phase = { ...EMPTY_PHASE, id: '1', title, description: text.trim(), files: header.files };
  const finding: Finding = {
    severity: 'info',
    code: 'single-session',
    message: 'the whole document is one phase',
    line: 1,
    hint: 'Divide it into "### Task 1: …" headings to have it done in fresh sessions.',
  };
  const places = new Map([['1', { line: 1, endLine: text.split('\n').length }]]);
  return {
    format: 'single',
    plan: { ...planHeader(header), title, phases: [phase] },
    findings: [...findings, finding],
    places,
  };
}

function nothingFound({ header }: Document, findings: Finding[]): ReadPlan {
  const finding: Finding = {
    severity: 'error',
    code: 'no-units',
    message: 'no phases or tasks can be recognised in this document',
    line: 1,
    hint: 'Write headings such as "### Task 1: …" or a table with Phase and Depends On columns, or use --single-session.',
  };
  return {
    format: null,
    plan: planHeader(header),
    findings: [...findings, finding],
    places: new Map(),
  };
}

const planHeader = ({ title, goal, requires, files, wave }: Document['header']): Plan => ({
  ...EMPTY_PLAN,
  title,
  goal,
  requires,
  files,
  wave,
});

const brokenFence = ({ line, endLine }: NestedFence): Finding => ({
  severity: 'warning',
  code: 'broken-fence',
  message:
    'this code fence contains code fences, so that markdown ends it too early; it is read as it was meant',
  line,
  endLine,
  hint: 'Use a longer fence (````) around text that contains ``` fences.',
});
