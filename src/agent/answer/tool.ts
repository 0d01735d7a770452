import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeOwnFolder, putFile, readFile, removeOwn } from '../home-files.ts';
import { ANSWER_FILE, SCHEMA_FILE } from './files.ts';

/** The tool by which an agent hands in its structured answer, for agents that are not held to a schema themselves. */
export interface AnswerTool {
  /** The MCP server, on standard input and output, that the agent is to start. */
  readonly server: AnswerServer;
  /** The last answer that was handed in; null where there was none. It is not yet validated. */
  read(): { readonly value: unknown } | null;
  /** Removes what was written for the tool. */
  dispose(): void;
}

export const ANSWER_SERVER = 'phasewright';

export interface AnswerServer {
  readonly name: typeof ANSWER_SERVER;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Beside this file, in the same language: both are run as sources and as compiled. */
const EXTENSION = extname(import.meta.url);
const PROGRAM = fileURLToPath(new URL('./program.ts', import.meta.url)).replace(/\.ts$/, EXTENSION);

/**
 * Prepares the tool for one session. The agent must be able to write to `folder`; sessions side by side may share one,
 * since each gets a folder of its own in it.
 */
export function answerTool(schema: object, home: string, folder = ''): AnswerTool {
  const own = makeOwnFolder(home, join(home, folder), 'answer-');
  putFile(home, join(own, SCHEMA_FILE), JSON.stringify(schema));
  return {
    server: {
      name: ANSWER_SERVER,
      command: process.execPath,
      args: ['--disable-warning=ExperimentalWarning', PROGRAM, own],
      env: {},
    },
    read: () => readAnswer(home, join(own, ANSWER_FILE)),
    dispose: () => removeOwn(home, own),
  };
}

function readAnswer(home: string, file: string): { readonly value: unknown } | null {
  try {
    const text = readFile(home, file);
    return text === null ? null : { value: JSON.parse(text) };
  } catch {
    return null;
  }
}
