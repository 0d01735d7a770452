import type { Path } from '../../plan/data/node.ts';
import type { SettingsForm } from './file-schema.ts';
import { meaningOf } from './meaning.ts';
import type { Origin } from './origin.ts';
import { leavesOf, stepsOf } from './parts.ts';

/** A value that somebody gave to one setting. */
export interface Given {
  /** `maxAttempts`, `scope.outside`: as in `Settings`, apart from prompts, which are paths of files here. */
  readonly path: string;
  readonly value: unknown;
  readonly origin: Origin;
}

/** Everything that is given, in the form that runs know it by. `originAt` is asked with the path as it was written. */
export const givenIn = (form: SettingsForm, originAt: (path: Path) => Origin): Given[] =>
  [...leavesOf(form)].flatMap(([written, value]) => {
    const origin = originAt(stepsOf(written));
    return meaningOf(written, value).map(([path, meant]) => ({ path, value: meant, origin }));
  });
