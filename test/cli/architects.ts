import { type Story, story } from './story.ts';
import { type Workshop, workshop } from './workshop.ts';

/** A plan that can be carried out. */
export const GOOD = `# Greeting

**Goal:** Greet people.

### Task 1: Write the greeting

### Task 2: Document it
`;

/** A script in which the architect answers so, round by round. */
export const architect = (...rounds: readonly object[]) => ({
  architect: { '*': rounds.map(step => [step]) },
});

/** A repository with this script. */
export function shopWith(script: object): Workshop {
  const shop = workshop();
  shop.write('script.json', JSON.stringify(script));
  return shop;
}

/** Runs `plan` in it. */
export const plan = (shop: Workshop, ...words: string[]): Promise<Story> =>
  story(shop, 'plan', 'Greet people', '--agent', 'scripted', '--script', 'script.json', ...words);
