import type { Role } from '../../run/role.ts';
import type { Span, SpanKind } from './model.ts';

/** What an attempt is busy with, as its events come in. */
export interface Stopwatch {
  readonly spans: Span[];
  readonly open: OpenSession[];
  /** Since when that goes on which is not a session: the last event, or when the run was taken on again. */
  cursor: number;
}

interface OpenSession {
  readonly kind: SpanKind;
  readonly lane: number;
  readonly startedAt: number;
}

export const stopwatch = (at: number): Stopwatch => ({ spans: [], open: [], cursor: at });

/** Roles that work for an attempt, and what their sessions count as. */
const KINDS: Readonly<Partial<Record<Role, SpanKind>>> = {
  developer: 'session',
  reviewer: 'review',
  evaluator: 'evaluation',
  doctor: 'recovery',
  replanner: 'recovery',
};

export function began(watch: Stopwatch, role: Role, lane: number, startedAt: number): void {
  const kind = KINDS[role];
  if (kind) watch.open.push({ kind, lane, startedAt });
}

/** The session of a kind that began first ends; a developer's is known by its lane. One that never began has no span. */
export function ended(
  watch: Stopwatch,
  kind: SpanKind,
  lane: number | null,
  endedAt: number,
  good: boolean,
): void {
  const index = watch.open.findIndex(open => open.kind === kind && (lane === null || open.lane === lane));
  if (index < 0) return;
  const [open] = watch.open.splice(index, 1);
  watch.spans.push({ ...open!, endedAt, result: good ? 'good' : 'bad' });
}

/** Something that is no session took from the last event until now. */
export function passed(watch: Stopwatch, kind: SpanKind, endedAt: number, good: boolean): void {
  watch.spans.push({ kind, lane: 0, startedAt: watch.cursor, endedAt, result: good ? 'good' : 'bad' });
}

/** Nobody hears of the open sessions any more. Tells how many there were. */
export function closed(watch: Stopwatch, endedAt: number, result: 'lost' | 'open'): number {
  const open = watch.open.splice(0);
  for (const session of open)
    watch.spans.push({ ...session, endedAt: Math.max(endedAt, session.startedAt), result });
  return open.length;
}
