import { ACP_CODEX } from '../actors.ts';
import { storyOf } from '../story.ts';

storyOf(ACP_CODEX);
