import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadScript } from '../../../src/agent/scripted/load.ts';
import { STEP_NAMES } from '../../../src/agent/scripted/step-schema.ts';
import { readMessage } from '../../../src/agent/wire/read.ts';
import { FAILURE_CATEGORIES } from '../../../src/run/failure.ts';
import { ROLES } from '../../../src/run/role.ts';

const text = readFileSync(join(import.meta.dirname, '../../../docs/scripted-agent.md'), 'utf8');
const fenced = (language: string): string =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(text)![1]!;

describe('docs/scripted-agent.md', () => {
  it('shows a script that is right', () => {
    expect(loadScript(fenced('yaml'), 'x.yaml')).toMatchObject({ ok: true });
  });

  it('shows lines of the protocol', () => {
    const lines = fenced('json').trim().split('\n');
    expect(lines.filter(line => readMessage(line) === null)).toEqual([]);
  });

  it('tells of every step, role and category', () => {
    expect(STEP_NAMES.filter(name => !text.includes(`\n| \`${name}: `))).toEqual([]);
    expect([...ROLES, ...FAILURE_CATEGORIES].filter(word => !text.includes(`\`${word}\``))).toEqual([]);
  });
});
