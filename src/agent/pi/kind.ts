import { handBack } from '../credentials.ts';
import { findProgram } from '../find-program.ts';
import type { AgentKind } from '../kind.ts';
import type { Abilities, SessionOptions, SessionResult } from '../port.ts';
import type { Emit } from '../session.ts';
import { openSession } from '../session.ts';
import type { Surroundings } from '../surroundings.ts';
import { converseWith } from '../talk/converse.ts';
import { unable } from '../unable.ts';
import { startOf } from './command.ts';
import { type Order, orderLine } from './message.ts';
import { loginFailure, understanding } from './understand.ts';

const PROGRAM = 'pi';
const INSTALL = 'Install it: npm install -g @earendil-works/pi-coding-agent';

/** Each piece of a message is printed with all that came before it. Little of that is kept. */
const OUTPUT_BYTES = 64 * 1024 ** 3;
/** pi does not end when it is asked to break off, it only tells what was spent. */
const INTERRUPT_MS = 500;

const abilities: Abilities = {
  answers: 'text',
  continues: true,
  usage: 'stream',
  tellsCost: true,
  readOnly: 'tools',
};

export const piKind: AgentKind = {
  name: 'pi',
  title: 'pi',
  protocol: 'RPC mode, JSON lines on standard input and output',
  program: PROGRAM,
  versionArguments: ['--version'],
  install: INSTALL,
  logins: [
    { variable: 'ANTHROPIC_API_KEY' },
    { variable: 'OPENAI_API_KEY' },
    { variable: 'GEMINI_API_KEY' },
    { variable: 'OPENROUTER_API_KEY' },
    { file: '.pi/agent/auth.json' },
  ],
  loginHint: 'Set the key of a provider, such as ANTHROPIC_API_KEY, or run `pi` and type /login.',
  abilities,
  modelHint: 'Name it with its provider: --model anthropic/NAME.',
  notes: [
    'Models are named with their provider, as in anthropic/claude-sonnet-4-5.',
    'Costs are by pi’s own list of prices, also where a subscription pays.',
    'pi has no permissions of its own: where there is no sandbox, commands of a session that may write can write anywhere.',
    'A session that may only read has no commands, hence no git, where there is no sandbox.',
    'Searching needs ripgrep and fd on the path, since pi is kept from downloading them.',
    'The file .pi/settings.json of a repository is read in any case.',
  ],
  driver: surroundings => ({
    name: 'pi',
    abilities,
    start: options => openSession(emit => hold(options, surroundings, emit)),
  }),
};

async function hold(options: SessionOptions, surroundings: Surroundings, emit: Emit): Promise<SessionResult> {
  const command = findProgram(surroundings.options.program ?? PROGRAM, options.environment.PATH ?? '');
  if (command === null) return unable(`pi was not found. ${INSTALL}`);
  const { login, ...started } = startOf(options, surroundings);
  let tell: (order: Order) => void = () => {};
  const program = {
    command,
    ...started,
    understand: understanding(order => tell(order)),
    isServed: true,
    serve({ write }: { readonly write: (text: string) => void }) {
      tell = order => write(orderLine(order));
    },
    interrupt: (write: (text: string) => void) => write(orderLine({ type: 'abort' })),
    confinement: surroundings.confinement,
    limits: { outputBytes: OUTPUT_BYTES, interruptMs: INTERRUPT_MS, ...surroundings.limits },
  };
  const result = await converseWith(program, options, emit);
  if (login) handBack(login);
  return withoutLogin(result);
}

/** Without any login pi ends before it speaks the protocol. */
function withoutLogin(result: SessionResult): SessionResult {
  if (result.status !== 'failed') return result;
  const failure = loginFailure(result.failure.message);
  return failure ? { ...result, failure } : result;
}
