import { ACP_OPENCODE } from '../actors.ts';
import { storyOf } from '../story.ts';

storyOf(ACP_OPENCODE);
