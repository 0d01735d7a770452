import { OPENCODE } from '../actors.ts';
import { storyOf } from '../story.ts';

storyOf(OPENCODE);
