import { analyse } from '../../src/plan/analysis.ts';
import { hasErrors } from '../../src/plan/diagnostic.ts';
import { parse } from '../../src/plan/parse.ts';

/** What is wrong with how a text was parsed; null where all that must hold holds. A throw is a finding of its own. */
export async function judge(text: string): Promise<string | null> {
  let parsed: Awaited<ReturnType<typeof parse>>;
  try {
    parsed = await parse(text);
  } catch (error) {
    return `threw ${error instanceof Error ? error.stack : String(error)}`;
  }
  const { plan, diagnostics } = parsed;
  const ids = plan.phases.map(phase => phase.id);
  const subtasks = plan.phases.flatMap(phase => phase.subtasks.map(subtask => subtask.id));
  if (new Set(ids).size !== ids.length) return `phase ids repeat: ${ids.join(', ')}`;
  if (new Set(subtasks).size !== subtasks.length) return `subtask ids repeat: ${subtasks.join(', ')}`;
  const lines = text.split(/\r\n|\r|\n/).length;
  const misplaced = diagnostics.find(({ line, endLine }) => line < 0 || line > lines || endLine < line);
  if (misplaced) return `a diagnostic lies outside the text: ${JSON.stringify(misplaced)}`;
  if (hasErrors(diagnostics)) return null;
  if (plan.phases.length === 0) return 'no phases and no error';
  if (!analyse(plan)) return 'a cycle and no error';
  const known = new Set(ids);
  const dangling = plan.phases.flatMap(phase => phase.dependsOn).find(id => !known.has(id));
  return dangling === undefined ? null : `"${dangling}" is no phase, and no error says so`;
}
