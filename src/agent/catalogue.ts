import type { AgentKind } from './kind.ts';

/** How each kind of agent is loaded. Only those that are used are. */
const LOADERS: Readonly<Record<string, () => Promise<AgentKind>>> = {
  claude: async () => (await import('./claude/kind.ts')).claudeKind,
  codex: async () => (await import('./codex/kind.ts')).codexKind,
  gemini: async () => (await import('./gemini/kind.ts')).geminiKind,
  opencode: async () => (await import('./opencode/kind.ts')).opencodeKind,
  pi: async () => (await import('./pi/kind.ts')).piKind,
  api: async () => (await import('./api/kind.ts')).apiKind,
};

/** Agents that speak the Agent Client Protocol and of which something is known. */
const ACP_NAMES = ['claude', 'codex', 'gemini', 'opencode', 'copilot', 'qwen', 'kimi', 'goose'].map(
  name => `acp:${name}`,
);

/** Follows a script instead of a model. */
export const SCRIPTED = 'scripted';

/** All agents that have a name of their own. */
export const AGENT_NAMES: readonly string[] = [...Object.keys(LOADERS), ...ACP_NAMES, SCRIPTED];

/** An agent of the user's own that speaks the protocol. */
const OWN_ACP = /^acp:[A-Za-z0-9][\w.-]{0,60}$/;

/** Plays sessions again that were recorded; what stands behind it is the folder. */
const REPLAY = 'replay:';

export const isAgentName = (name: string): boolean =>
  AGENT_NAMES.includes(name) || OWN_ACP.test(name) || folderOfReplay(name) !== null;

/** Null for an agent that is no recording. */
export const folderOfReplay = (name: string): string | null =>
  name.startsWith(REPLAY) && name.length > REPLAY.length ? name.slice(REPLAY.length) : null;

/** The recordings in a folder as an agent. */
export const replayOf = (folder: string): string => `${REPLAY}${folder}`;

/** What is known of an agent; null for the scripted one, for recordings, and where there is no such agent. */
export async function loadKind(name: string): Promise<AgentKind | null> {
  if (Object.hasOwn(LOADERS, name)) return LOADERS[name]!();
  return OWN_ACP.test(name) ? (await import('./acp/kind.ts')).acpKind(name) : null;
}
