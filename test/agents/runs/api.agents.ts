import { APIS } from '../actors.ts';
import { storyOf } from '../story.ts';

for (const api of APIS) storyOf(api);
