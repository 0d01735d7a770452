import { LIMITS } from '../limits.ts';
import type { Statement } from '../recognise/content.ts';
import type { Draft, Finding } from '../recognise/draft.ts';
import {
  parseReferences,
  type Referable,
  type ReferenceIndex,
  referenceIndex,
} from '../recognise/references.ts';
import { ambiguousDependency, selfDependency, tooManyEdges } from './findings.ts';

/** A draft with the id that it has in the plan. */
export interface Named {
  readonly id: string;
  readonly draft: Draft;
}

export interface Edges {
  readonly dependsOn: Map<string, Set<string>>;
  readonly parallelWith: Map<string, Set<string>>;
  /** Units of which the document says what comes first, be it nothing. */
  readonly stated: Set<string>;
}

/** Resolves what units say about each other: `Depends on`, `Blocks`, `Parallel with`. */
export function statedEdges(units: readonly Named[], index: ReferenceIndex, findings: Finding[]): Edges {
  const edges: Edges = {
    dependsOn: new Map(units.map(unit => [unit.id, new Set()])),
    parallelWith: new Map(units.map(unit => [unit.id, new Set()])),
    stated: new Set(),
  };
  let total = 0;
  for (const unit of units) {
    total += addStatements(unit, edges, index, findings);
    if (total <= LIMITS.edges) continue;
    findings.push(tooManyEdges());
    break;
  }
  return edges;
}

/** Adds what one unit says; tells how much it was. */
function addStatements(unit: Named, edges: Edges, index: ReferenceIndex, findings: Finding[]): number {
  let count = 0;
  for (const statement of unit.draft.dependsOn) {
    const targets = readStatement(statement, unit, index, findings);
    if (targets === null) continue;
    edges.stated.add(unit.id);
    for (const target of targets) edges.dependsOn.get(unit.id)!.add(target);
    count += targets.length;
  }
  for (const statement of unit.draft.blocks) {
    const targets = readStatement(statement, unit, index, findings) ?? [];
    for (const target of targets) {
      edges.stated.add(target);
      edges.dependsOn.get(target)?.add(unit.id);
    }
    count += targets.length;
  }
  for (const statement of unit.draft.parallelWith) {
    const { text } = statement;
    const targets = parseReferences(text, index, unit.id, {
      scope: scopeOf(statement, unit, index),
    }).found.flatMap(entry => entry.targets);
    for (const target of targets) if (target !== unit.id) edges.parallelWith.get(unit.id)!.add(target);
    count += targets.length;
  }
  return count;
}

/** Ids that a statement names; null where it names nothing that the plan could know. */
function readStatement(
  statement: Statement,
  unit: Named,
  index: ReferenceIndex,
  findings: Finding[],
): string[] | null {
  if (isAboutAnother(statement, unit, index)) {
    findings.push(externalDependency(statement));
    return null;
  }
  const scope = scopeOf(statement, unit, index);
  const references = parseReferences(statement.text, index, unit.id, { strict: unit.draft.strict, scope });
  const { found, none } = references;
  for (const bearers of references.ambiguous)
    findings.push(ambiguousDependency(unit.id, bearers[0]!.id, statement.line, bearers));
  const unknown = references.unknown.filter(name => !comesBefore(name, index));
  for (const name of unknown) findings.push(unknownDependency(name, unit, statement));
  if (found.length === 0 && unknown.length === 0 && !none) {
    findings.push(externalDependency(statement));
    return null;
  }
  const targets = new Set<string>();
  for (const entry of found) {
    for (const target of entry.targets) {
      if (target !== unit.id) targets.add(target);
      else if (entry.id === unit.draft.id) findings.push(selfDependency(unit.id, statement.line));
    }
  }
  return [...targets];
}

/** Tasks of its own phase are what a task names first; what is said of the whole phase names others. */
const scopeOf = ({ ofPhase }: Statement, { id }: Named, { scopes }: ReferenceIndex): string | undefined =>
  ofPhase ? undefined : scopes.get(id);

/** `Phase 3 depends on Phase 2` in the text of another phase says nothing about that one. */
function isAboutAnother(statement: Statement, unit: Named, index: ReferenceIndex): boolean {
  const subject = SUBJECT.exec(statement.text)?.[1];
  if (subject === undefined) return false;
  const { found, unknown } = parseReferences(subject, index, '', { scope: scopeOf(statement, unit, index) });
  return found.length + unknown.length > 0 && !found.some(entry => entry.targets.includes(unit.id));
}

const SUBJECT =
  /^([A-Za-z0-9 .,&-]{1,40}?) (?:depends?|requires?|needs?|blocks?|must|can|may|should|follows?|starts?) /i;

/** A plan that starts with phase 7 builds on phases that were done before it was written. */
function comesBefore(name: string, index: ReferenceIndex): boolean {
  const number = Number(/\d+$/.exec(name)?.[0] ?? Number.NaN);
  return Number.isFinite(index.lowest) && number < index.lowest;
}

/** What phase-level statements can name: phases, phases whose tasks were lifted out, and the tasks inside phases. */
export function phaseIndex(phases: readonly Named[]): ReferenceIndex {
  const own = phases.map(unit => referable(unit));
  const lifted = new Map<string, { kind: string; id: string; line: number; targets: string[] }>();
  const numbers: Referable[] = [];
  const children: Referable[] = [];
  for (const { id, draft } of phases) {
    for (const child of draft.children) if (child.id) children.push(referable({ id, draft: child }));
    const { within, kind, line } = draft;
    if (!within) continue;
    const key = `${within.kind} ${within.id}`;
    const entry = lifted.get(key) ?? { ...within, line, targets: [] };
    entry.targets.push(id);
    lifted.set(key, entry);
    const number = draft.id.slice(within.id.length + 1);
    numbers.push({ kind, id: number, targets: [id], line, scope: within.id });
    numbers.push({ kind, id: `${within.id}.${number}`, targets: [id], line });
  }
  return referenceIndex([own, [...lifted.values()], numbers, children]);
}

/** What a unit is called in the document. */
export const referable = ({ id, draft }: Named): Referable => ({
  kind: draft.kind,
  id: draft.id || id,
  targets: [id],
  line: draft.line,
});

const unknownDependency = (name: string, unit: Named, statement: Statement): Finding => ({
  severity: 'error',
  code: 'unknown-dependency',
  message: `"${unit.id}" depends on "${name}", which is not in the plan`,
  line: statement.line,
  hint: 'Correct the id, or write the dependency as prose if it lies outside this plan.',
});

const externalDependency = (statement: Statement): Finding => ({
  severity: 'info',
  code: 'external-dependency',
  message: `"${statement.text.slice(0, 80)}" names nothing in this plan and is taken as a remark`,
  line: statement.line,
  hint: 'Name phases by their id if this should order the work.',
});
