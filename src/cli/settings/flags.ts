import type { Preset } from '../../run/policies.ts';
import type { Settings } from '../../run/settings.ts';
import type { FlagValue } from './single-values.ts';

/** Options of commands that have a setting, and those about settings. */
export interface SettingsOptions {
  readonly preset?: Preset;
  readonly guarded?: boolean;
  readonly schedule?: Settings['schedule'];
  readonly concurrency?: number;
  readonly session?: Settings['session'];
  readonly onReject?: Settings['onReject'];
  readonly maxAttempts?: number;
  readonly onFailure?: Settings['onFailure'];
  readonly review?: boolean;
  readonly evaluate?: boolean;
  readonly approve?: Settings['approve'];
  readonly prompt?: Settings['prompt'];
  readonly tdd?: Settings['tdd'];
  readonly check?: readonly string[];
  readonly commit?: Settings['commit']['mode'];
  readonly agent?: string;
  readonly model?: string;
  readonly script?: string;
  readonly profile?: string;
  readonly set?: readonly string[];
}

/** The setting of each option, by the option's name in code. */
const FLAGS: Readonly<
  Record<Exclude<keyof SettingsOptions, 'profile' | 'set' | 'review' | 'evaluate'>, FlagOf>
> = {
  preset: { flag: '--preset', path: 'preset' },
  guarded: { flag: '--guarded', path: 'guarded' },
  schedule: { flag: '--schedule', path: 'schedule' },
  concurrency: { flag: '--concurrency', path: 'concurrency' },
  session: { flag: '--session', path: 'session' },
  onReject: { flag: '--on-reject', path: 'onReject' },
  maxAttempts: { flag: '--max-attempts', path: 'maxAttempts' },
  onFailure: { flag: '--on-failure', path: 'onFailure' },
  approve: { flag: '--approve', path: 'approve' },
  prompt: { flag: '--prompt', path: 'prompt' },
  tdd: { flag: '--tdd', path: 'tdd' },
  check: { flag: '--check', path: 'checks' },
  commit: { flag: '--commit', path: 'commit.mode' },
  agent: { flag: '--agent', path: 'agent' },
  model: { flag: '--model', path: 'models' },
  script: { flag: '--script', path: 'script' },
};
type FlagOf = Pick<FlagValue, 'flag' | 'path'>;

/** The options that were given. `review` and `evaluate` are true unless `--no-review` and `--no-evaluate` were. */
export function flagValues(options: SettingsOptions): FlagValue[] {
  const given = (Object.keys(FLAGS) as (keyof typeof FLAGS)[]).flatMap(name => {
    const value = options[name];
    return value === undefined ? [] : [{ ...FLAGS[name], value }];
  });
  return [
    ...given,
    ...(options.review === false ? [{ flag: '--no-review', path: 'review', value: false }] : []),
    ...(options.evaluate === false ? [{ flag: '--no-evaluate', path: 'evaluate', value: false }] : []),
  ];
}
