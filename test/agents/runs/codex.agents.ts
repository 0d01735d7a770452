import { CODEX } from '../actors.ts';
import { storyOf } from '../story.ts';

storyOf(CODEX);
