import { join } from 'node:path';
import { digest } from '../../base/digest.ts';
import type { Credential } from '../credentials.ts';
import { environmentFor } from '../environment.ts';
import type { SessionOptions } from '../port.ts';
import type { Surroundings } from '../surroundings.ts';
import type { AgentProgram } from '../talk/converse.ts';
import { furnish, providersIn, userFolder } from './home.ts';
import { orderLine } from './message.ts';
import { keysFor } from './providers.ts';
import { ASKED } from './understand.ts';

const READING = ['read', 'grep', 'find', 'ls'];

/** No memory files, extensions and the like. Texts that are empty keep those of the project from being looked for. */
const ALONE = [
  '--no-extensions',
  '--no-skills',
  '--no-prompt-templates',
  '--no-themes',
  '--no-context-files',
  ...['--system-prompt', ''],
  ...['--append-system-prompt', ''],
];

interface Started extends Pick<AgentProgram, 'arguments' | 'environment' | 'input' | 'writable'> {
  /** The user's login where pi works with that in a home of ours, else null. */
  readonly login: Credential | null;
}

/** How pi is started for a session, after its home was furnished. */
export function startOf(session: SessionOptions, surroundings: Surroundings): Started {
  const { home, options, userEnvironment } = surroundings;
  const folder = userFolder(surroundings, session.environment.HOME);
  const keys = [...keysFor(session.model, userEnvironment), ...ownKeys(session.model, folder)];
  const environmentWith = (needed: readonly string[], ours: Readonly<Record<string, string>>) =>
    environmentFor(session, surroundings, [...keys, ...needed], {
      PI_TELEMETRY: '0',
      PI_OFFLINE: '1',
      ...ours,
    });
  const input = inputFor(session);
  if (options.inherit)
    return {
      arguments: argumentsFor(session, surroundings),
      environment: environmentWith(['PI_CODING_AGENT_DIR', 'PI_CODING_AGENT_SESSION_DIR'], {}),
      input,
      writable: [folder],
      login: null,
    };
  const login = furnish(surroundings, folder);
  // By workspace: pi works where a session began, wherever it was started.
  const sessions = join(home, 'sessions', digest(session.cwd));
  return {
    arguments: [...argumentsFor(session, surroundings), ...ALONE, '--session-dir', sessions],
    environment: environmentWith([], { PI_CODING_AGENT_DIR: home }),
    input,
    writable: [home, login.original],
    login,
  };
}

const argumentsFor = (
  { model, continues, permissions }: SessionOptions,
  { confinement }: Surroundings,
): readonly string[] => [
  ...['--mode', 'rpc', '--offline'],
  ...(model === null ? [] : ['--model', model]),
  ...(continues === null ? [] : ['--session', continues]),
  ...(permissions === 'read-only'
    ? ['--tools', [...READING, ...(confinement ? ['bash'] : [])].join(',')]
    : []),
];

/** The state is asked for first, since it names the session. */
const inputFor = ({ prompt }: SessionOptions): string =>
  orderLine({ id: ASKED.opening, type: 'get_state' }) +
  orderLine({ id: ASKED.prompt, type: 'prompt', message: prompt });

/** The variable with the key of a provider that the user described to pi. */
function ownKeys(model: string | null, folder: string): readonly string[] {
  const key = providersIn(folder)[model?.split('/')[0] ?? '']?.apiKey;
  return key === undefined ? [] : [key];
}
