import type { Phase } from '../../plan/model.ts';
import type { PhaseState } from '../../run/state.ts';
import { fenced } from './markdown.ts';
import { documentOf, titleOf } from './summary.ts';

/** What a phase is since it was described anew, in place of what the plan says of it. */
export function revision(plan: Phase, { descriptions, revisions, intent }: PhaseState): string {
  const reason = revisions.findLast(tried => tried.reason !== null)?.reason ?? '';
  return documentOf([
    titleOf(plan, 'Phase'),
    `Version ${descriptions} of this phase. It takes the place of what \`plan.md\` says of it.`,
    ...(reason === '' ? [] : ['## Why', fenced(reason, 'text')]),
    '## What to do',
    fenced(textOf(plan), 'markdown'),
    ...(intent === null ? [] : ['## What it was to achieve at first', fenced(intent, 'markdown')]),
  ]);
}

const textOf = ({ title, description, subtasks, deliverables, criteria, files }: Phase): string =>
  [
    title,
    description,
    list(
      'Subtasks:',
      subtasks.map(
        ({ id, type, title: step, description: how }) => `${id} [${type}] ${step}${how && `\n${how}`}`,
      ),
    ),
    list('Must exist afterwards:', deliverables),
    list('Done when:', criteria),
    list('Files that it names:', files),
  ]
    .filter(Boolean)
    .join('\n\n');

const list = (heading: string, items: readonly string[]): string =>
  items.length > 0 ? `${heading}\n${items.map(item => `- ${item}`).join('\n')}` : '';
