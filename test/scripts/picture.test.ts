import { describe, expect, it } from 'vitest';
import { cellsOf, type Look, PLAIN } from '../../scripts/picture/cells.ts';
import { framesOf, fullest } from '../../scripts/picture/frames.ts';
import { paint, WINDOW } from '../../scripts/picture/palette.ts';
import { rowsOf } from '../../scripts/picture/row.ts';
import { picture } from '../../scripts/picture/svg.ts';

describe('the looks of cells', () => {
  const check = (sequence: string, look: Partial<Look>): void =>
    it(JSON.stringify(sequence), () =>
      expect(cellsOf(`${sequence}x`)[0]).toEqual([
        { text: 'x', column: 0, width: 1, look: { ...PLAIN, ...look } },
      ]),
    );

  check('\x1b[1m', { bold: true });
  check('\x1b[2;3;4;7;9m', { dim: true, italic: true, underline: true, inverse: true, strike: true });
  check('\x1b[1;2m\x1b[22m', {});
  check('\x1b[31m', { foreground: 1 });
  check('\x1b[97;104m', { foreground: 15, background: 12 });
  check('\x1b[38;5;208;1m', { foreground: 208, bold: true });
  check('\x1b[48;2;1;2;3;4m', { background: [1, 2, 3], underline: true });
  check('\x1b[38:5:9m', { foreground: 9 });
  check('\x1b[4:3m', { underline: true });
  check('\x1b[4:3m\x1b[4:0m', {});
  check('\x1b[31;42m\x1b[39;49m', {});
  check('\x1b[1;31;44m\x1b[m', {});
  check('\x1b[38m\x1b[999m', {});
  check('\x1b]8;;http://example.test\x1b\\\x1b[2K\x1b(B\x0f', {});

  it('go on in the next row', () => {
    const [, second] = cellsOf('\x1b[32ma\nb');
    expect(second).toMatchObject([{ text: 'b', column: 0, look: { foreground: 2 } }]);
  });

  it('stand in their columns beside wide ones', () => {
    const [row] = cellsOf('a⬜語e\u0301✓z');
    expect(row?.map(({ text, column, width }) => [text, column, width])).toEqual([
      ...[
        ['a', 0, 1],
        ['⬜', 1, 2],
        ['語', 3, 2],
      ],
      ...[
        ['e\u0301', 5, 1],
        ['✓', 6, 1],
        ['z', 7, 1],
      ],
    ]);
  });
});

describe('the colours of cells', () => {
  const check = (title: string, look: Partial<Look>, ink: string, behind: string | null): void =>
    it(title, () => expect(paint({ ...PLAIN, ...look })).toEqual({ ink, behind }));

  check('are those of the window', {}, WINDOW.text, null);
  check('are turned around', { inverse: true }, WINDOW.background, WINDOW.text);
  check('come from the cube', { foreground: 208 }, '#ff8700', null);
  check('come from the greys', { background: 232 }, WINDOW.text, '#080808');
  check('come as they are', { foreground: [1, 2, 255] }, '#0102ff', null);
  check(
    'fade into what is behind',
    { foreground: [200, 100, 0], background: [0, 0, 0], dim: true },
    '#743a00',
    '#000000',
  );
});

describe('a row', () => {
  it('has one text for each run of letters that look alike, of exactly their width', () => {
    expect(rowsOf('one two   \x1b[1;38;2;0;0;9mthree')).toEqual([
      '<text x="0" y="14.6" textLength="58.8">one two</text>' +
        '<text x="84" y="14.6" textLength="42" fill="#000009" class="b">three</text>',
    ]);
  });

  it('gives each symbol the middle of its cells', () => {
    const [row] = rowsOf('✓⬜x');
    expect(row).toContain('<text x="4.2" y="14.6" text-anchor="middle"');
    expect(row).toContain('<text x="16.8" y="14.6" text-anchor="middle"');
    expect(row).toContain('<text x="25.2" y="14.6" textLength="8.4"');
  });

  it('draws lines and blocks from edge to edge', () => {
    expect(rowsOf('──│')[0]).toMatch(/<path d="M0 10h16\.8" .*<path d="M21 0V10M21 20V10" /);
    expect(rowsOf('╭')[0]).toContain('d="M4.2 20V14.2Q4.2 10 8.4 10"');
    expect(rowsOf('██▌')[0]).toMatch(
      /<rect x="0" y="0" width="16\.8" height="20" .*<rect x="16\.8" y="0" width="4\.2" height="20" /,
    );
    expect(rowsOf('▄▄')[0]).toContain('<rect x="0" y="10" width="16.8" height="10" ');
  });

  it('lays colours behind letters and gaps', () => {
    expect(rowsOf('a\x1b[48;2;9;9;9m  b')[0]).toContain(
      '<rect x="8.4" width="25.2" height="20" fill="#090909"/>',
    );
  });

  it('is nothing where nothing is seen', () => expect(rowsOf('\n   \n')).toEqual(['', '', '']));
});

const SIZE = { columns: 100, rows: 30, title: 'phasewright' };

describe('a picture', () => {
  it('is the same for the same screens', () => {
    const frames = [{ captured: 'a\nb', ms: 500 }];
    expect(picture(frames, SIZE)).toBe(picture(frames, SIZE));
  });

  it('stays a picture whatever is on the screen', () => {
    const hostile = '</text><script>alert(1)</script>&amp;"\' ]]> \ud800 \x1b]0;x\x07 \ufffe';
    const svg = picture([{ captured: hostile, ms: 1 }], { ...SIZE, title: hostile });
    expect(svg).not.toContain('<script');
    expect(balanced(svg)).toEqual([]);
    expect(svg).toContain('&lt;script&gt;');
    expect(svg.isWellFormed()).toBe(true);
  });

  it('does not move with one frame', () => {
    const svg = picture([{ captured: 'still', ms: 1 }], SIZE);
    expect(svg).not.toContain('animation');
    expect(svg).toContain('translate(0 0)');
  });

  it('moves from frame to frame, but not for those who want no motion', () => {
    const frames = ['one', 'two', 'three'].map(captured => ({ captured, ms: 1000 }));
    const svg = picture(frames, { ...SIZE, rows: 2 });
    expect(svg).toContain('0%{transform:translateY(-0px)}33.33%{transform:translateY(-40px)}66.67%');
    expect(svg).toContain(
      '@media (prefers-reduced-motion:no-preference){#film{animation:film 3s step-end infinite}}',
    );
    expect(svg).toContain(`<g id="film" fill="${WINDOW.text}" transform="translate(0 -80)">`);
    expect(picture(frames, { ...SIZE, rows: 2, still: 1 })).toContain('transform="translate(0 -40)"');
    expect(balanced(svg)).toEqual([]);
  });

  it('writes rows once that frames share, and none that the screen has no place for', () => {
    const frames = ['same\nfirst\nunseen', 'same\nsecond'].map(captured => ({ captured, ms: 1 }));
    const svg = picture(frames, { ...SIZE, rows: 2 });
    expect(svg.match(/>same</g)).toHaveLength(1);
    expect(svg.match(/href="#r0"/g)).toHaveLength(2);
    expect(svg).not.toContain('unseen');
  });

  it('is small', () => {
    const row = (frame: number, at: number): string =>
      `├─ \x1b[1mphase ${at}\x1b[0m  \x1b[32m✓\x1b[39m landed ${at % 3 === 0 ? frame : 0} \x1b[2m${'word '.repeat(12)}`;
    const frames = Array.from({ length: 15 }, (_, frame) => ({
      captured: Array.from({ length: 30 }, (_, at) => row(frame, at)).join('\n'),
      ms: 500,
    }));
    expect(picture(frames, SIZE).length).toBeLessThan(150_000);
  });
});

describe('the frames of a film', () => {
  const check = (
    title: string,
    seen: readonly [string, number][],
    frames: readonly [string, number][],
  ): void =>
    it(title, () =>
      expect(framesOf(seen.map(([captured, atMs]) => ({ captured, atMs })))).toEqual(
        frames.map(([captured, ms]) => ({ captured, ms })),
      ),
    );

  check(
    'leave out where only clocks went on',
    [
      ['a 1s', 0],
      ['a 2s ⠋', 500],
      ['b 3s', 1000],
    ],
    [
      ['a 1s', 1000],
      ['b 3s', 5000],
    ],
  );
  check(
    'end with the last moment',
    [
      ['a', 0],
      ['b 1 s', 600],
      ['b 2 s', 900],
    ],
    [
      ['a', 600],
      ['b 2 s', 5000],
    ],
  );
  check(
    'leave out what nobody could read',
    [
      ['a', 0],
      ['b', 1000],
      ['c', 1100],
      ['d', 2000],
    ],
    [
      ['a', 1000],
      ['c', 1000],
      ['d', 5000],
    ],
  );
  it('have one with most to see', () =>
    expect(
      fullest(['a', '\x1b[1;31mmore\x1b[0m', '  99  s', 'most\nof'].map(captured => ({ captured, ms: 1 }))),
    ).toBe(3));

  check(
    'do not stay long',
    [
      ['a', 0],
      ['b', 60_000],
    ],
    [
      ['a', 1500],
      ['b', 5000],
    ],
  );
  check(
    'are never empty',
    [
      ['\n\n', 0],
      ['a', 500],
    ],
    [['a', 5000]],
  );
});

/** Elements that are opened but not closed, or closed but not opened. */
function balanced(svg: string): string[] {
  const open: string[] = [];
  for (const [, closing, name, rest] of svg.matchAll(/<(\/?)([a-z]+)((?:[^>"]|"[^"]*")*)>/g)) {
    if (closing && open.pop() !== name) return [`</${name}>`];
    if (!closing && !rest!.endsWith('/')) open.push(name!);
  }
  return open;
}
