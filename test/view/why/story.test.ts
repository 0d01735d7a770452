import { describe, expect, it } from 'vitest';
import { uncoloured } from '../../../src/view/style.ts';
import { storyOf } from '../../../src/view/why/story.ts';
import { whyText } from '../../../src/view/why/text.ts';
import { climbing } from './drama.ts';

it('x', () => {
  const told = climbing();
  console.log(whyText(storyOf(told.entries, told.state()), null, uncoloured));
});
