import { CLAUDE } from '../actors.ts';
import { storyOf } from '../story.ts';

storyOf(CLAUDE);
