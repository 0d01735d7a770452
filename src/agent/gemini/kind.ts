import { addUsage } from '../../run/usage.ts';
import { answerTool } from '../answer/tool.ts';
import { handBack, lend } from '../credentials.ts';
import { findProgram } from '../find-program.ts';
import type { AgentKind } from '../kind.ts';
import type { Abilities, SessionOptions, SessionResult } from '../port.ts';
import { type Emit, openSession } from '../session.ts';
import type { Surroundings } from '../surroundings.ts';
import { converseWith } from '../talk/converse.ts';
import { unable } from '../unable.ts';
import { startOf } from './command.ts';
import { clearFailure } from './failure.ts';
import { openRecord } from './record.ts';
import { listening } from './understand.ts';

const PROGRAM = 'gemini';
const INSTALL = 'Install it: npm install -g @google/gemini-cli';

const abilities: Abilities = {
  answers: 'tool',
  continues: true,
  usage: 'stream',
  tellsCost: false,
  readOnly: 'tools',
};

export const geminiKind: AgentKind = {
  name: 'gemini',
  title: 'Gemini CLI',
  protocol: 'gemini -o stream-json, JSON lines on standard output',
  program: PROGRAM,
  versionArguments: ['--version'],
  install: INSTALL,
  logins: [
    { variable: 'GEMINI_API_KEY' },
    { variable: 'GOOGLE_API_KEY' },
    { variable: 'GOOGLE_GENAI_USE_VERTEXAI' },
    { file: '.gemini/oauth_creds.json' },
  ],
  loginHint: 'Run `gemini` once and log in, or set GEMINI_API_KEY.',
  abilities,
  notes: [
    'Gemini CLI does not tell whether a command failed, nor what the model thinks.',
    'Where there is no sandbox, commands of a session that may write can write anywhere.',
    'A session that may only read runs git diff, log, show, status and the like, and no other commands unless there is a sandbox.',
    'Gemini CLI runs no hooks of git when an agent commits.',
    'The file GEMINI.md of a repository is read in any case; other settings of the repository are not.',
    'At signs in prompts are written with a backslash before them, since Gemini CLI would read files in there.',
    'With `inherit` answers are looked for in its last words, since no tool of ours is added to the user’s settings.',
    'Reports of errors are left in the folder for temporary files.',
  ],
  driver: surroundings => ({
    name: 'gemini',
    abilities: surroundings.options.inherit ? { ...abilities, answers: 'text' } : abilities,
    start: options => openSession(emit => hold(options, surroundings, emit)),
  }),
};

async function hold(options: SessionOptions, surroundings: Surroundings, emit: Emit): Promise<SessionResult> {
  const { home, options: wishes, confinement, limits } = surroundings;
  const command = findProgram(wishes.program ?? PROGRAM, options.environment.PATH ?? '');
  if (command === null) return unable(`Gemini CLI was not found. ${INSTALL}`);
  const isToolWanted = options.answerSchema !== null && !wishes.inherit;
  const answer = isToolWanted ? answerTool(options.answerSchema, home, 'answers') : null;
  const { records, logins, ...started } = startOf(options, surroundings, answer);
  const record = openRecord(records, options.continues);
  const { understand, unclear, late } = listening(record);
  logins.forEach(lend);
  const program = { command, ...started, understand, confinement, ...(limits ? { limits } : {}) };
  const result = await converseWith(program, options, emit);
  logins.forEach(handBack);
  const given = answer?.read() ?? null;
  answer?.dispose();
  const rest = late();
  for (const usage of rest) emit({ type: 'usage', usage });
  return {
    ...clearFailure(result, unclear()),
    usage: rest.reduce(addUsage, result.usage),
    ...(given && { answer: given.value }),
  };
}
