import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AgentTool, Outcome, Place } from '../../../src/agent/api/tools/tool.ts';
import { scratch } from '../../cli/phasewright.ts';

/** A workspace, with a folder around it that is none of the agent's business. */
export interface Ground extends Place {
  readonly outside: string;
  write(path: string, content: string | Uint8Array): void;
  read(path: string): string;
  git(...words: string[]): void;
  /** Uses a tool; what it throws is what it says, as in a session. */
  use(tool: AgentTool, input: unknown): Promise<Outcome>;
}

export function ground(signal: AbortSignal = new AbortController().signal): Ground {
  const outside = realpathSync(scratch());
  const root = join(outside, 'workspace');
  const environment = { PATH: process.env.PATH, HOME: outside, LANG: 'C.UTF-8' };
  mkdirSync(root);
  const place = { root, environment, signal };
  return {
    ...place,
    outside,
    write(path, content) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    },
    read: path => readFileSync(join(root, path), 'utf8'),
    git(...words) {
      const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.invalid', '-c', 'commit.gpgSign=false'];
      execFileSync('git', [...who, ...words], { cwd: root, env: environment, stdio: 'ignore' });
    },
    async use(tool, input) {
      try {
        return await tool.use(tool.input.parse(input), place);
      } catch (error) {
        return { ok: false, text: (error as Error).message };
      }
    },
  };
}
