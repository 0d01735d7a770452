import { LIMITS } from '../limits.ts';
import type { Finding, Recognised } from '../recognise/draft.ts';
import { parseReferences, type ReferenceIndex } from '../recognise/references.ts';
import type { Edges, Named } from './edges.ts';

/**
 * Orders the units that say nothing of what comes before them: as an "Execution Order" section has it, else as they
 * stand in the document. Neighbours that may run in parallel form a group; a unit waits for the whole group before it.
 */
export function addImpliedOrder(
  units: readonly Named[],
  edges: Edges,
  recognised: Recognised,
  index: ReferenceIndex,
  findings: Finding[],
): void {
  const ordered = orderSection(units, recognised, index, findings) ?? parallelGroups(units, edges);
  let assumed = false;
  ordered.forEach((group, position) => {
    const before = ordered[position - 1];
    for (const unit of group) {
      if (edges.stated.has(unit.id) || !before) continue;
      assumed = true;
      for (const { id } of before) edges.dependsOn.get(unit.id)!.add(id);
    }
  });
  if (assumed && recognised.order.length === 0 && edges.stated.size === 0) findings.push(orderAssumed(units));
}

function parallelGroups(units: readonly Named[], edges: Edges): Named[][] {
  const groups: Named[][] = [];
  for (const unit of units) {
    const open = groups.at(-1);
    if (
      open &&
      open.length < LIMITS.parallelGroup &&
      open.every(member => mayRunTogether(member, unit, edges))
    ) {
      for (const member of open) {
        edges.parallelWith.get(unit.id)!.add(member.id);
        edges.parallelWith.get(member.id)!.add(unit.id);
      }
      open.push(unit);
    } else groups.push([unit]);
  }
  return groups;
}

function mayRunTogether(a: Named, b: Named, edges: Edges): boolean {
  if (edges.parallelWith.get(a.id)!.has(b.id) || edges.parallelWith.get(b.id)!.has(a.id)) return true;
  return a.draft.parallel && b.draft.parallel && a.draft.group === b.draft.group;
}

/** The units as the document's own order section lists them; null where it has none or does not name all of them. */
function orderSection(
  units: readonly Named[],
  recognised: Recognised,
  index: ReferenceIndex,
  findings: Finding[],
): Named[][] | null {
  if (recognised.order.length === 0) return null;
  const byId = new Map(units.map(unit => [unit.id, unit]));
  const seen = new Set<string>();
  const groups = recognised.order.flatMap(({ text }) => {
    const lead = text.split(/\s[-–—]\s|:\s/)[0]!;
    const ids = parseReferences(lead, index, '').found.flatMap(entry => entry.targets);
    const group = ids.filter(id => byId.has(id) && !seen.has(id));
    for (const id of group) seen.add(id);
    return group.length > 0 ? [group.map(id => byId.get(id)!)] : [];
  });
  if (seen.size < units.length) return null;
  const sequence = groups.flat().map(unit => unit.id);
  if (sequence.some((id, i) => id !== units[i]!.id)) findings.push(orderSectionUsed(recognised, sequence));
  return groups;
}

const orderAssumed = (units: readonly Named[]): Finding => ({
  severity: 'info',
  code: 'order-assumed',
  message: `no dependencies are stated; the ${units.length} units run in document order`,
  line: units[0]?.draft.line ?? 1,
  hint: 'State "Depends on: …" lines to let independent work run side by side.',
});

const orderSectionUsed = (recognised: Recognised, sequence: readonly string[]): Finding => ({
  severity: 'info',
  code: 'order-section',
  message: `the stated execution order (${sequence.slice(0, 12).join(', ')}) differs from document order and is used`,
  line: recognised.order[0]!.line,
  hint: 'Nothing to do, unless the section is out of date.',
});
