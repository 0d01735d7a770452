import { GEMINI } from '../actors.ts';
import { storyOf } from '../story.ts';

storyOf(GEMINI);
