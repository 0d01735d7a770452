import { describe, expect, it } from 'vitest';
import type { ModelStep } from './step.ts';
import { type Turn, turnsOf } from './turns.ts';

/** A turn in short: what is said, what is done, what it cost, and the answer that goes with it. */
const short = ({ parts, deed, usage, answer }: Turn): string =>
  [
    parts.map(part => ('text' in part ? part.text : 'think' in part ? `(${part.think})` : '…')).join(''),
    deed && ('step' in deed && typeof deed.step === 'string' ? deed.step : deed.kind),
    usage.input === 1_000 ? null : `${usage.input}/${usage.output}`,
    answer && JSON.stringify(answer.value),
  ]
    .filter(Boolean)
    .join(' ');

describe('steps become turns', () => {
  const write = { write: { path: 'a', content: 'b' } };
  const usage = { usage: { input: 50, output: 5 } };
  const cases: readonly (readonly [readonly ModelStep[], byTool: boolean, turns: readonly string[]])[] = [
    [[], false, []],
    [[{ say: 'one' }, write, usage, { say: 'two' }], false, ['one write', 'two 50/5']],
    [[write, write], false, ['write', 'write']],
    [[{ say: 'a' }, { sleep: 5 }, { think: 'b' }, { say: 'c' }], false, ['a…(b)\n\nc']],
    [[usage, usage, { shell: 'ls' }], false, ['shell 100/10']],
    [[write, usage], false, ['write', '50/5']],
    [[{ say: 'a' }, { report: 1 }], false, ['a 1']],
    [[{ report: 1 }, { reply: 2 }, { say: 'a' }], false, ['a 2']],
    [[{ say: 'a' }, { report: 1 }, { say: 'b' }], true, ['a answer', 'b']],
    [[{ hang: true }, { say: 'never' }], false, ['hang', 'stall', 'never']],
    [[{ append: write.write }, { delete: 'a' }, { commit: 'c' }], false, ['append', 'delete', 'commit']],
    [[{ spawn: 'x' }, { crash: 1 }, { cut: true }], false, ['spawn', 'crash', 'cut']],
    [[{ fail: { category: 'logic', message: 'm' } }, { status: 500 }], false, ['fail', 'status']],
  ];
  it.each(cases)('%j, with a tool for answers: %s', (steps, byTool, turns) => {
    expect(turnsOf(steps, byTool).map(short)).toEqual(turns);
  });

  it('rubbish is so many characters, the same each time', () => {
    const [turn] = turnsOf([{ garbage: 1_000 }], false);
    expect(turn?.parts[0]).toHaveProperty('text.length', 1_000);
    expect(turnsOf([{ garbage: 1_000 }], false)).toEqual([turn]);
  });
});
