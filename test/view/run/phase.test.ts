import { expect, it } from 'vitest';
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
