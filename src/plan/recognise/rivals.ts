import type { List } from 'mdast';
import { sections } from '../markdown/outline.ts';
import type { HeadingUnit } from './headings.ts';
import { isSpan, kindClass } from './unit-title.ts';

/**
 * Leaves out headings that count the same work a second time in other words: `Batch 1` to `Batch 3` of a section on
 * parallel work, or `PR 1` and `PR 2`, beside the `Phase 1` or `Task 1` headings that say what is to be done. They are
 * known by numbers that start again, or by being weeks beside phases. The words with more work under them stay.
 */
export function withoutRivals(roots: readonly HeadingUnit[]): { kept: HeadingUnit[]; rivals: HeadingUnit[] } {
  const byKind = new Map<string, HeadingUnit[]>();
  for (const root of roots) {
    const same = byKind.get(root.title.kind);
    if (same) same.push(root);
    else byKind.set(root.title.kind, [root]);
  }
  const losers = new Set<string>();
  for (const [kind, units] of byKind) {
    for (const [other, others] of byKind) {
      if (kind === other || kindClass(kind) !== kindClass(other) || losers.has(other)) continue;
      if ((shareIds(units, others) || isSpan(kind) !== isSpan(other)) && saysLess(units, others))
        losers.add(kind);
    }
  }
  return {
    kept: roots.filter(root => !losers.has(root.title.kind)),
    rivals: roots.filter(root => losers.has(root.title.kind)),
  };
}

function shareIds(units: readonly HeadingUnit[], others: readonly HeadingUnit[]): boolean {
  const ids = new Set(others.map(other => other.title.id));
  return units.some(unit => ids.has(unit.title.id));
}

function saysLess(units: readonly HeadingUnit[], others: readonly HeadingUnit[]): boolean {
  const [work, otherWork] = [units, others].map(list => list.filter(hasWork).length) as [number, number];
  if (work !== otherWork) return work < otherWork;
  if (units.length !== others.length) return units.length < others.length;
  return units[0]!.section.start > others[0]!.section.start;
}

const hasWork = (unit: HeadingUnit): boolean =>
  unit.children.length > 0 ||
  [...sections(unit.section)].some(({ blocks }) =>
    blocks.some(block => block.type === 'list' && hasBox(block)),
  );

const hasBox = (list: List): boolean => list.children.some(item => typeof item.checked === 'boolean');
