import { PI } from '../actors.ts';
import { storyOf } from '../story.ts';

storyOf(PI);
