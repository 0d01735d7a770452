import { templateProblems } from '../../prompt/template.ts';
import type { Preset, PromptName } from '../../run/policies.ts';
import { GUARDED, type Overrides, PRESET_SETTINGS, type Settings, settingsOf } from '../../run/settings.ts';
import { contradictions, unknownAgents } from './coherent.ts';
import type { Given } from './given.ts';
import { type Origin, placeOf } from './origin.ts';
import { fromLeaves, leavesOf } from './parts.ts';
import { MAX_PROBLEMS, type Problem } from './problem.ts';
import { type FileSettings, type SettingsText, settingsIn, unknownProfile } from './settings-file.ts';
import { type FlagValue, givenByEnvironment, givenByFlags, givenBySet } from './single-values.ts';

/** Everything that settings come from, lowest rank first; presets and defaults are below. */
export interface Sources {
  readonly user: SettingsText | null;
  readonly repository: SettingsText | null;
  /** The profile that was asked for; `PHASEWRIGHT_PROFILE` names one where it is null. */
  readonly profile: string | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly set: readonly string[];
  readonly flags: readonly FlagValue[];
  /** The text of a prompt of the user's own, by its path from the top of the repository. */
  readonly readPrompt: (path: string) => PromptText;
  /** The complaint about an agent of this name; null where there is one. */
  readonly agentProblem: (name: string) => string | null;
}

export type PromptText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string };

export interface Resolved {
  readonly settings: Settings;
  readonly preset: Preset;
  readonly guarded: boolean;
  readonly agent: string | null;
  /** As it was written; its origin tells where from it is to be found. */
  readonly script: string | null;
  /** Where the texts in `settings.prompts` were read. */
  readonly promptFiles: Readonly<Partial<Record<PromptName, string>>>;
  /** Of every single value, by its path: `maxAttempts`, `recovery.doctor.perPhase`. */
  readonly origins: ReadonlyMap<string, Origin>;
}

export type Resolution =
  | { readonly ok: true; readonly resolved: Resolved }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const NO_FILE: FileSettings = { given: [], profiles: new Map(), problems: [] };

/** The settings that are in force. A value of a higher rank takes the place of a lower one; lists are not joined. */
export function resolveSettings(sources: Sources): Resolution {
  const user = sources.user ? settingsIn(sources.user, 'user') : NO_FILE;
  const repository = sources.repository ? settingsIn(sources.repository, 'repository') : NO_FILE;
  const problems = [...user.problems, ...repository.problems];
  const layers = [
    user.given,
    repository.given,
    ...profileIn([user, repository], sources, problems),
    givenByEnvironment(sources.environment, problems),
    givenBySet(sources.set, problems),
    givenByFlags(sources.flags, problems),
  ];
  const chosen = new Map(layers.flat().map(given => [given.path, given]));
  const resolved = resolvedFrom(chosen, sources, problems);
  problems.push(...unknownAgents(chosen.values(), sources.agentProblem), ...contradictions(resolved));
  return problems.length > 0
    ? { ok: false, problems: problems.slice(0, MAX_PROBLEMS) }
    : { ok: true, resolved };
}

function profileIn(
  files: readonly FileSettings[],
  { profile, environment }: Sources,
  problems: Problem[],
): (readonly Given[])[] {
  const name = profile ?? (environment.PHASEWRIGHT_PROFILE || null);
  if (name === null) return [];
  const found = files.map(({ profiles }) => profiles.get(name)).filter(given => given !== undefined);
  // A profile in a file with mistakes may be one of them.
  if (found.length === 0 && problems.length === 0) {
    const known = files.flatMap(({ profiles }) => [...profiles.keys()]);
    const place = profile === null ? 'PHASEWRIGHT_PROFILE' : '--profile';
    problems.push({ place, message: unknownProfile(name, known) });
  }
  return found;
}

function resolvedFrom(
  chosen: ReadonlyMap<string, Given>,
  { readPrompt }: Sources,
  problems: Problem[],
): Resolved {
  const chosenValue = (path: string): unknown => chosen.get(path)?.value;
  const preset = (chosenValue('preset') ?? 'phased') as Preset;
  const guarded = chosenValue('guarded') === true;
  const prompts: Partial<Record<PromptName, string>> = {};
  const promptFiles: Partial<Record<PromptName, string>> = {};
  for (const { path, value, origin } of chosen.values()) {
    if (!path.startsWith('prompts.')) continue;
    const name = path.slice('prompts.'.length) as PromptName;
    promptFiles[name] = String(value);
    const read = readPrompt(String(value));
    if (read.ok) prompts[name] = read.text;
    const wrong = read.ok ? templateProblems(read.text, name) : [read.problem];
    for (const message of wrong) problems.push({ place: placeOf(origin), message: `${path}: ${message}` });
  }
  const settings = settingsOf(preset, { ...overridesOf(chosen), prompts }, guarded);
  return {
    settings,
    preset,
    guarded,
    agent: (chosenValue('agent') as string | undefined) ?? null,
    script: (chosenValue('script') as string | undefined) ?? null,
    promptFiles,
    origins: originsOf(settings, preset, guarded, chosen),
  };
}

/** Keys of a file that are no settings of a run. */
const ASIDE: ReadonlySet<string> = new Set(['preset', 'guarded', 'agent', 'script']);

function overridesOf(chosen: ReadonlyMap<string, Given>): Overrides {
  const settings = [...chosen.values()].filter(
    ({ path }) => !ASIDE.has(path) && !path.startsWith('prompts.'),
  );
  return fromLeaves(settings.map(({ path, value }) => [path, value])) as Overrides;
}

function originsOf(
  settings: Settings,
  preset: Preset,
  guarded: boolean,
  chosen: ReadonlyMap<string, Given>,
): ReadonlyMap<string, Origin> {
  const usual = leavesOf(PRESET_SETTINGS.phased);
  const named = leavesOf(PRESET_SETTINGS[preset]);
  const added = leavesOf(guarded ? GUARDED : {});
  const fallback = (path: string, value: unknown): Origin => {
    if (same(value, named.get(path)))
      return same(value, usual.get(path)) ? DEFAULT : { from: 'preset', preset };
    if (same(value, added.get(path))) return { from: 'preset', preset: 'guarded' };
    return path === 'maxAttempts' ? { from: 'default', because: 'onReject: continue' } : DEFAULT;
  };
  const origins = new Map<string, Origin>();
  for (const path of ASIDE) {
    const origin =
      chosen.get(path)?.origin ?? (path === 'preset' || path === 'guarded' ? DEFAULT : undefined);
    if (origin) origins.set(path, origin);
  }
  for (const [path, value] of leavesOf(settings))
    origins.set(path, chosen.get(path)?.origin ?? fallback(path, value));
  return origins;
}

const DEFAULT: Origin = { from: 'default', because: '' };

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
