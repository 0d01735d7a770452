import { z } from 'zod';
import { findProgram } from '../../find-program.ts';
import { runCommand } from './run-command.ts';
import { toolOf } from './tool.ts';

const DEFAULT_SECONDS = 120;
const MAX_SECONDS = 1_800;

/** Runs a command. */
export const shellTool = toolOf({
  name: 'shell',
  description: `Runs a command with bash at the top of the workspace and tells what it printed and its exit code. It gets no input. It is ended after ${DEFAULT_SECONDS} seconds unless another limit is given.`,
  input: z.object({
    command: z.string().min(1),
    timeout_seconds: z.number().int().min(1).max(MAX_SECONDS).optional(),
  }),
  summary: ({ command }) => command,
  async use({ command, timeout_seconds = DEFAULT_SECONDS }, place) {
    const shell = findProgram('bash', place.environment.PATH ?? '') ?? '/bin/sh';
    const { trouble, output } = await runCommand(shell, ['-c', command], timeout_seconds * 1_000, place);
    const how = trouble === '' ? 'exit code 0' : trouble;
    return { ok: trouble === '', text: output === '' ? `[${how}]` : `${output}\n[${how}]` };
  },
});
