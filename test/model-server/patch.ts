import type { FileText } from '../../src/agent/scripted/step.ts';

/** A patch as Codex reads it. Null where there is none: it knows only whole lines. */
export function addFile({ path, content }: FileText): string | null {
  if (!content.endsWith('\n') || content.includes('\r')) return null;
  const lines = content.slice(0, -1).split('\n');
  const body = lines.map(line => `+${line}`).join('\n');
  return `*** Begin Patch\n*** Add File: ${path}\n${body}\n*** End Patch`;
}
