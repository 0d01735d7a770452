import { resolveSettings } from '../../../src/cli/settings/resolve.ts';
import type { ModelChoice } from '../../../src/run/policy/settings.ts';
import { type Settings, settingsSchema } from '../../../src/run/settings.ts';

/** The settings of a run in a repository with this file and nothing else. */
export function settings(text: string): Settings {
  const result = resolveSettings({
    user: null,
    repository: { name: 'f', text },
    profile: null,
    environment: {},
    set: [],
    flags: [],
    readPrompt: () => ({ ok: true, text: 'x' }),
    agentProblem: () => null,
  });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return settingsSchema.parse(result.resolved.settings);
}

export const model = (name: string | null): ModelChoice => ({ agent: null, model: name, provider: null });
