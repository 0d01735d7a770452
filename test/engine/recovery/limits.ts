import { BUDGETS, type Budget } from '../../../src/run/ladder-event.ts';
import { phaseAt, planAt } from '../../../src/run/queries.ts';
import { type PhaseState, RUN_BUDGETS, type RunBudget, type RunState } from '../../../src/run/state.ts';

/** How far each counter of a phase may go since its last allowance. */
function allowedTo(
  phase: PhaseState,
  { maxAttempts, limits, recovery }: RunState['settings'],
): Record<Budget, number> {
  const { doctor, replan, escalation, stuck } = recovery;
  const visits = (after: number): number =>
    new Set(phase.consultations.flatMap(({ attempt }) => (attempt > after ? [attempt] : []))).size;
  const visitsInAll = visits(0);
  return {
    // Attempts begin anew with each description and level; each visit of a doctor can lead to one more.
    attempts: maxAttempts + visits(phase.begunAfter),
    landings: limits.landingRetries + 1 + visits(phase.begunAfter),
    // An error of our own is tried again in each round.
    infra: limits.infraRetries + 1 + visitsInAll + (recovery.enabled ? stuck.maxRounds : 0),
    quota: limits.quotaWaits + 1 + visitsInAll,
    doctor: doctor.perPhase,
    strongAgain: doctor.strongAgainPerPhase,
    fixes: doctor.fixesPerPhase,
    revisions: replan.perPhase,
    escalations: escalation.perPhase,
    // The last round is the one that ends it.
    rounds: stuck.maxRounds + 1,
  };
}

/** What a phase has used beyond its limits; null where nothing. */
export function overspent(state: RunState, position: number): string | null {
  const phase = phaseAt(state, position);
  const allowed = allowedTo(phase, state.settings);
  const { id } = planAt(state, position);
  for (const budget of BUDGETS) {
    const used = phase.spent[budget] - phase.before[budget];
    if (used < 0) return `${id} was given back ${-used} ${budget}`;
    if (used > allowed[budget]) return `${id} spent ${used} of ${allowed[budget]} ${budget}`;
    if (RUNGS.has(budget) && used > 0 && !state.settings.recovery.enabled) return `${id} climbs by ${budget}`;
  }
  return null;
}

const RUNGS: ReadonlySet<Budget> = new Set<Budget>([
  'doctor',
  'strongAgain',
  'fixes',
  'revisions',
  'escalations',
  'rounds',
]);

/** What the run as a whole has used beyond its limits. Nobody gives it more of these. */
export function overspentByRun({ used, settings: { recovery } }: RunState): string | null {
  const { doctor, replan } = recovery;
  const allowed: Record<RunBudget, number> = {
    doctor: doctor.perRun,
    strong: doctor.strongPerRun,
    infraDoctor: doctor.infraPerRun,
    replans: replan.perRun,
  };
  const over = RUN_BUDGETS.find(budget => used[budget] > allowed[budget]);
  return over === undefined ? null : `the run used ${used[over]} of ${allowed[over]} ${over}`;
}

/** A counter of a phase that went back; null where none did. */
export function shrunkIn(old: PhaseState, now: PhaseState): string | null {
  const budget = BUDGETS.find(
    name => now.spent[name] < old.spent[name] || now.before[name] < old.before[name],
  );
  if (budget !== undefined) return budget;
  const figures = (phase: PhaseState): Readonly<Record<string, number>> => ({
    attempt: phase.attempt,
    sessions: phase.sessions,
    tokens: phase.usage.inputTokens + phase.usage.outputTokens,
    busyMs: phase.busyMs,
    revision: phase.revision,
    level: phase.level,
    attempts: phase.attempts.length,
    consultations: phase.consultations.length,
    revisions: phase.revisions.length,
  });
  const [before, after] = [figures(old), figures(now)];
  return Object.keys(before).find(name => after[name]! < before[name]!) ?? null;
}

/** A counter of the run that went back; null where none did. */
export function shrunkInRun(old: RunState, now: RunState): string | null {
  const budget = RUN_BUDGETS.find(name => now.used[name] < old.used[name]);
  if (budget !== undefined) return budget;
  const figures = ({ commands, noticed, tally, usage }: RunState): Readonly<Record<string, number>> => ({
    commands,
    noticed,
    ...tally,
    tokens: usage.inputTokens + usage.outputTokens,
  });
  const [before, after] = [figures(old), figures(now)];
  return Object.keys(before).find(name => after[name]! < before[name]!) ?? null;
}
