import type { RootContent } from 'mdast';
import { type Section, sections } from '../markdown/outline.ts';
import { type BoxNaming, boxDrafts, boxNaming } from './boxes.ts';
import { type Document, type Draft, newDraft } from './draft.ts';
import type { HeadingUnit } from './headings.ts';
import { boldDrafts, type UnitReader } from './sections.ts';
import { kindClass, plainTitle, type UnitTitle } from './unit-title.ts';

/**
 * How the phases of a plan spell their subtasks. One plan uses one way; the strongest way that any phase uses decides
 * for all, so that a phase's notes, objectives and criteria are not taken for work where its neighbours have tasks.
 */
export type SubtaskShape =
  | { readonly from: 'headings' }
  | { readonly from: 'bold' }
  | { readonly from: 'boxes'; readonly naming: BoxNaming; readonly onlyUnderTasks: boolean }
  | { readonly from: 'steps' }
  | { readonly from: 'nothing' };

export function subtaskShape(roots: readonly HeadingUnit[], reader: UnitReader): SubtaskShape {
  if (roots.some(root => root.children.length > 0)) return { from: 'headings' };
  const phases = roots.filter(root => kindClass(root.title.kind) === 'container');
  const contents = phases.map(phase => reader.content(phase));
  if (
    phases.some(
      (phase, i) =>
        pickBold(
          phase,
          contents[i]!.boldUnits.map(b => b.title),
        ) !== null,
    )
  )
    return { from: 'bold' };
  const boxes = contents.flatMap(content => content.boxes);
  const naming = boxNaming(boxes);
  if (naming)
    return { from: 'boxes', naming, onlyUnderTasks: naming === 'plain' && boxes.some(box => box.underTasks) };
  if (contents.some(content => content.steps.length > 0)) return { from: 'steps' };
  return { from: 'nothing' };
}

/** The subtasks of one phase. */
export function subtasksOf(
  unit: HeadingUnit,
  shape: SubtaskShape,
  reader: UnitReader,
  document: Document,
): Draft[] {
  const content = reader.content(unit);
  switch (shape.from) {
    case 'headings':
      return unit.children.flatMap(child => [
        childDraft(child, reader),
        ...boldSiblings(child, reader, document),
      ]);
    case 'bold': {
      const titles = content.boldUnits.map(bold => [bold.line, bold.title] as const);
      const kind = pickBold(
        unit,
        titles.map(([, title]) => title),
      );
      const picked = new Map(titles.filter(([, title]) => kind?.(title)));
      return boldDrafts(ownBlocks(unit.section), picked, document.text);
    }
    case 'boxes': {
      const boxes = shape.onlyUnderTasks ? content.boxes.filter(box => box.underTasks) : content.boxes;
      return boxDrafts(boxes, shape.naming, document);
    }
    case 'steps':
      return content.steps.map(step =>
        newDraft(plainTitle(step.text), { line: step.line, endLine: step.line, description: '' }),
      );
    case 'nothing':
      return [];
    default:
      return shape satisfies never;
  }
}

function childDraft(child: HeadingUnit, reader: UnitReader): Draft {
  const draft = reader.draft(child);
  const { boxes } = reader.content(child);
  draft.done ||= boxes.length > 0 && boxes.every(box => box.checked);
  draft.children = child.children.map(grandchild => childDraft(grandchild, reader));
  return draft;
}

/** `**Step 1.2: …**` in the text of `### Step 1.1: …` is the next step, not a part of this one. */
function boldSiblings(child: HeadingUnit, reader: UnitReader, document: Document): Draft[] {
  const prefix = child.title.id.replace(/\.[^.]*$/, '.');
  if (!prefix.endsWith('.')) return [];
  const siblings = reader
    .content(child)
    .boldUnits.filter(({ title }) => title.kind === child.title.kind && title.id.startsWith(prefix));
  const titles = new Map(siblings.map(bold => [bold.line, bold.title]));
  return boldDrafts(ownBlocks(child.section), titles, document.text);
}

/** Which bold lines of a phase are its tasks: those numbered after it, else those of the first kind that is a piece. */
function pickBold(unit: HeadingUnit, titles: readonly UnitTitle[]): ((title: UnitTitle) => boolean) | null {
  const prefix = `${unit.title.id}.`;
  if (titles.some(title => title.id.startsWith(prefix))) return title => title.id.startsWith(prefix);
  const kind = titles.find(title => title.kind === 'task')?.kind ?? titles[0]?.kind;
  return kind && kind !== unit.title.kind ? title => title.kind === kind : null;
}

const ownBlocks = (section: Section): RootContent[] => [...sections(section)].flatMap(s => s.blocks);
