import { ACP_GEMINI } from '../actors.ts';
import { storyOf } from '../story.ts';

storyOf(ACP_GEMINI);
