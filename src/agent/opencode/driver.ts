import { randomBytes } from 'node:crypto';
import { handBack, lend } from '../credentials.ts';
import { environmentFor } from '../environment.ts';
import { findProgram } from '../find-program.ts';
import type { Abilities, Driver, SessionOptions, SessionResult } from '../port.ts';
import { type Emit, openSession } from '../session.ts';
import type { Surroundings } from '../surroundings.ts';
import { type AgentProgram, converseWith } from '../talk/converse.ts';
import { unable } from '../unable.ts';
import { configFor } from './config.ts';
import { type Database, databaseFor } from './database.ts';
import { rulesFor } from './permissions.ts';
import { loginIn, ownPlaces, PLACE_VARIABLES, preventDownload, userPlaces } from './places.ts';
import { type Chosen, chosenModel, KEYS } from './providers.ts';
import { speakerFor } from './serve.ts';
import { commandShell } from './shell.ts';
import { addressIn } from './wire.ts';

export const PROGRAM = 'opencode';
export const INSTALL = 'Install it: npm install -g opencode-ai';

export const OPENCODE_ABILITIES: Abilities = {
  answers: 'schema',
  continues: true,
  usage: 'stream',
  tellsCost: true,
  readOnly: 'tools',
};

/** OpenCode, as a server for each session alone. */
export const opencodeDriver = (surroundings: Surroundings): Driver => ({
  name: 'opencode',
  abilities: OPENCODE_ABILITIES,
  start: options => openSession(emit => converse(surroundings, options, emit)),
});

async function converse(
  surroundings: Surroundings,
  options: SessionOptions,
  emit: Emit,
): Promise<SessionResult> {
  const { model, environment } = options;
  const name = surroundings.options.program ?? PROGRAM;
  const command = findProgram(name, environment.PATH ?? '');
  if (command === null) return unable(`${name} was not found. ${INSTALL}`);
  const chosen = model === null ? null : chosenModel(model, surroundings.userEnvironment);
  if (chosen !== null && 'category' in chosen) return unable(chosen.message);
  if (surroundings.confinement?.network === false) return unable(NO_NETWORK);
  const { inherit } = surroundings.options;
  // What the user's own database holds belongs to the user's settings.
  const database = inherit ? null : databaseFor(surroundings.home, options.continues);
  if (database === null && !inherit)
    return unable(`the session ${options.continues} is not known`, 'agent_error');
  const login = inherit ? null : loginOf(surroundings, options);
  if (login) lend(login);
  try {
    const program = programFor({ command, chosen, database }, surroundings, options);
    return await converseWith(program, options, emit);
  } finally {
    if (login) handBack(login);
  }
}

/** Within this time OpenCode tries again a few times. */
const RETRY_MS = 20_000;

/** Not even we could speak with it. */
const NO_NETWORK = 'OpenCode needs the network, which the sandbox keeps from it';

const loginOf = ({ home, userEnvironment }: Surroundings, { environment }: SessionOptions) =>
  loginIn(home, userEnvironment, environment.HOME ?? '');

interface Means {
  readonly command: string;
  /** Null leaves the choice to OpenCode. */
  readonly chosen: Chosen | null;
  /** Null for the user's own. */
  readonly database: Database | null;
}

function programFor(
  { command, chosen, database }: Means,
  surroundings: Surroundings,
  options: SessionOptions,
): AgentProgram {
  const { home, userEnvironment, confinement } = surroundings;
  const { inherit } = surroundings.options;
  const password = randomBytes(24).toString('hex');
  const { promise: address, resolve: listening } = Promise.withResolvers<string>();
  const onSession = (id: string): void => database?.remember(id);
  const speaker = speakerFor({
    address,
    password,
    chosen,
    options,
    onSession,
    patienceMs: surroundings.retries === undefined ? undefined : surroundings.retries * RETRY_MS,
  });
  if (!inherit) preventDownload(home);
  return {
    command,
    // The port is any free one.
    arguments: ['serve', '--port', '0', ...(inherit ? [] : ['--pure'])],
    environment: environmentFor(
      options,
      surroundings,
      [...(chosen?.keys ?? KEYS), ...(inherit ? INHERITED : [])],
      {
        ...SILENCED,
        ...(inherit ? {} : { ...ALONE, ...ownPlaces(home) }),
        ...(database && { OPENCODE_DB: database.path }),
        OPENCODE_SERVER_PASSWORD: password,
        OPENCODE_CONFIG_CONTENT: JSON.stringify(settingsFor(chosen, surroundings, options)),
      },
    ),
    input: '',
    understand(line) {
      const found = addressIn(line);
      if (found === null) return null;
      listening(found);
      return [];
    },
    isServed: true,
    serve: speaker.serve,
    interrupt: speaker.interrupt,
    writable: inherit
      ? [home, ...userPlaces(userEnvironment, options.environment.HOME ?? '')]
      : [home, loginOf(surroundings, options).original],
    confinement,
    // It does not end when nobody speaks to it any more.
    limits: { partingMs: 0, ...surroundings.limits },
  };
}

function settingsFor(
  chosen: Chosen | null,
  { home, confinement, options: { inherit } }: Surroundings,
  { permissions, environment }: SessionOptions,
): object {
  const isConfined = confinement !== null;
  const shell = commandShell(home, environment.PATH ?? '', permissions === 'read-only' && !isConfined);
  const rules = rulesFor({ permissions, isConfined, inherit, hasRestrictedShell: shell.isRestricted });
  return configFor({ chosen, rules, shell: shell.path, inherit });
}

const INHERITED = [...PLACE_VARIABLES, 'OPENCODE_CONFIG', 'OPENCODE_CONFIG_DIR'];

const switchedOff = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map(name => [`OPENCODE_DISABLE_${name}`, '1']));

/** Calls to anybody but the provider of the model. */
const SILENCED = switchedOff(
  'AUTOUPDATE',
  'EMBEDDED_WEB_UI',
  'LSP_DOWNLOAD',
  'MODELS_FETCH',
  'SHARE',
  'TERMINAL_TITLE',
);

/** What the user and the repository gave to it: settings, memory files, skills, plugins. */
const ALONE = switchedOff('CLAUDE_CODE', 'DEFAULT_PLUGINS', 'EXTERNAL_SKILLS', 'PROJECT_CONFIG');
