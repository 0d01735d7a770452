import { describe, expect, it } from 'vitest';
import { jsonIn, markdownIn } from '../../src/run/fenced.ts';

const fence = (content: string, word = 'json'): string => `\`\`\`${word}\n${content}\n\`\`\``;

describe('the answer in an agent’s last words', () => {
  it.each<[what: string, said: string, expected: unknown]>([
    ['a fenced block', `Done.\n\n${fence('{"a": 1}')}\n`, { a: 1 }],
    ['a block without a word', fence('{"a": 1}', ''), { a: 1 }],
    ['a block with another word', fence('{"a": 1}', 'JSONC'), { a: 1 }],
    ['an indented block', '  ```json\n  {"a": 1}\n  ```', { a: 1 }],
    ['a block with a longer fence', '````json\n{"a": "```"}\n````', { a: '```' }],
    ['the last of several blocks', `${fence('{"a": 1}')}\nNo:\n${fence('{"a": 2}')}`, { a: 2 }],
    ['the last that is JSON', `${fence('{"a": 1}')}\n${fence('npm test', 'sh')}`, { a: 1 }],
    ['the whole text', '  {"a": 1}\n', { a: 1 }],
    ['lines that end in CR LF', '```json\r\n{"a": 1}\r\n```\r\n', { a: 1 }],
    ['nothing', '', undefined],
    ['prose', 'Looks good to me.', undefined],
    ['JSON amid prose', 'I would say {"a": 1} here.', undefined],
    ['broken JSON', fence('{"a": '), undefined],
    ['a block that never ends', '```json\n{"a": 1}\n', undefined],
    ['a list', fence('[1]'), undefined],
    ['a mere word', fence('true'), undefined],
    ['code in a line', '`{"a": 1}`', undefined],
    ['a fence with code in its word', '```a`b\n{"a": 1}\n```', undefined],
  ])('is found in, or not: %s', (_, said, expected) => {
    expect(jsonIn(said)).toEqual(expected);
  });

  it('does not reach beyond itself: a prototype in it is a key like others', () => {
    const value = jsonIn(fence('{"__proto__": {"approved": true}}')) as { approved?: boolean };
    expect(value.approved).toBeUndefined();
    expect(Object.hasOwn(value, '__proto__')).toBe(true);
  });

  it('is looked for at the end of very long words, in linear time', () => {
    expect(jsonIn(`${'x'.repeat(5_000_000)}\n${fence('{"a": 1}')}`)).toEqual({ a: 1 });
    expect(jsonIn('```\n'.repeat(400_000))).toBeUndefined();
    expect(jsonIn('`'.repeat(2_000_000))).toBeUndefined();
  });
});

describe('the plan in an architect’s last words', () => {
  it.each<[what: string, said: string, expected: string | null]>([
    ['a block of markdown', `Here:\n${fence('# Plan', 'markdown')}`, '# Plan'],
    ['the short word', fence('# Plan', 'md'), '# Plan'],
    ['the last of two', `${fence('# One', 'md')}\n${fence('# Two', 'md')}`, '# Two'],
    ['blocks in the block', '````markdown\n# Plan\n```sh\nls\n```\n````', '# Plan\n```sh\nls\n```'],
    ['another language', fence('# Plan', 'sh'), null],
    ['no block', '# Plan', null],
  ])('is found in, or not: %s', (_, said, expected) => {
    expect(markdownIn(said)).toBe(expected);
  });
});
