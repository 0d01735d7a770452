import type { Phase, Plan, Subtask } from '../model.ts';
import { codeSpan, escapeInline } from './inline.ts';
import { overview } from './overview.ts';
import { settingsData } from './plan-data.ts';
import { toYaml } from './to-yaml.ts';

/**
 * The canonical document for people. Every fact stands once in a fixed place, but for the overview, which repeats some.
 * Texts of more than a line are quoted, so that nothing in them can be taken for part of the document.
 */
export function toMarkdown(plan: Plan): string {
  return `${[
    `---\n${toYaml({ phasewright: 1, ...settingsData(plan) })}---`,
    ...(plan.title ? [`# ${escapeInline(plan.title)}`] : []),
    ...(plan.goal ? [goalText(plan.goal)] : []),
    overview(plan.phases).join('\n'),
    ...plan.phases.flatMap(phaseParts),
  ].join('\n\n')}\n`;
}

const goalText = (goal: string): string =>
  goal.includes('\n') ? `**Goal:**\n\n${quote(goal, '')}` : `**Goal:** ${escapeInline(goal)}`;

function phaseParts(phase: Phase): string[] {
  const fields = [
    ...idField('Depends on', phase.dependsOn),
    ...idField('Parallel with', phase.parallelWith),
    ...(phase.estimate === null ? [] : [`- Estimate: ${phase.estimate}`]),
    ...(phase.done ? ['- Done: yes'] : []),
    ...(phase.optional ? ['- Optional: yes'] : []),
    ...(phase.gated ? ['- Gated: yes'] : []),
    ...(phase.allowEmpty ? ['- Allow empty: yes'] : []),
    ...(phase.group === null ? [] : [`- Group: ${escapeInline(phase.group)}`]),
    ...pathField('Files', phase.files),
    ...pathField('Deliverables', phase.deliverables),
  ];
  return [
    `## Phase ${escapeInline(phase.id)}: ${escapeInline(phase.title)}`.trimEnd(),
    ...(fields.length > 0 ? [fields.join('\n')] : []),
    ...(phase.description ? [quote(phase.description, '')] : []),
    ...(phase.subtasks.length > 0 ? ['### Subtasks', phase.subtasks.map(subtaskText).join('\n')] : []),
    ...(phase.criteria.length > 0
      ? ['### Acceptance', phase.criteria.map(criterion => `- ${escapeInline(criterion)}`).join('\n')]
      : []),
  ];
}

function subtaskText(subtask: Subtask): string {
  const type = subtask.type === 'task' ? '' : ` (${subtask.type})`;
  return [
    `- [${subtask.done ? 'x' : ' '}] ${escapeInline(subtask.id)}${type}: ${escapeInline(subtask.title)}`.trimEnd(),
    ...idField('Depends on', subtask.dependsOn).map(line => `  ${line}`),
    ...pathField('Files', subtask.files).map(line => `  ${line}`),
    ...(subtask.description ? [quote(subtask.description, '  ')] : []),
  ].join('\n');
}

const idField = (label: string, ids: readonly string[]): string[] =>
  ids.length > 0 ? [`- ${label}: ${ids.map(escapeInline).join(', ')}`] : [];

const pathField = (label: string, paths: readonly string[]): string[] =>
  paths.length > 0 ? [`- ${label}: ${paths.map(codeSpan).join(', ')}`] : [];

const quote = (text: string, indent: string): string =>
  text
    .split('\n')
    .map(line => (line === '' ? `${indent}>` : `${indent}> ${line}`))
    .join('\n');
