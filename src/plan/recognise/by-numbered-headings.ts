import { type Section, sections } from '../markdown/outline.ts';
import { readSection } from './content.ts';
import type { Document, Finding, Recognised } from './draft.ts';
import type { HeadingUnit } from './headings.ts';
import { executionOrder } from './order-section.ts';
import { unitReader } from './sections.ts';
import { parseNumberedTitle } from './unit-title.ts';

/** Headings that documents number although nothing is to be done under them. */
const PROSE =
  /^(?:overview|introduction|background|context|summary|goals?|non-goals?|scope|requirements?|architecture|design|motivation|problem|solution|approach|analysis|alternatives?|risks?|open questions?|references?|appendix|glossary|conclusion|assumptions|constraints|stakeholders|timeline|success|metrics|findings|current state|executive|purpose|decision|dependencies|monitoring|data model|api|security|faq|troubleshooting|rollback)\b/i;
const WORK_PARENT = /\b(?:steps?|tasks?|plan|phases?|implementation|roadmap|work|to-?do)\b/i;

/** Headings that are only numbered: `## 1. Create the schema`. A document that numbers its prose is refused. */
export function byNumberedHeadings(document: Document): Recognised | null {
  for (const parent of sections(document.root)) {
    if (!WORK_PARENT.test(parent.heading ? parent.title : document.header.title)) continue;
    const units = numberedChildren(parent);
    if (units.length < 2 || units.some(unit => PROSE.test(unit.title.title))) continue;
    const reader = unitReader(document, units);
    // Boxes under every one of them are the tasks, and the headings their phases.
    if (units.every(unit => readSection(unit.section, () => false).boxes.length > 0)) continue;
    const drafts = units.map(unit => reader.draft(unit));
    return {
      format: 'tasks',
      units: drafts,
      findings: [finding(units)],
      order: executionOrder(document.root),
    };
  }
  return null;
}

function numberedChildren(parent: Section): HeadingUnit[] {
  const titles = parent.children.flatMap(section => {
    const title = parseNumberedTitle(section.title);
    return title && /^\d+$/.test(title.id) ? [{ title, section, children: [] }] : [];
  });
  const counted = titles.every(({ title }, i) => Number(title.id) === Number(titles[0]!.title.id) + i);
  return counted ? titles : [];
}

const finding = (units: readonly HeadingUnit[]): Finding => ({
  severity: 'warning',
  code: 'numbered-list',
  message: `${units.length} numbered headings are taken as the tasks of the plan`,
  line: units[0]!.section.line,
  hint: 'Write "Task 1: …" in the headings to say for certain what a task is.',
});
