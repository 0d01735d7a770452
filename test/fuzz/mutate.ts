import { type Random, random } from './random.ts';
import { SEEDS } from './seeds.ts';

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

/** The case with this number: the same text every time. */
export function mutant(seed: number): string {
  const { below, pick } = random(seed);
  const r: Random = { below, pick };
  let text = pick(SEEDS);
  if (below(4) === 0) text += pick(SEEDS);
  const steps = 1 + below(12);
  for (let i = 0; i < steps; i += 1) text = mutate(text, r);
  return text;
}

function mutate(text: string, { below, pick }: Random): string {
  const at = below(text.length + 1);
  const to = Math.min(text.length, at + below(40));
  switch (below(10)) {
    case 0:
      return text.slice(0, at) + text.slice(to);
    case 1:
      return text.slice(0, at) + text.slice(at, to).repeat(2 + below(30)) + text.slice(to);
    case 2:
      return text.slice(0, at) + String.fromCharCode(below(below(2) ? 128 : 65_536)) + text.slice(at + 1);
    case 3:
      return swapLines(text, below);
    case 4:
      return text.slice(0, at) + pick(TOKENS).repeat(1 + below(20)) + text.slice(at);
    case 5:
      return text.slice(0, at);
    default:
      return text.slice(0, at) + pick(TOKENS) + text.slice(below(3) === 0 ? to : at);
  }
}

function swapLines(text: string, below: Random['below']): string {
  const lines = text.split('\n');
  const [i, j] = [below(lines.length), below(lines.length)];
  [lines[i], lines[j]] = [lines[j]!, lines[i]!];
  return lines.join('\n');
}
