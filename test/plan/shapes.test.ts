import { describe, expect, it } from 'vitest';
import { parse } from '../../src/plan/parse.ts';
import { BOXES } from './shapes/boxes.ts';
import { PHASES } from './shapes/phases.ts';
import { REFUSED } from './shapes/refused.ts';
import type { Shape } from './shapes/shape.ts';
import { TABLES } from './shapes/tables.ts';
import { TASKS } from './shapes/tasks.ts';

/** Reads the document and compares; a plan that people would run must have no error. */
async function check(shape: Shape): Promise<void> {
  const { format, plan, diagnostics } = await parse(shape.text, shape.unit ? { unit: shape.unit } : {});
  const errors = diagnostics.filter(diagnostic => diagnostic.severity === 'error');
  expect(errors).toEqual([]);
  expect({ format, phases: plan.phases.map(phase => phase.id) }).toEqual({
    format: shape.format,
    phases: shape.phases,
  });
  expect(plan.phases.flatMap(phase => phase.subtasks)).toHaveLength(shape.subtasks);
  if (shape.titles) expect(plan.phases.map(phase => phase.title)).toEqual(shape.titles);
  if (shape.done) expect(plan.phases.filter(p => p.done).map(p => p.id)).toEqual(shape.done);
  for (const code of shape.codes ?? []) expect(diagnostics.map(d => d.code)).toContain(code);
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning');
  if (shape.warnings) expect(warnings.map(({ code }) => code)).toEqual(shape.warnings);
  const byId = new Map(plan.phases.map(phase => [phase.id, phase]));
  checkWaits(plan.phases, shape.deps);
  checkWaits(
    plan.phases.flatMap(phase => phase.subtasks),
    shape.subtaskDeps,
  );
  for (const [id, part] of Object.entries(shape.parts ?? {})) expect(byId.get(id)).toMatchObject(part);
}

function checkWaits(
  units: readonly { readonly id: string; readonly dependsOn: readonly string[] }[],
  wanted: Shape['deps'] = {},
): void {
  const byId = new Map(units.map(unit => [unit.id, unit]));
  for (const [id, deps] of Object.entries(wanted)) {
    expect({ [id]: [...(byId.get(id)?.dependsOn ?? ['nothing of this id'])].sort() }).toEqual({
      [id]: [...deps].sort(),
    });
  }
}

async function checkRefused(text: string): Promise<void> {
  const { format, plan, diagnostics } = await parse(text);
  expect({ format, phases: plan.phases }).toEqual({ format: null, phases: [] });
  expect(diagnostics.map(diagnostic => diagnostic.code)).toContain('no-units');
}

/** Names are written out: `it.each` would cut them short, and the ids of requirements with them. */
describe('shapes of plans', () => {
  for (const [kind, shapes] of Object.entries({ TASKS, PHASES, TABLES, BOXES })) {
    for (const shape of shapes) it(`${kind.toLowerCase()}: ${shape.name}`, () => check(shape));
  }
  for (const { name, text } of REFUSED) it(`refuses ${name}`, () => checkRefused(text));
});
