import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NO_OPTIONS } from '../../src/agent/surroundings.ts';
import { answerSchema } from '../../src/engine/perform/answer-schema.ts';
import { reviewSchema } from '../../src/run/answer.ts';
import { converse, texts, toolResults } from '../agent/conversation.ts';
import { scratch } from '../cli/phasewright.ts';
import { confinedOne } from './confined.ts';
import { agentThat, type RealAgent } from './subject.ts';

interface Particulars {
  /** The file of a repository that it reads by itself, unless it is told not to; null where it cannot be told so. */
  readonly memory: string | null;
  /** The same agent with the user's own settings. */
  readonly heir?: Partial<RealAgent>;
}

const KEY = 'a-key-that-opens-nothing';
const WORD = 'a-word-that-is-to-be-remembered';

/** What holds for each agent that we speak with by ACP, besides the contract of all drivers. */
export function acpContract(agentWith: (key: string) => RealAgent, { memory, heir = {} }: Particulars): void {
  const agent = agentWith(KEY);

  describe(`${agent.kind.name} besides`, () => {
    it('runs commands that only read where it may only read', async () => {
      const { driver } = await agentThat(agent, [
        { shell: 'git log --oneline' },
        { shell: 'touch new' },
        { shell: 'git log > new' },
        { say: 'done' },
      ]);
      const cwd = repository();
      const talk = await converse(driver, { cwd, permissions: 'read-only' });
      // Some agents do not tell of commands that did not come about.
      expect(toolResults(talk).filter(([ok]) => ok)).toEqual([
        [true, expect.stringContaining('the first one')],
      ]);
      expect([existsSync(join(cwd, 'new')), talk.result.status]).toEqual([false, 'completed']);
    });

    it('keeps the key from commands, and calls nobody but its model', async () => {
      const { driver, server } = await agentThat(agent, [{ shell: 'env' }, { say: 'done' }]);
      const printed = toolResults(await converse(driver))[0]?.[1];
      expect(printed).toContain('PHASEWRIGHT_MARKER');
      expect(printed).not.toContain(KEY);
      expect(server.proxied).toEqual([]);
    });

    it.runIf(memory)('reads memory files only where it inherits what the user has', async () => {
      const cwd = repository();
      writeFileSync(join(cwd, memory!), WORD);
      const options = { ...NO_OPTIONS, ...agent.options };
      for (const inherit of [false, true]) {
        const asked = { ...agent, ...(inherit ? heir : {}), options: { ...options, inherit } };
        const { driver, server } = await agentThat(asked, [{ say: 'done' }]);
        expect(texts(await converse(driver, { cwd }))).toEqual(['done']);
        expect(JSON.stringify(server.requests).includes(WORD)).toBe(inherit);
      }
    });

    const confined = confinedOne(agent);
    it.runIf(confined)('works in the sandbox', async () => {
      const { driver } = await agentThat(confined!, [
        { write: { path: 'a', content: 'b\n' } },
        { shell: 'cat a; touch /usr/new' },
        { say: 'done' },
      ]);
      const talk = await converse(driver);
      expect(toolResults(talk).at(-1)?.[1]).toContain('b\n');
      expect([existsSync('/usr/new'), talk.result.status]).toEqual([false, 'completed']);
    });

    it.runIf(confined)('answers in the sandbox, where it may only read and run any command', async () => {
      const reply = { approved: true, summary: 'Good.', comments: [] };
      const { driver } = await agentThat(confined!, [
        { shell: 'X=yes; echo "$X" > new; echo "said $X"' },
        { reply },
      ]);
      const cwd = repository();
      const talk = await converse(driver, {
        cwd,
        permissions: 'read-only',
        answerSchema: answerSchema(reviewSchema),
      });
      expect(toolResults(talk)[0]?.[1]).toContain('said yes');
      expect(existsSync(join(cwd, 'new'))).toBe(false);
      expect(talk.result).toMatchObject({ status: 'completed', answer: reply });
    });
  });
}

function repository(): string {
  const cwd = scratch();
  const git = (...words: string[]): void => void execFileSync('git', words, { cwd, stdio: 'ignore' });
  git('init');
  git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--allow-empty', '-m', 'the first one');
  return cwd;
}
