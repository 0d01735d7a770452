import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { acpKinds } from '../../src/agent/acp/kind.ts';
import { AGENT_NAMES, folderOfReplay, isAgentName, loadKind, SCRIPTED } from '../../src/agent/catalogue.ts';

const PAPER = readFileSync(new URL('../../docs/agents.md', import.meta.url), 'utf8');
const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const ANSWERS = { schema: 'schema', tool: 'our tool', text: 'last words' };

describe('the agents', () => {
  const named = AGENT_NAMES.filter(name => name !== SCRIPTED);

  it.each(named)('%s is known by its name', async name => {
    const kind = (await loadKind(name))!;
    expect(kind.name).toBe(name);
    expect(kind.install).not.toBe('');
    expect(kind.loginHint).not.toBe('');
  });

  it('are all that have a profile', () => {
    for (const { name } of acpKinds) expect(AGENT_NAMES).toContain(name);
  });

  it.each(AGENT_NAMES)('%s stands in the papers', name => {
    for (const paper of [PAPER, README]) expect(paper).toContain(`\`${name}\``);
  });

  it.each(named.filter(name => !name.startsWith('acp:')))('%s answers as the paper says', async name => {
    const { abilities } = (await loadKind(name))!;
    const row = PAPER.split('\n').find(line => line.startsWith(`| \`${name}\` `))!;
    const [, , , , answers, goesOn, spending] = row.split('|').map(cell => cell.trim());
    expect(answers).toBe(ANSWERS[abilities.answers]);
    expect(goesOn).toBe(abilities.continues ? 'yes' : 'no');
    expect(spending).toBe(`while it works; ${abilities.tellsCost ? 'told' : 'estimated'}`);
  });

  it.each([
    ['acp:my-own', true],
    ['replay:some/folder', true],
    ['replay:', false],
    ['acp:', false],
    ['acp:-x', false],
    ['acp:../x', false],
    ['constructor', false],
    ['', false],
  ])('%j is the name of one: %s', (name, expected) => expect(isAgentName(name)).toBe(expected));

  it('are not looked for where there are none', async () => {
    for (const name of ['scripted', 'replay:x', 'constructor', '__proto__'])
      expect(await loadKind(name)).toBeNull();
    expect(folderOfReplay('replay:a:b')).toBe('a:b');
  });
});
