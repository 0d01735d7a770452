import type { SessionOptions } from '../../src/agent/port.ts';
import type { Limits } from '../../src/run/policy/settings.ts';
import { phaseAt, positionOf, workAt } from '../../src/run/queries.ts';
import { type Role, sessionKey } from '../../src/run/role.ts';
import type { PhaseState, RunState } from '../../src/run/state.ts';
import type { Spending } from '../../src/run/usage.ts';

/** Who may be asked, when, and until when: told once more, and held against each session that begins or is ended. */

/** Why a session may not begin, by the state in which that was decided. */
export function unfit(state: RunState, options: SessionOptions): string | null {
  const { role, model, assignment } = options;
  const provider = providerOf(model, state);
  const known = state.providers[provider];
  if ((known?.restsUntil ?? 0) > state.now) return `${provider} rests until ${known!.restsUntil}`;
  const chain = chainOf(state, role);
  const isLeft = chain.some(other => !state.providers[providerOf(other, state)]?.isGone);
  if (known?.isGone && isLeft) return `${provider} was given up`;
  const position = positionOf(state, assignment.phase);
  const phase = position === undefined ? null : phaseAt(state, position);
  const level = levelOf(state, role, phase, position);
  const wanted = wantedAt(state, chain, Math.min(level, chain.length - 1));
  if (model !== wanted) return `${role} is ${model}, not ${wanted}`;
  if (phase === null) return null;
  const { run, phase: each } = state.settings.budgets;
  return overdrawn('the run', state, run) ?? overdrawn('the phase', phase, each);
}

const providerOf = (model: string | null, { origin }: RunState): string =>
  model?.split('/')[0] ?? origin.agent;

const chainOf = ({ settings }: RunState, role: Role): readonly (string | null)[] =>
  settings.models[role]?.map(({ model }) => model) ?? [null];

function levelOf(
  state: RunState,
  role: Role,
  phase: PhaseState | null,
  position: number | undefined,
): number {
  if (role !== 'doctor') return phase?.level ?? 0;
  const step = workAt(state, position!)?.step;
  return step?.step === 'consulting' && step.strength === 'strong' ? Number.POSITIVE_INFINITY : 0;
}

/** Upwards from the level first, then downwards, past those who cannot be asked. */
function wantedAt(state: RunState, chain: readonly (string | null)[], level: number): string | null {
  const order = [...chain.slice(level), ...chain.slice(0, level).reverse()];
  const of = (model: string | null) => state.providers[providerOf(model, state)];
  const staying = order.filter(model => !of(model)?.isGone);
  const fit = (staying.length > 0 ? staying : order).find(model => (of(model)?.restsUntil ?? 0) <= state.now);
  return fit === undefined ? order[0]! : fit;
}

interface Spent {
  readonly usage: Spending;
  readonly allowance: { readonly usage: Spending };
}

function overdrawn(whose: string, { usage, allowance }: Spent, { tokens }: Limits): string | null {
  const all = (spending: Spending): number => spending.inputTokens + spending.outputTokens;
  const used = all(usage) - all(allowance.usage);
  return tokens !== null && used >= tokens ? `${whose} has spent ${used} of ${tokens} tokens` : null;
}

const STEPS: Readonly<Record<Exclude<Role, 'architect'>, string>> = {
  developer: 'lanes',
  reviewer: 'reviewing',
  evaluator: 'evaluating',
  doctor: 'consulting',
  replanner: 'replanning',
};

/** Whether a session is ended although nothing has changed about what it is there for. */
export function isWanton(state: RunState, { role, assignment, marker }: SessionOptions): boolean {
  const position = positionOf(state, assignment.phase);
  if (position === undefined || role === 'architect') return false;
  const { attempt, live } = phaseAt(state, position);
  const work = workAt(state, position);
  const isOn = state.status === 'running' && state.ending === null && state.stop === null;
  if (!isOn || work?.step.step !== STEPS[role] || attempt !== assignment.attempt) return false;
  const name = marker.slice(marker.lastIndexOf('/') + 1);
  const lane = role === 'developer' ? Number.parseInt(name, 10) : 0;
  const isSame = role !== 'developer' || work.lanes[lane]?.at.step === 'working';
  return isSame && live.includes(sessionKey(role, lane));
}
