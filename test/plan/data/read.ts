import type { Plan } from '../../../src/plan/model.ts';
import { type Parsed, type ParseOptions, parse } from '../../../src/plan/parse.ts';

/** Reads data that is given as text or as a value. */
export async function read(
  data: unknown,
  options: ParseOptions = {},
): Promise<Parsed & { readonly codes: string[] }> {
  const text = typeof data === 'string' ? data : JSON.stringify(data, null, 1);
  const parsed = await parse(text, { tdd: 'off', ...options });
  return { ...parsed, codes: parsed.diagnostics.map(({ code }) => code) };
}

/** `2a[x y] 1`: phase 2a with subtasks x and y depends on phase 1. */
export const written = (plan: Plan): string[] =>
  plan.phases.map(({ id, subtasks, dependsOn }) =>
    `${id}[${subtasks.map(subtask => subtask.id).join(' ')}] ${dependsOn.join(' ')}`.trim(),
  );
