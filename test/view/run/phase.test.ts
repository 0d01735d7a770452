import { expect, it } from 'vitest';
import { displayWidth } from '../../../src/view/graph/text.ts';
import { phaseText } from '../../../src/view/run/phase.ts';
import { uncoloured } from '../../../src/view/style.ts';
import { climbing, waiting } from '../why/drama.ts';

it('tells in the story of a phase what was done about its failures, and by which rule', () => {
  const { entries, state } = climbing();
  const text = phaseText(state(), 0, entries, uncoloured);
  expect(text).toMatch(/^a Export by id: completed\n/);
  expect(text).toMatch(
    /the cheap doctor is asked about attempt 2 \(the phase has failed often enough .*\)\n/,
  );
  expect(text).toMatch(/stronger models take over: large instead of small \(.*\)\n/);
});

it('tells what a person said to a phase that needed one', () => {
  const told = waiting();
  told.ask({ type: 'retry', phase: 'a', message: 'The first \u001B[31mport.' });
  const text = phaseText(told.state(), 0, told.entries, uncoloured);
  expect(text).toMatch(/needs a person: the developer asks: Which of the two ports\?.*\n/);
  expect(text).toContain('given a new allowance: The first \\x1b[31mport.\n');
});

it('tells attempts as blocks, with subtasks and their titles, and keeps to a screen', () => {
  const { entries, state } = climbing();
  const pipe = phaseText(state(), 0, entries, uncoloured);
  expect(pipe.match(/\n\nattempt \d began at 0{7} {2}2026-03-14 \d\d:\d\d:\d\d\n/g)).toHaveLength(7);
  expect(pipe).toMatch(/^ {2}\d\d:\d\d:\d\d {2}landed as 1{7}$/m);
  const screen = phaseText(state(), 0, entries, uncoloured, false, 80).split('\n');
  for (const line of screen) expect(displayWidth(line)).toBeLessThanOrEqual(80);
  expect(screen.length).toBeGreaterThan(pipe.split('\n').length);
  expect(screen.join('')).toMatch(/^[ -~]*$/);
});
