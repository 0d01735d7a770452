import type { rulesFor } from './permissions.ts';
import type { Chosen } from './providers.ts';

/** The agent, in OpenCode's sense of the word, that our rules are given to. */
export const AGENT = 'phasewright';

interface Wishes {
  /** Null leaves the choice to OpenCode. */
  readonly chosen: Chosen | null;
  readonly rules: ReturnType<typeof rulesFor>;
  readonly shell: string;
  readonly inherit: boolean;
}

/** The settings of OpenCode for one session; they come after all others. */
export const configFor = ({ chosen, rules, shell, inherit }: Wishes): object => ({
  autoupdate: false,
  share: 'disabled',
  // Copies of all files before each step, for an undo that nobody needs here.
  snapshot: false,
  ...(inherit ? {} : { lsp: false, formatter: false }),
  shell,
  // A refusal is told to the model and does not end its turn.
  experimental: { continue_loop_on_deny: true },
  // For agents that ours calls; those of the user's own may have others.
  permission: rules,
  agent: { [AGENT]: { mode: 'primary', permission: rules } },
  ...(chosen && settingsOf(chosen)),
});

function settingsOf({ provider, model, address, isOwn, key }: Chosen): object {
  const name = `${provider}/${model}`;
  const own = isOwn ? { name: provider, npm: '@ai-sdk/openai-compatible' } : {};
  const options = {
    ...(address === null ? {} : { baseURL: address }),
    ...(key === null ? {} : { apiKey: `{env:${key}}` }),
  };
  return {
    model: name,
    // Else it may call another one for titles and summaries.
    small_model: name,
    enabled_providers: [provider],
    // A model is declared so that one works, too, that is newer than OpenCode's catalogue. What that knows is kept.
    provider: { [provider]: { ...own, options, models: { [model]: {} } } },
  };
}
