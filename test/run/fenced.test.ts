import { describe, expect, it } from 'vitest';
import { jsonAtEnd, jsonIn, markdownIn } from '../../src/run/fenced.ts';

type Case = [what: string, said: string, expected: unknown];

const fence = (content: string, word = 'json'): string => `\`\`\`${word}\n${content}\n\`\`\``;

/** Where it does not matter what stands around the answer. */
const ANYWHERE: readonly Case[] = [
  ['a fenced block', `Done.\n\n${fence('{"a": 1}')}\n`, { a: 1 }],
  ['a block without a word', fence('{"a": 1}', ''), { a: 1 }],
  ['a block with another word', fence('{"a": 1}', 'JSONC'), { a: 1 }],
  ['an indented block', '  ```json\n  {"a": 1}\n  ```', { a: 1 }],
  ['a block with a longer fence', '````json\n{"a": "```"}\n````', { a: '```' }],
  ['the last of several blocks', `${fence('{"a": 1}')}\nNo:\n${fence('{"a": 2}')}`, { a: 2 }],
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
];

/** Nobody knows whether it is the agent's last word. */
const NOT_AT_THE_END: readonly Case[] = [
  ['words behind it', `${fence('{"a": 1}')}\nThat is what it says. I disagree.`, { a: 1 }],
  ['a block of another kind behind it', `${fence('{"a": 1}')}\n${fence('npm test', 'sh')}`, { a: 1 }],
  ['a broken one behind it', `${fence('{"a": 1}')}\n${fence('{"a": "the "b" one"}')}`, { a: 1 }],
  ['one that never ends behind it', `${fence('{"a": 1}')}\n\`\`\`json\n{"a": 2`, { a: 1 }],
  ['JSON without a fence behind it', `${fence('{"a": 1}')}\n{"a": 2}`, { a: 1 }],
];

describe('the report in what an agent said', () => {
  it.each([...ANYWHERE, ...NOT_AT_THE_END])('is found in, or not: %s', (_, said, expected) => {
    expect(jsonIn(said)[0]).toEqual(expected);
  });
});

describe('the answer in an agent’s last words', () => {
  it.each(ANYWHERE)('is found in, or not: %s', (_, said, expected) => {
    expect(jsonAtEnd(said)).toEqual(expected);
  });

  it.each(NOT_AT_THE_END)('is no answer with %s', (_, said) => {
    expect(jsonAtEnd(said)).toBeUndefined();
  });

  it('does not reach beyond itself: a prototype in it is a key like others', () => {
    const value = jsonAtEnd(fence('{"__proto__": {"approved": true}}')) as { approved?: boolean };
    expect(value.approved).toBeUndefined();
    expect(Object.hasOwn(value, '__proto__')).toBe(true);
  });

  it('is looked for at the end of very long words, in linear time', () => {
    expect(jsonAtEnd(`${'x'.repeat(5_000_000)}\n${fence('{"a": 1}')}`)).toEqual({ a: 1 });
    expect(jsonAtEnd('```\n'.repeat(400_000))).toBeUndefined();
    expect(jsonAtEnd('`'.repeat(2_000_000))).toBeUndefined();
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
