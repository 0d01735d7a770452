import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../../src/view/graph/text.ts';
import { EVERYTHING, onScreen, taggedJson, transcriptLines } from '../../../src/view/run/transcript.ts';
import { coloured, uncoloured } from '../../../src/view/style.ts';

const check = (event: object, ...expected: string[]) =>
  expect(transcriptLines(JSON.stringify(event), uncoloured, true)).toEqual(expected);

describe('a line of a transcript', () => {
  it.each<[event: object, lines: string[]]>([
    [{ type: 'text', text: 'One\nTwo\n' }, ['One', 'Two']],
    [{ type: 'thinking', text: 'Hm.\nSo.' }, ['∴ Hm.', '  So.']],
    [{ type: 'notice', text: 'odd' }, ['! odd']],
    [{ type: 'tool_call', name: 'shell', summary: 'ls\nls -l' }, ['▸ shell ls', '  ls -l']],
    [{ type: 'tool_result', name: 'shell', ok: true, summary: 'a\nb' }, ['  ✓ a', '    b']],
    [{ type: 'tool_result', name: 'shell', ok: true, summary: '' }, ['  ✓ ok']],
    [{ type: 'tool_result', name: 'shell', ok: false, summary: 'no file' }, ['  ✗ no file']],
    [
      { type: 'usage', usage: { inputTokens: 12_500, outputTokens: 950, costUsd: 0.42 } },
      ['used 12.5k tokens in, 950 out, $0.42'],
    ],
    [
      { type: 'usage', usage: { inputTokens: 0, outputTokens: 0, costUsd: null } },
      ['used nothing that is known'],
    ],
    [{ type: 'usage', usage: 'rubbish' }, ['used nothing that is known']],
    [{ type: 'session', id: 's1' }, ['session s1']],
    [{ type: 'process', pid: 7 }, ['process 7']],
    [{ type: 'end', status: 'completed' }, ['■ ended: completed']],
    [
      {
        type: 'end',
        status: 'completed',
        answer: { approved: false, summary: 'No tests.' },
        usage: { inputTokens: 1, outputTokens: 2, costUsd: null },
      },
      ['■ ended: completed', '  rejected: No tests.', '  used 1 tokens in, 2 out'],
    ],
    [
      { type: 'end', status: 'failed', failure: { category: 'infra.quota', message: 'used up' } },
      ['■ ended: failed (infra.quota): used up'],
    ],
  ])('tells %j', (event, lines) => check(event, ...lines));

  it('shows what it does not know as it is', () => {
    check({ type: 'new kind', x: 1 }, '{"type":"new kind","x":1}');
    expect(transcriptLines('half a li', uncoloured, true)).toEqual(['half a li']);
    expect(transcriptLines('null', uncoloured, true)).toEqual(['null']);
  });

  it('shows the beginning of long prompts and results, and all of them where there is room', () => {
    const text = Array.from({ length: 9 }, (_, index) => `line ${index}`).join('\n');
    const prompt = JSON.stringify({ type: 'prompt', text });
    expect(transcriptLines(prompt, uncoloured, true)).toEqual([
      ...['> line 0', '  line 1', '  line 2', '  line 3', '  … 5 more lines'],
    ]);
    expect(transcriptLines(prompt, uncoloured, false).at(-1)).toBe('  ... 5 more lines');
    expect(transcriptLines(prompt, uncoloured, true, EVERYTHING)).toHaveLength(9);
    check(
      { type: 'tool_result', ok: true, summary: text.slice(0, 55) },
      ...['  ✓ line 0', ...[1, 2, 3, 4, 5].map(index => `    line ${index}`), '    … 2 more lines'],
    );
  });

  it('is no wider than the screen, whatever it holds, and indented below its mark', () => {
    for (const summary of ['word '.repeat(60), 'x'.repeat(300), '漢字'.repeat(60), '👩‍👩‍👧 '.repeat(50)]) {
      const event = JSON.stringify({ type: 'tool_result', ok: true, summary });
      const rows = transcriptLines(event, uncoloured, true, onScreen(40));
      expect(rows.length).toBeGreaterThan(2);
      for (const row of rows) expect(displayWidth(row)).toBeLessThanOrEqual(40);
      for (const row of rows.slice(1)) expect(row).toMatch(/^ {4}\S/);
    }
  });

  it('has colours of ours and none of theirs', () => {
    const bad = '\u001B]0;owned\u0007\u001B[31m\u009B2J\u202E\r';
    for (const type of ['text', 'thinking', 'notice', 'prompt', 'end', 'tool_call', 'tool_result', bad]) {
      const event = {
        type,
        text: bad,
        name: bad,
        summary: bad,
        status: bad,
        failure: { category: bad, message: bad },
      };
      for (const line of [JSON.stringify(event), JSON.stringify(event).replaceAll('\\u001b', '\u001B')]) {
        const told = transcriptLines(line, coloured, true, onScreen(30)).join('');
        expect(told.replace(/\x1B\[(?:1|2|22|31|32|33|34|39)m/g, '')).not.toMatch(/[\0-\x1F\x7F-\x9F\u202E]/);
      }
    }
  });

  it('is red where something failed, and dim where it was only thought', () => {
    const colour = (event: object) => transcriptLines(JSON.stringify(event), coloured, true)[0]!;
    expect(colour({ type: 'tool_result', ok: false, summary: 'no' })).toBe('\u001B[31m  ✗ no\u001B[39m');
    expect(colour({ type: 'thinking', text: 'hm' })).toBe('\u001B[2m∴ hm\u001B[22m');
  });
});

it('tells programs what an agent said, what a program printed, and what cannot be read', () => {
  const source = { phase: '1', index: 0, attempt: 2, role: 'developer' };
  const told = (line: string, isTranscript?: boolean) => JSON.parse(taggedJson(source, line, isTranscript));
  expect(told('{"type":"text","text":"a"}')).toEqual({ ...source, event: { type: 'text', text: 'a' } });
  expect(told('{"type":')).toEqual({ ...source, event: { type: 'unreadable', text: '{"type":' } });
  expect(told('{"type":"text"}', false)).toEqual({
    ...source,
    event: { type: 'output', text: '{"type":"text"}' },
  });
});
