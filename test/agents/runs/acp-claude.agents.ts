import { ACP_CLAUDE } from '../actors.ts';
import { storyOf } from '../story.ts';

storyOf(ACP_CLAUDE);
