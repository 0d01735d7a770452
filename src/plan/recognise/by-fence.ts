import type { Code } from 'mdast';
import { sections } from '../markdown/outline.ts';
import { type Document, type Draft, type Finding, newDraft, type Recognised } from './draft.ts';
import { cleanPath, isOutside } from './paths.ts';
import { parseUnitTitle, type UnitTitle } from './unit-title.ts';

/** Plans that write their tasks into a code fence under a heading such as "List of tasks", as product requirement prompts do. */
export function byFence(document: Document): Recognised | null {
  for (const section of sections(document.root)) {
    if (!/\btasks?\b|任务|任務|タスク/i.test(section.title)) continue;
    for (const block of section.blocks) {
      const units = block.type === 'code' ? readFence(block) : [];
      if (units.length >= 2) return { format: 'tasks', units, findings: [fencedTasks(units)], order: [] };
    }
  }
  return null;
}

function readFence(block: Code): Draft[] {
  const lines = block.value.split('\n');
  const starts = lines.flatMap((line, at) => {
    const title = /^\S/.test(line) ? parseUnitTitle(line) : null;
    return title?.kind === 'task' ? [{ title, at }] : [];
  });
  return starts.map(({ title, at }, i) => {
    const body = lines.slice(at + 1, starts[i + 1]?.at ?? lines.length);
    const line = block.position!.start.line + 1 + at;
    return fenceDraft(title, body, line);
  });
}

function fenceDraft(title: UnitTitle, body: readonly string[], line: number): Draft {
  const named = title.title || (body.find(text => text.trim()) ?? '').trim().replace(/:$/, '');
  const place = { line, endLine: line + body.length, description: body.join('\n').trim() };
  const draft = newDraft({ ...title, title: named }, place);
  for (const text of body) {
    const [, verb, raw = ''] =
      /^\s*(?:-\s+)?(CREATE|MODIFY|UPDATE|ADD|DELETE)\s+(\S{1,200})/.exec(text) ?? [];
    const path = verb ? cleanPath(raw.replace(/:$/, '')) : '';
    if (!path || isOutside(path)) continue;
    draft.files.push(path);
    if (verb === 'CREATE') draft.deliverables.push(path);
  }
  return draft;
}

const fencedTasks = (units: readonly Draft[]): Finding => ({
  severity: 'warning',
  code: 'fenced-tasks',
  message: `${units.length} tasks are read from a code fence, as nothing outside of it is a task`,
  line: units[0]!.line,
  hint: 'Use headings such as "### Task 1: …" instead of a fence.',
});
