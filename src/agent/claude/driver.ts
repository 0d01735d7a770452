import { mkdirSync } from 'node:fs';
import { handBack, lend } from '../credentials.ts';
import { findProgram } from '../find-program.ts';
import { makeFolder } from '../home-files.ts';
import type { Driver, SessionOptions, SessionResult } from '../port.ts';
import { openSession } from '../session.ts';
import type { Surroundings } from '../surroundings.ts';
import { type AgentProgram, converseWith } from '../talk/converse.ts';
import { unable } from '../unable.ts';
import { argumentsFor, claudeEnvironment, credentialOf, writableFor } from './command.ts';
import { INTERRUPT_LINES, promptLine } from './message.ts';
import { refusalOf } from './permission.ts';
import { understandClaude } from './understand.ts';

interface Told extends Pick<Driver, 'name' | 'abilities'> {
  readonly program: string;
  readonly install: string;
}

export const claudeDriver = (
  { name, abilities, program, install }: Told,
  surroundings: Surroundings,
): Driver => ({
  name,
  abilities,
  start: session =>
    openSession(async emit => {
      const wanted = surroundings.options.program ?? program;
      const command = findProgram(wanted, session.environment.PATH ?? '');
      if (command === null) return unable(`${wanted} was not found. ${install}`);
      const credential = surroundings.options.inherit ? null : credentialOf(session, surroundings);
      if (credential) lend(credential);
      try {
        const result = await converseWith(programFor(command, session, surroundings), session, emit);
        return isForgotten(result) ? unable(result.failure.message, 'agent_error') : result;
      } finally {
        if (credential) handBack(credential);
      }
    }),
});

/** The session that is to be continued is not there any more: trying that again is of no use. */
const isForgotten = (result: SessionResult): result is SessionResult & { readonly status: 'failed' } =>
  result.status === 'failed' && result.failure.message.includes('No conversation found with session ID');

function programFor(command: string, session: SessionOptions, surroundings: Surroundings): AgentProgram {
  const { confinement, limits } = surroundings;
  const { cwd, permissions, continues, prompt } = session;
  const environment = claudeEnvironment(session, surroundings);
  const folder = environment.CLAUDE_CONFIG_DIR;
  // With the user's own settings that is the user's own folder.
  if (folder && surroundings.options.inherit) mkdirSync(folder, { recursive: true, mode: 0o700 });
  else if (folder) makeFolder(surroundings.home, folder);
  let write: (text: string) => void = () => {};
  return {
    command,
    arguments: argumentsFor(session, surroundings),
    environment,
    input: promptLine(prompt),
    understand: understandClaude({
      isContinued: continues !== null,
      refusal: (tool, input) =>
        refusalOf(tool, input, { cwd, permissions, isConfined: confinement !== null }),
      write: text => write(text),
    }),
    isServed: true,
    serve: served => {
      write = served.write;
    },
    interrupt: speak => speak(INTERRUPT_LINES),
    writable: writableFor(session, surroundings),
    confinement,
    ...(limits ? { limits } : {}),
  };
}
