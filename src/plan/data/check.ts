import type { z } from 'zod';
import type { Finding } from '../recognise/draft.ts';
import { type DataNode, lineAt, type Path, plainValue, SHAPE_FINDINGS, shapeError, written } from './node.ts';
import { headSchema, phaseSchema, subtaskSchema } from './schema.ts';

/** The value of a node if it fits the schema; else null, and findings that name it by its path. */
export function check<T>(schema: z.ZodType<T>, node: DataNode, path: Path, findings: Finding[]): T | null {
  const result = schema.safeParse(plainValue(node));
  if (result.success) return result.data;
  for (const issue of result.error.issues.slice(0, SHAPE_FINDINGS)) {
    const inside = issue.path.map(step => (typeof step === 'number' ? step : String(step)));
    const message = isMissing(node, inside) ? 'is missing' : issue.message;
    const name = written([...path, ...inside]) || 'the plan';
    findings.push(shapeError(`${name} ${message}`, lineAt(node, inside), hint(inside)));
  }
  return null;
}

export const shapeFindings = (findings: readonly Finding[]): number =>
  findings.reduce((count, finding) => count + (finding.code === 'invalid-shape' ? 1 : 0), 0);

function isMissing(root: DataNode, path: Path): boolean {
  let node: DataNode | undefined = root;
  for (const step of path) {
    if (node?.kind === 'map') node = node.entries.get(String(step))?.node;
    else if (node?.kind === 'list') node = node.items[Number(step)];
    else return false;
  }
  return node === undefined;
}

/** What a right value looks like: the schema's own example. */
function hint(path: Path): string {
  const key = path.findLast(step => typeof step === 'string');
  const shapes: readonly Record<string, z.ZodType>[] = [
    phaseSchema.shape,
    subtaskSchema.shape,
    headSchema.shape,
  ];
  const examples = shapes.map(shape => (key === undefined ? undefined : shape[key]?.meta()?.examples));
  const example = examples.find(Array.isArray)?.[0];
  if (example !== undefined) return `Write something like "${key}": ${JSON.stringify(example)}.`;
  return 'See plan.schema.json for what may stand here; text that looks like a number needs quotes.';
}
