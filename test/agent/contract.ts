import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentEvent, Driver } from '../../src/agent/port.ts';
import type { Attempt } from '../../src/agent/scripted/step.ts';
import { answerSchema } from '../../src/engine/perform/answer-schema.ts';
import { reportSchema, reviewSchema } from '../../src/run/answer.ts';
import { NO_USAGE } from '../../src/run/usage.ts';
import { scratch } from '../cli/phasewright.ts';
import { type Conversation, converse, ENVIRONMENT, type Given, texts, toolResults } from './conversation.ts';
import { carriersOf, ownMarker } from './marked.ts';

/** A driver under test. */
export interface Subject {
  readonly name: string;
  /** A driver whose agent, or the model behind it, does this in each session. It has little patience with the dying. */
  driverThat(steps: Attempt): Driver | Promise<Driver>;
  /** What this kind of agent cannot do or be made to do, each with the reason. */
  readonly cannot?: Readonly<Partial<Record<Ability, string>>>;
  /** Categories of failures that it cannot be made to meet, each with the reason. */
  readonly cannotFailAs?: Readonly<Record<string, string>>;
  /** Within which an agent that hangs is surely up and at work. */
  readonly hangMs?: number;
}

/** Things that only some kinds of agents can do. */
type Ability =
  | 'answer'
  /** Tell what it spends, and tell it while it works; tell what that cost. */
  | 'usage'
  | 'stream-usage'
  /** Tell what a message of the model took before the tools that it calls are through. */
  | 'early-usage'
  | 'cost'
  | 'unknown-cost'
  | 'continue'
  | 'read-only'
  /** Tell that a command failed. */
  | 'tool-status'
  | 'crash'
  /** Repeat what the server of its model says. */
  | 'words'
  /** End without its last word. */
  | 'truncate'
  /** Have a model behind it whose words can break off. */
  | 'cut'
  | 'garbage'
  | 'giant'
  /** Pass its environment on to commands. */
  | 'environment'
  /** Write a file with a quotation mark in its name. */
  | 'quoted-path';

/** A command that never ends; a model behind a real agent puts the word into it. */
const isHanging = (event: AgentEvent): boolean =>
  event.type === 'tool_call' && `${event.name} ${event.summary}`.includes('hang');
const ANSWER = {
  status: 'completed',
  subtasksCompleted: ['2a.1'],
  subtasksFailed: [],
  summary: 'Grüße ✓ 日本 😀 "\\\n',
  error: null,
  filesChanged: [],
};
const REPORT = { answerSchema: answerSchema(reportSchema) };

/** What every driver must hold to, whatever the agent. */
export function driverContract(subject: Subject): void {
  const hold = async (steps: Attempt, given: Given = {}): Promise<Conversation> =>
    converse(await subject.driverThat(steps), given);
  const can = (ability: Ability): boolean => subject.cannot?.[ability] === undefined;
  const itCan = (ability: Ability) => it.runIf(can(ability));

  describe(`the driver ${subject.name}`, () => {
    describe('tells what happens', () => {
      it('in order: its process, its session, then the work', async () => {
        const talk = await hold([{ say: 'one' }, { write: { path: 'a', content: 'b\n' } }, { say: 'two' }]);
        const types = talk.events.map(({ type }) => type);
        expect(types.indexOf('process')).toBe(0);
        expect(types.indexOf('session')).toBeGreaterThan(0);
        expect(types.indexOf('session')).toBeLessThan(types.indexOf('text'));
        expect(texts(talk)).toEqual(['one', 'two']);
        expect(types.indexOf('tool_call')).toBeLessThan(types.indexOf('tool_result'));
        expect(types.indexOf('tool_result')).toBeLessThan(types.lastIndexOf('text'));
        expect(talk.result.status).toBe('completed');
      });

      itCan('usage')('with what was spent since the last time, and all of it at the end', async () => {
        const { events, result } = await hold([
          { usage: { input: 100, output: 10, costUsd: 0.25 } },
          { shell: 'true' },
          { usage: { input: 50, output: 5, costUsd: 0.5 } },
          { say: 'done' },
        ]);
        const spent = events.flatMap(event => (event.type === 'usage' ? [event.usage.inputTokens] : []));
        expect(spent.filter(tokens => tokens > 0)).toEqual(can('stream-usage') ? [100, 50] : [150]);
        expect(result.usage).toMatchObject({ inputTokens: 150, outputTokens: 15 });
        if (can('cost')) expect(result.usage.costUsd).toBe(0.75);
      });

      itCan('unknown-cost')('and does not call an unknown cost nothing', async () => {
        const { result } = await hold([{ usage: { input: 1, output: 2 } }]);
        expect(result.usage).toEqual({ inputTokens: 1, outputTokens: 2, costUsd: null });
      });

      it('in any script', async () => {
        const path = can('quoted-path') ? 'grün/日本 "x".txt' : 'grün/日本 x.txt';
        const talk = await hold([
          { say: 'Grüße ✓ 日本 😀 "\\ “”' },
          { write: { path, content: 'ä\n' } },
          { say: 'on' },
        ]);
        expect(texts(talk)).toEqual(['Grüße ✓ 日本 😀 "\\ “”', 'on']);
        expect(readFileSync(join(talk.cwd, path), 'utf8')).toBe('ä\n');
      });

      it('with everything that was printed in the file', async () => {
        const { raw } = await hold([{ say: 'the very words' }]);
        expect(raw).toContain('the very words');
      });
    });

    describe('works', () => {
      it('in its workspace', async () => {
        const { cwd, result } = await hold([{ write: { path: 'deep/a.txt', content: 'hello\n' } }]);
        expect(readFileSync(join(cwd, 'deep/a.txt'), 'utf8')).toBe('hello\n');
        expect(result.status).toBe('completed');
      });

      itCan('environment')('in the given environment and no other', async () => {
        process.env.PHASEWRIGHT_TEST_SECRET = 'secret';
        const marker = ownMarker();
        const talk = await hold([{ shell: 'echo "given=$GIVEN"; env | grep PHASEWRIGHT' }], {
          marker,
          environment: { ...ENVIRONMENT(), GIVEN: 'yes' },
        });
        delete process.env.PHASEWRIGHT_TEST_SECRET;
        const [[, printed]] = toolResults(talk) as [[boolean, string]];
        expect(printed).toContain('given=yes');
        expect(printed).toContain(`PHASEWRIGHT_MARKER=${marker}`);
        expect(printed).not.toContain('secret');
      });

      it('on after a tool that failed', async () => {
        const talk = await hold([{ shell: 'echo broken; exit 3' }, { say: 'on' }]);
        expect(toolResults(talk)).toEqual([
          [can('tool-status') ? false : expect.any(Boolean), expect.stringContaining('broken')],
        ]);
        expect(texts(talk)).toEqual(['on']);
        expect(talk.result.status).toBe('completed');
      });

      itCan('read-only')('and writes nothing where it may only read', async () => {
        const cwd = scratch();
        writeFileSync(join(cwd, 'kept'), 'as it was');
        const steps = [{ write: { path: 'new', content: 'x' } }, { delete: 'kept' }];
        const talk = await hold(steps, { cwd, permissions: 'read-only' });
        expect(toolResults(talk).filter(([ok]) => ok)).toEqual([]);
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
        const { result } = await hold([{ report: ANSWER }], REPORT);
        expect(result).toMatchObject({ status: 'completed', answer: ANSWER });
      });

      itCan('answer')('after its work', async () => {
        const work = { write: { path: 'a.txt', content: 'a\n' } };
        const { result, cwd } = await hold([{ say: 'first' }, work, { report: ANSWER }], REPORT);
        expect(result).toMatchObject({ status: 'completed', answer: ANSWER });
        expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('a\n');
      });

      itCan('answer')('as another role', async () => {
        const comment = { severity: 'major', file: 'a.ts', line: 3, message: 'no' };
        const reply = { approved: false, summary: 'Not yet.', comments: [comment] };
        const { result } = await hold([{ reply }], {
          role: 'reviewer',
          permissions: 'read-only',
          answerSchema: answerSchema(reviewSchema),
        });
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
      const possible = categories.filter(category => subject.cannotFailAs?.[category] === undefined);
      it.each(possible)('as %s', async category => {
        const { result } = await hold([
          { usage: { input: 1, output: 1 } },
          { shell: 'true' },
          { fail: { category, message: 'because' } },
          { say: 'never said' },
        ]);
        expect(result).toMatchObject({ status: 'failed', failure: { category } });
        // A model that refuses is paid for it.
        if (can('stream-usage')) expect(result.usage.inputTokens).toBeGreaterThanOrEqual(1);
      });

      it.runIf(can('words') && possible.includes('infra.auth'))(
        'with the words of whoever refused it',
        async () => {
          const { result } = await hold([{ fail: { category: 'infra.auth', message: 'no such key' } }]);
          expect(result).toMatchObject({ failure: { message: expect.stringContaining('no such key') } });
        },
      );

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

      itCan('cut')('when what the model says breaks off', async () => {
        const cut = [{ say: 'half of it' }, { cut: true }] as unknown as Attempt;
        const { result } = await hold(cut);
        expect(result).toMatchObject({
          status: 'failed',
          failure: { category: expect.stringMatching(/^(?:infra\.(?:network|overload|crash)|truncated)$/) },
        });
      });

      it('when its workspace is not there', async () => {
        const { result, events } = await hold([], { cwd: join(scratch(), 'gone') });
        expect(result).toMatchObject({ status: 'failed', usage: NO_USAGE });
        expect(events.filter(({ type }) => type === 'process')).toEqual([]);
      });

      it('when its time is up', async () => {
        const { result, marker } = await hold([{ hang: true }], { timeoutMs: subject.hangMs ?? 400 });
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

      itCan('giant')('a giant message', async () => {
        const text = `${'word '.repeat(200_000)}end`;
        expect(texts(await hold([{ say: text }])).join('')).toBe(text);
      });

      it('a giant result of a tool', async () => {
        const talk = await hold([{ shell: 'seq 1 200000' }, { say: 'on' }]);
        expect(texts(talk)).toEqual(['on']);
        expect(talk.result.status).toBe('completed');
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
        const steps = [{ usage: { input: 7, output: 1 } }, { say: 'now' }, { hang: true }] as const;
        const { result } = await hold(steps, { cancelAt: isHanging });
        expect(result.status).toBe('cancelled');
        if (can('stream-usage') && can('early-usage')) expect(result.usage).toMatchObject({ inputTokens: 7 });
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
      const lasts = [{ say: 'done' }, ...(can('crash') ? [{ crash: 1 }] : [])];
      for (const last of lasts) {
        const { marker } = await hold([{ spawn: 'exec sleep 1000' }, last]);
        expect(carriersOf(marker)).toEqual([]);
      }
    });

    it.runIf(process.platform === 'linux')('leaves nothing alive that lost its environment', async () => {
      const duration = `9${Math.floor(Math.random() * 1e9)}`;
      const talk = await hold([
        { shell: `env -i setsid sleep ${duration} >/dev/null 2>&1 &` },
        { say: 'on' },
      ]);
      expect(talk.result.status).toBe('completed');
      expect(commandLines().filter(line => line.includes(duration))).toEqual([]);
    });

    it('keeps sessions apart that run side by side', async () => {
      const driver = await subject.driverThat([{ spawn: 'exec sleep 1000' }, { say: 'hello' }]);
      const talks = await Promise.all(Array.from({ length: 3 }, () => converse(driver)));
      expect(new Set(talks.map(({ result }) => result.sessionId)).size).toBe(3);
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

/** Of every process of this machine. */
const commandLines = (): string[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(pid => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return '';
      }
    });
