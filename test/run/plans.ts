import { EMPTY_PHASE, EMPTY_PLAN, type Phase, type Plan } from '../../src/plan/model.ts';

/** A plan written as `a; b: a; c: a b`, each phase with what it depends on. */
export function planOf(text: string, details: Readonly<Record<string, Partial<Phase>>> = {}): Plan {
  const phases = text.split(';').map(part => {
    const [id = '', dependencies = ''] = part.split(':').map(word => word.trim());
    const dependsOn = dependencies.split(' ').filter(Boolean);
    return { ...EMPTY_PHASE, id, title: `Phase ${id}`, dependsOn, ...details[id] };
  });
  return { ...EMPTY_PLAN, title: 'A plan', phases };
}

/** Subtasks `ids` of a phase, without types or dependencies. */
export const subtasks = (...ids: string[]): Phase['subtasks'] =>
  ids.map(id => ({
    id,
    title: `Step ${id}`,
    description: '',
    type: 'task',
    dependsOn: [],
    files: [],
    done: false,
  }));
