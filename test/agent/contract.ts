import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentEvent, Driver } from '../../src/agent/port.ts';
import { startTimeOf } from '../../src/agent/process/sweep.ts';
import type { Attempt } from '../../src/agent/scripted/step.ts';
import { NO_USAGE } from '../../src/run/usage.ts';
import { scratch } from '../cli/phasewright.ts';
import { type Conversation, converse, type Given, texts, toolResults } from './conversation.ts';
import { carriersOf, ownMarker } from './marked.ts';

/** A driver under test. */
export interface Subject {
  readonly name: string;
  /** A driver whose agent, or the model behind it, does this in each session. It has little patience with the dying. */
  driverThat(steps: Attempt): Driver | Promise<Driver>;
  /** What this kind of agent cannot do or be made to do. */
  readonly cannot?: readonly Ability[];
}

type Ability =
  | 'answer'
  | 'cost'
  | 'continue'
  | 'read-only'
  | 'categories'
  | 'crash'
  | 'truncate'
  | 'garbage'
  | 'environment';

const isText = ({ type }: AgentEvent): boolean => type === 'text';
const isHanging = (event: AgentEvent): boolean => event.type === 'tool_call' && event.name === 'hang';
const ANSWER = { status: 'completed', subtasksCompleted: ['2a.1'], summary: 'Grüße ✓ 日本 😀 "\\\n' };

/** What every driver must hold to, whatever the agent. */
export function driverContract(subject: Subject): void {
  const hold = async (steps: Attempt, given: Given = {}): Promise<Conversation> =>
    converse(await subject.driverThat(steps), given);
  const itCan = (ability: Ability) => it.skipIf(subject.cannot?.includes(ability));

  describe(`the driver ${subject.name}`, () => {
    describe('tells what happens', () => {
      it('in order: its process, its session, then the work', async () => {
        const talk = await hold([{ say: 'one' }, { write: { path: 'a', content: 'b' } }, { say: 'two' }]);
        const types = talk.events.map(({ type }) => type);
        expect(types.indexOf('process')).toBe(0);
        expect(types.indexOf('session')).toBe(1);
        expect(texts(talk)).toEqual(['one', 'two']);
        expect(types.indexOf('tool_call')).toBeLessThan(types.indexOf('tool_result'));
        expect(types.indexOf('tool_result')).toBeLessThan(types.lastIndexOf('text'));
        expect(talk.result.status).toBe('completed');
      });

      it('with what was spent since the last time, and all of it at the end', async () => {
        const { events, result } = await hold([
          { usage: { input: 100, output: 10, costUsd: 0.25 } },
          { usage: { input: 50, output: 5, costUsd: 0.5 } },
        ]);
        const spent = events.flatMap(event => (event.type === 'usage' ? [event.usage.inputTokens] : []));
        expect(spent).toEqual([100, 50]);
        expect(result.usage).toMatchObject({ inputTokens: 150, outputTokens: 15 });
        if (!subject.cannot?.includes('cost')) expect(result.usage.costUsd).toBe(0.75);
      });

      it('and does not call an unknown cost nothing', async () => {
        const { result } = await hold([{ usage: { input: 1, output: 2 } }]);
        expect(result.usage).toEqual({ inputTokens: 1, outputTokens: 2, costUsd: null });
      });

      it('in any script', async () => {
        const talk = await hold([
          { say: 'Grüße ✓ 日本 😀 \u0007 "\\' },
          { write: { path: 'grün/日本 "x".txt', content: 'ä\n' } },
        ]);
        expect(texts(talk)).toEqual(['Grüße ✓ 日本 😀 \u0007 "\\']);
        expect(readFileSync(join(talk.cwd, 'grün/日本 "x".txt'), 'utf8')).toBe('ä\n');
      });

      it('with everything that was printed in the file', async () => {
        const { raw } = await hold([{ say: 'the very words' }]);
        expect(raw).toContain('the very words');
      });
    });

    describe('works', () => {
      it('in its workspace', async () => {
        const { cwd, result } = await hold([{ write: { path: 'deep/a.txt', content: 'hello' } }]);
        expect(readFileSync(join(cwd, 'deep/a.txt'), 'utf8')).toBe('hello');
        expect(result.status).toBe('completed');
      });

      itCan('environment')('in the given environment and no other', async () => {
        process.env.PHASEWRIGHT_TEST_SECRET = 'secret';
        const marker = ownMarker();
        const talk = await hold([{ shell: 'env' }], {
          marker,
          environment: { PATH: process.env.PATH!, GIVEN: 'yes' },
        });
        delete process.env.PHASEWRIGHT_TEST_SECRET;
        const variables = toolResults(talk)[0]![1].split('\n');
        expect(variables).toContain('GIVEN=yes');
        expect(variables).toContain(`PHASEWRIGHT_MARKER=${marker}`);
        expect(variables).not.toContain('PHASEWRIGHT_TEST_SECRET=secret');
      });

      it('on after a tool that failed', async () => {
        const talk = await hold([{ shell: 'echo broken; exit 3' }, { say: 'on' }]);
        expect(toolResults(talk)).toEqual([[false, expect.stringContaining('broken')]]);
        expect(texts(talk)).toEqual(['on']);
        expect(talk.result.status).toBe('completed');
      });

      itCan('read-only')('and writes nothing where it may only read', async () => {
        const cwd = scratch();
        writeFileSync(join(cwd, 'kept'), 'as it was');
        const steps = [{ write: { path: 'new', content: 'x' } }, { delete: 'kept' }];
        const talk = await hold(steps, { cwd, permissions: 'read-only' });
        expect(toolResults(talk).map(([ok]) => ok)).toEqual([false, false]);
        expect([existsSync(join(cwd, 'new')), existsSync(join(cwd, 'kept'))]).toEqual([false, true]);
      });
    });

    describe('names its session', () => {
      it('by an id of its own', async () => {
        const [one, two] = [await hold([]), await hold([])];
        expect(one.result.sessionId).toBeTruthy();
        expect(one.result.sessionId).not.toBe(two.result.sessionId);
        expect(one.events).toContainEqual({ type: 'session', id: one.result.sessionId });
      });

      itCan('continue')('by the id of the one that it continues', async () => {
        const first = await hold([{ say: 'one' }]);
        const { cwd } = first;
        const second = await hold([{ say: 'two' }], { cwd, continues: first.result.sessionId });
        expect(second.result.sessionId).toBe(first.result.sessionId);
        expect(texts(second)).toEqual(['two']);
      });
    });

    describe('answers', () => {
      itCan('answer')('as it was told to', async () => {
        const { result } = await hold([{ report: ANSWER }]);
        expect(result).toMatchObject({ status: 'completed', answer: ANSWER });
      });

      itCan('answer')('as another role', async () => {
        const reply = { approved: false, comments: [{ severity: 'major', text: 'no' }] };
        const { result } = await hold([{ reply }], { role: 'reviewer', permissions: 'read-only' });
        expect(result).toMatchObject({ status: 'completed', answer: reply });
      });

      it('nothing where it gave no answer', async () => {
        const { result } = await hold([{ say: 'done' }]);
        expect(result.status).toBe('completed');
        expect('answer' in result).toBe(false);
      });
    });

    describe('fails', () => {
      const categories = [
        'infra.rate_limit',
        'infra.quota',
        'infra.overload',
        'infra.network',
        'infra.auth',
        'refused',
        'tests',
      ] as const;
      it.skipIf(subject.cannot?.includes('categories')).each(categories)('as %s', async category => {
        const { result } = await hold([
          { usage: { input: 1, output: 1 } },
          { fail: { category, message: 'because' } },
          { say: 'never said' },
        ]);
        expect(result).toMatchObject({
          status: 'failed',
          failure: { category, message: expect.stringContaining('because') },
          usage: { inputTokens: 1 },
        });
      });

      itCan('crash')('when the agent crashes', async () => {
        for (const crash of [3, 'SIGKILL'] as const) {
          const { result } = await hold([{ say: 'before' }, { crash }]);
          expect(result).toMatchObject({ status: 'failed', failure: { category: 'infra.crash' } });
        }
      });

      itCan('truncate')('when its last word is missing', async () => {
        const { result } = await hold([{ report: ANSWER }, { crash: 0 }]);
        expect(result).toMatchObject({ status: 'failed', failure: { category: 'truncated' } });
      });

      it('when its workspace is not there', async () => {
        const { result, events } = await hold([], { cwd: join(scratch(), 'gone') });
        expect(result).toMatchObject({ status: 'failed', usage: NO_USAGE });
        expect(events.filter(({ type }) => type === 'process')).toEqual([]);
      });

      it('when its time is up', async () => {
        const { result, marker } = await hold([{ hang: true }], { timeoutMs: 400 });
        expect(result).toMatchObject({ status: 'failed', failure: { category: 'infra.timeout' } });
        expect(carriersOf(marker)).toEqual([]);
      });
    });

    describe('bears', () => {
      itCan('garbage')('rubbish in the stream', async () => {
        const talk = await hold([
          { say: 'before' },
          { garbage: 10_000 },
          { say: 'after' },
          { report: ANSWER },
        ]);
        expect(texts(talk)).toEqual(['before', 'after']);
        expect(talk.events.map(({ type }) => type)).toContain('notice');
        expect(talk.result).toMatchObject({ status: 'completed', answer: ANSWER });
      });

      itCan('garbage')('a flood of it', async () => {
        const talk = await hold([{ garbage: 8_000_000 }, { say: 'after' }]);
        expect(texts(talk)).toEqual(['after']);
        expect(talk.events.length).toBeLessThan(100);
      });

      it('a giant message', async () => {
        const text = 'word '.repeat(200_000);
        expect(texts(await hold([{ say: text }])).join('')).toBe(text);
      });

      it('a reader who leaves', async () => {
        const driver = await subject.driverThat([{ say: 'one' }, { say: 'two' }, { report: ANSWER }]);
        const start: Driver['start'] = options => {
          const session = driver.start(options);
          return { result: session.result, [Symbol.asyncIterator]: () => firstOf(session) };
        };
        const talk = await converse({ ...driver, start });
        expect(talk.events.length).toBe(1);
        expect(talk.result.status).toBe('completed');
      });
    });

    describe('is cancelled', () => {
      it('before it starts', async () => {
        const { result, events } = await hold([{ say: 'hello' }], { signal: AbortSignal.abort() });
        expect(result.status).toBe('cancelled');
        expect(events).toEqual([]);
      });

      it('while it works, and keeps what was spent', async () => {
        const { result } = await hold(
          [{ usage: { input: 7, output: 1 } }, { say: 'now' }, { sleep: 600_000 }],
          { cancelAt: isText },
        );
        expect(result).toMatchObject({ status: 'cancelled', usage: { inputTokens: 7 } });
      });

      it('and leaves nothing alive, though it ignores SIGTERM and has children in sessions of their own', async () => {
        const marker = ownMarker();
        let alive = 0;
        const { result } = await hold([{ spawn: 'exec sleep 1000' }, { hang: true }], {
          marker,
          cancelAt(event) {
            if (!isHanging(event)) return false;
            alive = carriersOf(marker).length;
            return true;
          },
        });
        expect(result.status).toBe('cancelled');
        expect(alive).toBeGreaterThanOrEqual(2);
        expect(carriersOf(marker)).toEqual([]);
      });
    });

    it('leaves nothing alive when it ends by itself', async () => {
      for (const last of [{ say: 'done' }, { crash: 1 }] as const) {
        const { marker } = await hold([{ spawn: 'exec sleep 1000' }, last]);
        expect(carriersOf(marker)).toEqual([]);
      }
    });

    it.runIf(process.platform === 'linux')(
      'leaves nothing alive that lost its environment, and tells of it',
      async () => {
        const talk = await hold([{ shell: 'env -i setsid sleep 1000 >/dev/null 2>&1 & echo $!' }]);
        const [[, output]] = toolResults(talk) as [[boolean, string]];
        expect(Number(output)).toBeGreaterThan(1);
        expect(startTimeOf(Number(output))).toBeNull();
        const notices = talk.events.flatMap(event => (event.type === 'notice' ? [event.text] : []));
        expect(notices).toEqual(['left running, and ended with it: sleep']);
      },
    );

    it('keeps sessions apart that run side by side', async () => {
      const driver = await subject.driverThat([{ spawn: 'exec sleep 1000' }, { say: 'hello' }]);
      const talks = await Promise.all(Array.from({ length: 4 }, () => converse(driver)));
      expect(new Set(talks.map(({ result }) => result.sessionId)).size).toBe(4);
      for (const talk of talks) expect(texts(talk)).toEqual(['hello']);
    });
  });
}

/** Reads one event and leaves. */
async function* firstOf(session: AsyncIterable<AgentEvent>): AsyncGenerator<AgentEvent> {
  for await (const event of session) {
    yield event;
    return;
  }
}
