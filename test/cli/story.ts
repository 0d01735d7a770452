import { expect } from 'vitest';
import type { Workshop } from './workshop.ts';

/** An event as `--json` prints it. */
interface Event {
  readonly type: string;
  readonly phase?: string;
  readonly attempt?: number;
  readonly [key: string]: unknown;
}

export interface Story {
  readonly code: number | null;
  readonly err: string;
  readonly events: readonly Event[];
  /** The events of one type. */
  readonly of: (type: string) => readonly Event[];
  /** The id of the run. */
  readonly run: string;
}

/** Runs a command that prints events, and reads them. */
export async function story(shop: Workshop, ...words: string[]): Promise<Story> {
  const { code, out, err } = await shop.run(...words, '--json');
  const events: Event[] = out
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line));
  expect(events.length, err).toBeGreaterThan(0);
  const run = String(events[0]!.run);
  return { code, err, events, of: type => events.filter(event => event.type === type), run };
}

/** Runs `plan.md` with a script onto the branch `work`. */
export function carryOut(shop: Workshop, script: object, ...words: string[]): Promise<Story> {
  shop.write('script.json', JSON.stringify(script));
  return story(
    shop,
    ...['run', 'plan.md', '--agent', 'scripted', '--script', 'script.json', '--yes', '--branch', 'work'],
    ...words,
  );
}

/** A step that answers as the role is asked to. */
export const reply = (answer: unknown): object => ({ reply: answer });

export const approved = reply({ approved: true, summary: 'Good.' });

/** A plan of independent tasks with these titles; text below a title follows it after a line break. */
export const tasks = (...titles: readonly string[]): string =>
  `# Tasks\n\n${titles.map((title, index) => `### Task ${index + 1}: ${title}\n`).join('\n')}`;

/** What became of the checks of each phase, in order. */
export const results = ({ of }: Story): Record<'command' | 'verdict' | 'note' | 'tail', string>[] =>
  of('checks_ended').flatMap(event => event.results as ReturnType<typeof results>);
