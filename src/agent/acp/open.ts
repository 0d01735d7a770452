import type { ClientContext } from '@agentclientprotocol/sdk/unstable';
import type { AnswerTool } from '../answer/tool.ts';
import type { Heard } from '../talk/heard.ts';
import { type Initialized, readInitialized, readSession, type SessionOpened } from './message.ts';
import type { Matter } from './talk.ts';

const PROTOCOL_VERSION = 1;

/**
 * What we do for an agent: nothing. It reads and writes files and runs commands itself, inside of what confines it;
 * agents that were to go through us would escape that.
 */
const CAPABILITIES = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };

/** Opens the session, or an earlier one again, as it is wanted; its id. Throws what the agent answers. */
export async function opened(
  agent: ClientContext,
  matter: Matter,
  hear: (heard: Heard) => void,
): Promise<string> {
  const initialized = readInitialized(
    await ask(agent, 'initialize', {
      protocolVersion: PROTOCOL_VERSION,
      clientCapabilities: CAPABILITIES,
      clientInfo: { name: 'phasewright', version: '1' },
    }),
  );
  if (initialized?.protocolVersion !== PROTOCOL_VERSION)
    throw new Error('the agent does not speak version 1 of the Agent Client Protocol');
  const { options, tool, preparation } = matter;
  const wanted = {
    cwd: options.cwd,
    mcpServers: tool ? [serverOf(tool)] : [],
    ...(preparation.meta ? { _meta: preparation.meta } : {}),
  };
  const session =
    options.continues === null
      ? readSession(await ask(agent, 'session/new', wanted))
      : readSession(
          await ask(agent, methodOf(matter, initialized), { sessionId: options.continues, ...wanted }),
        );
  const sessionId = session.sessionId || options.continues;
  if (!sessionId) throw new Error('the agent opened a session without an id');
  hear({ type: 'session', id: sessionId });
  await adjust(agent, sessionId, session, matter, hear);
  await name(agent, sessionId, initialized, matter);
  return sessionId;
}

const ask = (agent: ClientContext, method: string, params: object): Promise<unknown> =>
  agent.request<unknown>(method, params);

function methodOf({ profile }: Matter, { agentCapabilities }: Initialized): string {
  const { continues } = profile;
  if (continues === null) throw new Error('sessions of this agent cannot be continued');
  const canResume = Boolean(agentCapabilities?.sessionCapabilities?.resume);
  return canResume && continues === 'session/resume' ? continues : 'session/load';
}

const serverOf = ({ server: { name: serverName, command, args, env } }: AnswerTool): object => ({
  name: serverName,
  command,
  args,
  env: Object.entries(env).map(([variable, value]) => ({ name: variable, value })),
});

/** Chooses mode and model, as far as the agent leaves that to us. */
async function adjust(
  agent: ClientContext,
  sessionId: string,
  session: SessionOpened,
  { profile, options, preparation }: Matter,
  hear: (heard: Heard) => void,
): Promise<void> {
  const { readOnly, writing } = profile.modes;
  const mode = preparation.mode ?? (options.permissions === 'read-only' ? readOnly : writing);
  if (mode !== null) await choose(agent, sessionId, session, 'mode', mode);
  if (options.model === null || profile.model === 'prepared') return;
  if (!(await choose(agent, sessionId, session, 'model', options.model)))
    hear({ type: 'notice', text: `the agent lets nobody choose the model ${options.model}` });
}

/** Whether there was anything to choose. */
async function choose(
  agent: ClientContext,
  sessionId: string,
  { configOptions, modes, models }: SessionOpened,
  what: 'mode' | 'model',
  value: string,
): Promise<boolean> {
  const option = configOptions?.find(({ id, category }) => (category ?? id) === what);
  if (option) await ask(agent, 'session/set_config_option', { sessionId, configId: option.id, value });
  else if (what === 'mode' && modes) await ask(agent, 'session/set_mode', { sessionId, modeId: value });
  else if (what === 'model' && models) await ask(agent, 'session/set_model', { sessionId, modelId: value });
  else return false;
  return true;
}

/** Agents that find a title themselves ask a model for it, at the user's cost. */
async function name(
  agent: ClientContext,
  sessionId: string,
  { agentCapabilities }: Initialized,
  { options: { assignment, role } }: Matter,
): Promise<void> {
  if (!agentCapabilities?.sessionCapabilities?.title) return;
  const title = `${role} of phase ${assignment.phase}`;
  await ask(agent, 'session/set_title', { sessionId, title }).catch(() => {});
}
