import type { AgentSession, SessionOptions, SessionResult } from '../../agent/port.ts';
import { markerFrom } from '../../agent/process/marker.ts';
import { redactAll } from '../../base/secrets/redact.ts';
import { type Report, readReport, reportSchema } from '../../run/answer.ts';
import type { Effect } from '../../run/effect.ts';
import type { RunEvent } from '../../run/event.ts';
import type { Failure } from '../../run/failure.ts';
import { jsonAtEnd, jsonIn } from '../../run/fenced.ts';
import type { Worker } from '../../run/ladder-event.ts';
import { categoryOfWords } from '../../run/policy/failure/categorise.ts';
import { phaseFolder, REPORT_FILE } from '../../run/record-names.ts';
import type { Role } from '../../run/role.ts';
import { developerText } from '../briefs.ts';
import type { Context } from '../perform.ts';
import { answerSchema } from './answer-schema.ts';
import { placeRecordIn } from './enter.ts';
import { operationFailed } from './git.ts';
import { meterFor } from './meter.ts';

type SessionEffect = Extract<Effect, { kind: 'run_session' }>;

/** One session of a developer. Its word is taken down, not believed: what it did is captured from the workspace. */
export async function runSession(effect: SessionEffect, context: Context): Promise<RunEvent[]> {
  const { phase, attempt, lane, session, subtasks, slot } = effect;
  const name = { phase, attempt, lane };
  const { state, ports } = context;
  const { worker } = effect;
  if (session > 0) {
    // What the session before it left there is no word of this one.
    const placed = await placeRecordIn(slot, context);
    if (context.signal.aborted) return [];
    if (!placed.ok) return [operationFailed('run_session', phase, attempt, placed.failure)];
  }
  const result = await converse(context, `${lane}.${session}`, {
    role: 'developer',
    worker,
    assignment: { run: state.run, phase, attempt, subtasks },
    prompt: developerText(state, effect, ports.driverOf('developer', worker.agent).abilities.answers),
    cwd: ports.workspaces.pathOf(slot),
    permissions: 'workspace-write',
    continues: effect.continues,
    answerSchema: answerSchema(reportSchema),
    lane,
  });
  if (result.status === 'cancelled') return [];
  const report = await reportOf(result, effect, context);
  const failure = result.status === 'failed' ? result.failure : failureIn(report);
  return [
    ...subtaskEvents(effect, report, failure),
    {
      type: 'session_ended',
      ...name,
      session,
      sessionId: result.sessionId,
      failure,
      report,
      usage: result.usage,
      by: worker,
    },
    ...(failure ? [] : effect.next.map(subtask => ({ type: 'subtask_started', ...name, subtask }) as const)),
  ];
}

/** From the answer, else from the last words, else from the file that it may have written. */
async function reportOf(
  result: Spoken,
  { phase, slot }: SessionEffect,
  { ports, state }: Context,
): Promise<Report | null> {
  const said = reportIn(result.answer === undefined ? jsonIn(result.said) : [result.answer]);
  if (said || state.origin.record === null) return said;
  const text = await ports.workspaces.readReport(slot, `${phaseFolder(phase)}/${REPORT_FILE}`);
  return text === null ? null : reportIn(jsonIn(text));
}

/** The first that is one. */
function reportIn(answers: readonly unknown[]): Report | null {
  for (const answer of answers) {
    const report = readReport(answer);
    if (report) return report;
  }
  return null;
}

/** How a session ended, and the end of what it said. */
export type Spoken = SessionResult & { readonly said: string };

/** The structured answer, or the one that the last words end with. */
export const answerOf = ({ answer, said }: Spoken): unknown => answer ?? jsonAtEnd(said);

/** How much of the end of what an agent says is looked at for its answer, in characters. */
const MAX_SAID = 200_000;

export interface Talk
  extends Pick<
    SessionOptions,
    'assignment' | 'prompt' | 'cwd' | 'permissions' | 'continues' | 'answerSchema'
  > {
  readonly role: Role;
  readonly worker: Worker;
  readonly lane: number;
}

/** Lets an agent work to its end and writes down what it does. */
export async function converse(context: Context, name: string, talk: Talk): Promise<Spoken> {
  const { ports, state, signal, report } = context;
  const { lane, worker, ...rest } = talk;
  const { phase, attempt } = talk.assignment;
  const meter = meterFor(context, { phase, attempt, lane, role: talk.role }, worker);
  const file = `${talk.role}.${name}`;
  const transcript = ports.records.transcript(phase, attempt, `${file}.jsonl`);
  try {
    // What others printed may stand in it.
    const prompt = ports.redact(talk.prompt);
    transcript.write({ type: 'prompt', text: prompt });
    const session = ports.driverOf(talk.role, worker.agent).start({
      ...rest,
      prompt,
      model: worker.model,
      environment: ports.environment,
      marker: markerFrom(state.origin.marker, phase, attempt, talk.role, name),
      rawOutput: ports.records.file(phase, attempt, `${file}.raw`),
      redact: ports.redact,
      timeoutMs: state.settings.limits.sessionMs,
      signal,
    });
    let said = '';
    await listen(session, told => {
      const event = redactAll(told, ports.redact);
      transcript.write(event);
      if (event.type === 'text') said = `${said}${event.text}\n`.slice(-MAX_SAID);
      if (event.type === 'usage') meter.note(event.usage);
      if (event.type === 'process') {
        const { pid, startTime } = event;
        report({ type: 'session_started', phase, attempt, lane, role: talk.role, pid, startTime });
      }
    });
    const result = redactAll(await session.result, ports.redact);
    transcript.write({ type: 'end', ...result });
    return { ...result, usage: meter.priced(result.usage), said };
  } finally {
    transcript.close();
  }
}

async function listen(
  session: AgentSession,
  hear: (event: AgentSession extends AsyncIterable<infer E> ? E : never) => void,
): Promise<void> {
  for await (const event of session) hear(event);
}

/** A report of anything but success is believed at once. */
function failureIn(report: Report | null): Failure | null {
  if (!report || (report.status === 'completed' && report.subtasksFailed.length === 0)) return null;
  const failed = report.subtasksFailed.length > 0 ? ` (failed: ${report.subtasksFailed.join(', ')})` : '';
  const words = report.error ?? report.summary;
  return {
    category: categoryIn(report) ?? categoryOfWords(words) ?? 'agent_error',
    message: `${report.error || report.summary || report.question || 'the agent gave up'}${failed}`,
    ...(report.question ? { question: report.question } : {}),
  };
}

/** A developer may say that the approach cannot work; that it is nobody's fault, it may not. */
const categoryIn = ({ category }: Report): Failure['category'] | null =>
  category && !category.startsWith('infra.') && category !== 'budget' ? category : null;

/** How far the session says it came. Without a report, all or nothing. */
function subtaskEvents(
  { phase, attempt, lane, subtasks }: SessionEffect,
  report: Report | null,
  failure: Failure | null,
): RunEvent[] {
  const name = { phase, attempt, lane };
  return subtasks.flatMap((subtask): RunEvent[] => {
    if (report?.subtasksFailed.includes(subtask)) {
      const error = report.error ?? failure?.message ?? 'reported as failed';
      return [{ type: 'subtask_failed', ...name, subtask, error }];
    }
    const isDone = failure === null || report?.subtasksCompleted.includes(subtask);
    return isDone ? [{ type: 'subtask_completed', ...name, subtask }] : [];
  });
}
