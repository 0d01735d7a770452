import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FACTS, PARTS, PROMPTS } from '../../src/prompt/template.ts';

const read = (path: string): string => readFileSync(new URL(`../../docs/${path}`, import.meta.url), 'utf8');

it('the papers list every placeholder of every prompt, in order', () => {
  const rows = read('prompts.md')
    .split('\n')
    .map(line => line.split('|').map(cell => [...cell.matchAll(/`(\w+)`/g)].map(([, word]) => word!)))
    .filter(cells => cells.length === 6 && (PROMPTS as readonly string[]).includes(cells[1]![0] ?? ''));
  expect(rows.map(([, name, , parts, facts]) => [name![0], parts, facts])).toEqual(
    PROMPTS.map(name => [name, PARTS[name], FACTS[name]]),
  );
});
