import type { Path } from '../../plan/data/node.ts';
import type { Check, Settings } from '../../run/settings.ts';
import { kindOf } from './check-kind.ts';
import { CHECK_SECONDS, type SettingsForm } from './file-schema.ts';
import type { Origin } from './origin.ts';

/** A value that somebody gave to one setting. */
export interface Given {
  /** `maxAttempts`, `scope.outside`: as in `Settings`, apart from prompts, which are paths of files here. */
  readonly path: string;
  readonly value: unknown;
  readonly origin: Origin;
}

/** Settings whose parts are given one by one. */
export const NESTED = ['review', 'scope', 'prompts', 'record', 'commit', 'limits'] as const;

/** Everything that is given, in the form that runs know it by. `originAt` is asked with the path as it was written. */
export function givenIn(form: SettingsForm, originAt: (path: Path) => Origin): Given[] {
  return Object.entries(form).flatMap(([key, value]): Given[] => {
    const one = (path: string, given: unknown, written: Path): Given => ({
      path,
      value: given,
      origin: originAt(written),
    });
    if (key === 'checks') return [one(key, form.checks?.map(checkOf), [key])];
    if (key === 'setup') return [one(key, form.setup?.map(setupOf), [key])];
    if (key === 'review' && typeof value !== 'object') return [one('review.when', momentOf(value), [key])];
    if (!NESTED.some(name => name === key)) return [one(key, value, [key])];
    return Object.entries(value as object).map(([name, part]) => {
      const [path, given] = partOf(`${key}.${name}`, part);
      return one(path, given, [key, name]);
    });
  });
}

function partOf(path: string, value: unknown): [path: string, value: unknown] {
  if (path === 'limits.sessionMinutes') return ['limits.sessionMs', milliseconds(Number(value) * 60)];
  return [path, path === 'record.folder' ? String(value).replace(/\/$/, '') : value];
}

function momentOf(value: unknown): Settings['review']['when'] {
  if (typeof value === 'boolean') return value ? 'phase' : 'never';
  return value === 'off' ? 'never' : (value as Settings['review']['when']);
}

type CheckForm = NonNullable<SettingsForm['checks']>[number];
type SetupForm = NonNullable<SettingsForm['setup']>[number];

function checkOf(form: CheckForm): Check {
  const { command, kind, timeoutSeconds }: Exclude<CheckForm, string> =
    typeof form === 'string' ? { command: form } : form;
  return { command, kind: kind ?? kindOf(command), timeoutMs: milliseconds(timeoutSeconds ?? CHECK_SECONDS) };
}

function setupOf(form: SetupForm): Settings['setup'][number] {
  const { command, timeoutSeconds }: Exclude<SetupForm, string> =
    typeof form === 'string' ? { command: form } : form;
  return { command, timeoutMs: milliseconds(timeoutSeconds ?? CHECK_SECONDS) };
}

const milliseconds = (seconds: number): number => Math.max(1, Math.round(seconds * 1_000));

/** A check as people write it. */
export function checkForm({ command, kind, timeoutMs }: Check): CheckForm {
  const known = kind === kindOf(command);
  const limit = timeoutMs === CHECK_SECONDS * 1_000 ? {} : { timeoutSeconds: timeoutMs / 1_000 };
  if (known && Object.keys(limit).length === 0) return command;
  return { command, ...(known ? {} : { kind }), ...limit };
}

export const setupForm = ({ command, timeoutMs }: Settings['setup'][number]): SetupForm =>
  timeoutMs === CHECK_SECONDS * 1_000 ? command : { command, timeoutSeconds: timeoutMs / 1_000 };
