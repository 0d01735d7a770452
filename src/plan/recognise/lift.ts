import type { UnitSetting } from '../options.ts';
import type { Draft } from './draft.ts';
import { isWorker } from './unit-title.ts';

/** Makes phases of their own (`2/1`, `2/2`) of the tasks of those phases for which the setting asks it. */
export function liftTasks(units: readonly Draft[], setting: UnitSetting): Draft[] {
  return units.flatMap(unit => {
    const workers = unit.children.some(child => isWorker(child.kind));
    const lifted = unit.children.length > 0 && (setting === 'task' || (setting === 'auto' && workers));
    return lifted ? unit.children.map((child, i) => lift(child, unit, i, workers)) : [unit];
  });
}

function lift(child: Draft, unit: Draft, position: number, worker: boolean): Draft {
  const number = child.id.startsWith(`${unit.id}.`)
    ? child.id.slice(unit.id.length + 1)
    : child.id || String(position + 1);
  const stated = child.dependsOn.length > 0;
  const opens = position === 0 || worker;
  return {
    ...child,
    id: `${unit.id}/${number}`,
    within: { kind: unit.kind, id: unit.id },
    group: unit.title,
    parallel: child.parallel || worker,
    done: child.done || unit.done,
    optional: child.optional || unit.optional,
    gated: child.gated || unit.gated,
    allowEmpty: child.allowEmpty || unit.allowEmpty,
    dependsOn:
      stated || !opens ? child.dependsOn : unit.dependsOn.map(statement => ({ ...statement, ofPhase: true })),
    strict: stated ? child.strict : unit.strict,
  };
}
