import { describe, expect, it } from 'vitest';
import { loadScript } from '../../src/agent/scripted/load.ts';
import { parse } from '../../src/plan/parse.ts';
import { readReport, readReview } from '../../src/run/answer.ts';
import { readCommand } from '../../src/run/command.ts';
import { decode } from '../../src/run/journal.ts';
import { obey } from '../../src/run/obey.ts';
import { workshop } from '../cli/workshop.ts';
import { aliasBomb } from '../plan/data/alias-bomb.ts';
import { looking } from './looking.ts';
import { stateOf } from './state.ts';

const DEEP = 100_000;

/** What the reader of plans and that of scripts say about a bomb and about a loop. */
const TOO_MUCH = 'with its aliases written out';
const LOOP = 'has no anchor before it';

const errors = async (text: string): Promise<string[]> =>
  (await parse(text)).diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ message }) => message);

const objections = (text: string, name: string): string => {
  const loaded = loadScript(text, name);
  return loaded.ok ? '' : JSON.stringify(loaded);
};

/** Names that every object answers to. */
const INHERITED = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype'];
const untouched = (): void => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
};

describe('a plan made to do harm', () => {
  it('a bomb of YAML aliases is refused before it goes off [A17]', async () => {
    expect(await errors(`phases: ${aliasBomb()}\n`)).toEqual([expect.stringContaining(TOO_MUCH)]);
    const loop = `phases: &p\n  - id: '1'\n    title: A\n    subtasks: *p\n`;
    expect(await errors(loop)).toEqual([expect.stringContaining(LOOP)]);
  });

  it.each([
    ['JSON lists', `{"phases":${'['.repeat(DEEP)}`],
    ['JSON objects', '{"phases":'.repeat(DEEP)],
    ['YAML flow', `phases: ${'['.repeat(DEEP)}`],
    ['YAML maps', `phases:\n${Array.from({ length: 2000 }, (_, i) => `${' '.repeat(i + 1)}a:`).join('\n')}`],
    ['quotes', `### Task 1: a\n${'> '.repeat(DEEP / 2)}x`],
    ['emphasis', `### Task 1: ${'*_'.repeat(DEEP / 20)}x`],
    ['brackets', `### Task 1: a\n${'['.repeat(DEEP)}x\n`],
    ['tags', `### Task 1: a\n${'<task>'.repeat(DEEP / 10)}\n`],
  ])('nesting without end in %s neither overflows nor hangs [A18]', async (_, text) => {
    const { plan, diagnostics } = await parse(text);
    expect(plan.phases.length + diagnostics.length).toBeGreaterThan(0);
  });

  it.each(INHERITED)('%s as a key or an id is a name like any other [A19]', async name => {
    const value = `{"polluted": true, "type": "impl", "id": "x"}`;
    for (const text of [
      `{"phases":[{"id":"1","title":"A","${name}":${value}}],"${name}":${value}}`,
      `phases:\n  - id: '1'\n    title: A\n    ${name}: ${value}\n${name}: ${value}\n`,
      `---\n${name}: ${value}\n---\n### Task 1: A\n`,
    ]) {
      const { plan } = await parse(text);
      expect(plan.phases.every(({ id }) => id === '1')).toBe(true);
    }
    const { plan } = await parse(
      JSON.stringify({
        phases: [
          { id: `x${name}`, title: 'A', depends_on: [name] },
          { id: name, title: 'B' },
        ],
      }),
    );
    expect(plan.phases).toHaveLength(2);
    untouched();
  });

  it.each(INHERITED)('%s as a type or a size in markdown means nothing [A20]', async name => {
    const text = `### Task 1: A (${name})\nType: ${name}\nEffort: ${name}\n- [ ] step\n### Task 2: B\nDepends on: ${name}\n`;
    const { plan } = await parse(text);
    for (const phase of plan.phases) {
      expect(phase.estimate).toBeNull();
      for (const { type } of phase.subtasks) expect(type).toBe('task');
    }
  });
});

describe('other data made to do harm', () => {
  it('a bomb, a loop or an inherited key in the settings is one clear error [A21] [A22]', async () => {
    const shop = workshop({ 'plan.md': '### Task 1: A\n' });
    await looking(shop, async look => {
      for (const [text, says] of [
        [`checks: ${aliasBomb()}\n`, TOO_MUCH],
        [`checks: ${'['.repeat(DEEP)}`, 'nested'],
        ['checks: &a [*a]\n', LOOP],
        ['__proto__: { review: false }\n', 'unknown setting __proto__'],
        ['commit: { constructor: { mode: single } }\n', 'unknown setting commit.constructor'],
        ['review: !!js/function "function () {}"\n', 'Unresolved tag'],
      ] as const) {
        shop.write('phasewright.yaml', text);
        const { code, err } = await look(['run', 'plan.md', '--agent', 'scripted', '--yes']);
        expect([text.slice(0, 40), code, err.includes('internal')]).toEqual([text.slice(0, 40), 2, false]);
        expect(err).toContain(says);
      }
    });
  });

  it('a script for the scripted agent is read with the same care [A23]', () => {
    expect(objections(`developer: ${aliasBomb()}`, 'x.yaml')).toContain(TOO_MUCH);
    expect(objections('developer: &a { "*": *a }', 'x.yaml')).toContain(LOOP);
    expect(objections(`{"developer": ${'['.repeat(DEEP)}`, 'x.json')).toContain('nested');
    for (const name of INHERITED) {
      expect(loadScript(`{"${name}": {"*": [[{"say": "x"}]]}}`, 'x.json').ok).toBe(false);
      expect(loadScript(`{"developer": {"*": [[{"${name}": "x"}]]}}`, 'x.json').ok).toBe(false);
    }
    untouched();
  });

  it('an answer keeps what is asked for and nothing else, whatever its keys [A24]', () => {
    const answer = JSON.parse(
      '{"status":"completed","__proto__":{"polluted":1,"status":"failed"},"constructor":{"prototype":{"polluted":1}},"toString":1}',
    );
    expect(readReport(answer)).toEqual({
      status: 'completed',
      subtasksCompleted: [],
      subtasksFailed: [],
      summary: '',
      error: null,
      filesChanged: [],
    });
    expect(readReview(JSON.parse('{"__proto__":{"approved":true}}'))).toBeNull();
    untouched();
  });

  it('an event or a request of a made-up kind is damage or refused, not obeyed [A25]', () => {
    for (const type of [...INHERITED, 'phase_approved_by_agent']) {
      const data = JSON.stringify({ type, phase: '1' });
      expect(decode([{ at: 0, version: 1, data }])).toMatchObject({ ok: false, reason: 'damaged' });
      expect(obey(stateOf(), 1, readCommand(data))[1]).toMatchObject({
        type: 'command_refused',
      });
    }
    for (const phase of INHERITED) {
      expect(obey(stateOf(), 1, { type: 'approve', phase })[1]).toMatchObject({ type: 'command_refused' });
    }
  });
});
