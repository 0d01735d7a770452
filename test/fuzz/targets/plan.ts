import { analyse } from '../../../src/plan/analysis.ts';
import { hasErrors } from '../../../src/plan/diagnostic.ts';
import { parse } from '../../../src/plan/parse.ts';
import { random } from '../random.ts';
import type { Target } from '../target.ts';
import { mutated } from '../text.ts';
import { PLANS } from './plans.ts';

/** Plans, to the parser. */
export const plan: Target<string> = {
  make(seed) {
    const r = random(seed);
    const text = r.pick(PLANS) + (r.below(4) === 0 ? r.pick(PLANS) : '');
    return mutated(text, TOKENS, r);
  },
  judge,
};

async function judge(text: string): Promise<string | null> {
  const { plan: read, diagnostics } = await parse(text);
  const ids = read.phases.map(phase => phase.id);
  const subtasks = read.phases.flatMap(phase => phase.subtasks.map(subtask => subtask.id));
  if (new Set(ids).size !== ids.length) return `phase ids repeat: ${ids.join(', ')}`;
  if (new Set(subtasks).size !== subtasks.length) return `subtask ids repeat: ${subtasks.join(', ')}`;
  const lines = text.split(/\r\n|\r|\n/).length;
  const misplaced = diagnostics.find(({ line, endLine }) => line < 0 || line > lines || endLine < line);
  if (misplaced) return `a diagnostic lies outside the text: ${JSON.stringify(misplaced)}`;
  if (hasErrors(diagnostics)) return null;
  if (read.phases.length === 0) return 'no phases and no error';
  if (!analyse(read)) return 'a cycle and no error';
  const known = new Set(ids);
  const dangling = read.phases.flatMap(phase => phase.dependsOn).find(id => !known.has(id));
  return dangling === undefined ? null : `"${dangling}" is no phase, and no error says so`;
}

/** Pieces of syntax that matter somewhere in the parser. */
const TOKENS = [
  '# ',
  '## ',
  '### ',
  '#### ',
  'Task 1: ',
  'Phase 2: ',
  'Step 1.2: ',
  '- [ ] ',
  '- [x] ',
  '- ',
  '1. ',
  '> ',
  '```\n',
  '~~~\n',
  '````\n',
  '|',
  '|---|---|\n',
  '**',
  '*',
  '_',
  '`',
  '[',
  ']',
  '(',
  ')',
  '<!--',
  '-->',
  '<task>',
  '</task>',
  '<name>',
  '---\n',
  '===\n',
  '\n\n',
  '\n',
  '\t',
  '    ',
  '\r\n',
  '\r',
  '\\',
  '&amp;',
  '&#0;',
  '✅',
  '⬜',
  '(optional)',
  '[P]',
  'T001 ',
  'All',
  'None',
  '—',
  '–',
  '1-4',
  '2A–2C',
  '1.1',
  '11',
  'Depends on: ',
  'Blocks: ',
  'Parallel with: ',
  'Execution Order',
  'Definition of Done',
  '{',
  '}',
  ':',
  ',',
  '"',
  "'",
  'null',
  'true',
  '&a ',
  '*a',
  '<<: ',
  '!!js ',
  '__proto__',
  '../',
  '/etc/passwd',
  '~',
  '\u202E',
  '\x1B[31m',
  '\uFEFF',
  '😀',
  '漢字',
  '\uD800',
  'é',
  '999999999999',
  '-1',
  '0x1',
  '1e9',
];
