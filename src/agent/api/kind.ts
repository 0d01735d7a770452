import type { AgentKind } from '../kind.ts';
import { API_ABILITIES, apiDriver } from './driver.ts';
import { installLine, PROVIDERS } from './providers.ts';

/** Our own agent: a model of the user's choice, reached by its provider's API, and a handful of tools. */
export const apiKind: AgentKind = {
  name: 'api',
  title: 'any model, by its API',
  protocol: 'AI SDK, with tools of our own',
  program: null,
  versionArguments: [],
  install: installLine('anthropic'),
  logins: Object.values(PROVIDERS).flatMap(({ keys }) => keys.map(variable => ({ variable }))),
  loginHint: 'Set the key of the provider whose models are to be used, such as ANTHROPIC_API_KEY.',
  abilities: API_ABILITIES,
  modelHint:
    'Name it with its provider: --model anthropic/NAME; openai, google, openrouter and compatible work, too.',
  notes: [
    'A model must be set, as provider/model: anthropic/…, openai/…, google/…, openrouter/… or compatible/….',
    'compatible/… is any server that speaks Chat Completions; OPENAI_COMPATIBLE_BASE_URL says where it is.',
    'The package of the AI SDK for the provider is installed beside Phasewright, not with it.',
    'Without a sandbox its commands can write outside of the workspace; its other tools cannot.',
    'A session that may only read has no shell; it can look at the history with git.',
    'With `inherit` it reads AGENTS.md at the top of the workspace.',
  ],
  isInstalled: () => {
    try {
      return import.meta.resolve('ai') !== '';
    } catch {
      return false;
    }
  },
  driver: surroundings => apiDriver(surroundings),
};
