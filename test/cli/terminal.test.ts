import { describe, expect, it } from 'vitest';
import { canLive } from '../../src/cli/live/can-live.ts';
import { styleOf } from '../../src/cli/terminal.ts';
import { coloured, colouredOnLight, uncoloured } from '../../src/view/style.ts';

describe('the style of a screen', () => {
  it.each([
    ['has colours', { TERM: 'xterm' }, coloured],
    ['has none where they are not wanted', { TERM: 'xterm', NO_COLOR: '1' }, uncoloured],
    ['has none where there are none', { TERM: 'dumb' }, uncoloured],
    ['has those that can be read on a light background', { COLORFGBG: '0;15' }, colouredOnLight],
    ['has the usual ones on a dark background', { COLORFGBG: '15;0' }, coloured],
    ['has the usual ones where the background is not told', { COLORFGBG: 'default;default' }, coloured],
  ])('%s', (_, environment, style) => expect(styleOf({ isTTY: true }, environment)).toBe(style));

  it('has no colours in a file, but for who wants them', () => {
    expect(styleOf({ isTTY: false }, {})).toBe(uncoloured);
    expect(styleOf({ isTTY: false }, { FORCE_COLOR: '1' })).toBe(coloured);
  });
});

describe('the live view', () => {
  const screen = { isTTY: true, columns: 80, rows: 24 };
  const at = (more: object = {}, env: NodeJS.ProcessEnv = {}) =>
    canLive(false, { stdin: { isTTY: true }, stderr: { ...screen, ...more }, env });

  it('is for people at a screen with a keyboard', () => {
    expect(at()).toBe(true);
    expect(at({}, { CI: 'false', PHASEWRIGHT_PLAIN: '0' })).toBe(true);
  });

  it.each([
    ['--plain', () => canLive(true, { stdin: { isTTY: true }, stderr: screen, env: {} })],
    ['a pipe', () => at({ isTTY: false })],
    ['a screen that is too small', () => at({ rows: 3 })],
    ['CI', () => at({}, { CI: 'true' })],
    ['a dumb terminal', () => at({}, { TERM: 'dumb' })],
    ['those who want lines', () => at({}, { PHASEWRIGHT_PLAIN: '1' })],
    ['a keyboard that is none', () => canLive(false, { stdin: { isTTY: false }, stderr: screen, env: {} })],
  ])('is not for %s', (_, isLive) => expect(isLive()).toBe(false));
});
