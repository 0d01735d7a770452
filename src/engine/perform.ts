import { unreachable } from '../base/unreachable.ts';
import type { Effect } from '../run/effect.ts';
import type { RunEvent } from '../run/event.ts';
import type { RunState } from '../run/state.ts';
import { runChecks } from './perform/checks.ts';
import { consultDoctor } from './perform/consult.ts';
import { draftPlan } from './perform/draft.ts';
import { runEvaluation } from './perform/evaluate.ts';
import { runFix } from './perform/fix.ts';
import { capture, closeRun, combine, inspect, land, openRun, openWorkspace } from './perform/git.ts';
import { notify } from './perform/notify.ts';
import { replanPhase } from './perform/replan.ts';
import { reviewRun, runReview } from './perform/review.ts';
import { runSession } from './perform/session.ts';
import type { Ports } from './ports.ts';

export interface Context {
  readonly ports: Ports;
  /** The run when the effect was decided. */
  readonly state: RunState;
  /** The run as it is now. */
  readonly current: () => RunState;
  /** The effect is no longer wanted. What cannot be taken back is finished all the same. */
  readonly signal: AbortSignal;
  /** Tells a fact before the effect is over. */
  readonly report: (event: RunEvent) => void;
}

/** Does what the core asked for and tells what came of it; nothing where it was ended before anything did. */
export async function perform(effect: Effect, context: Context): Promise<readonly RunEvent[]> {
  switch (effect.kind) {
    case 'open_run':
      return openRun(context);
    case 'draft_plan':
      return draftPlan(effect, context);
    case 'open_workspace':
      return openWorkspace(effect, context);
    case 'run_session':
      return runSession(effect, context);
    case 'capture':
      return capture(effect, context);
    case 'combine':
      return combine(effect, context);
    case 'inspect':
      return inspect(effect, context);
    case 'run_checks':
      return runChecks(effect, context);
    case 'review':
      return runReview(effect, context);
    case 'evaluate':
      return runEvaluation(effect, context);
    case 'consult':
      return consultDoctor(effect, context);
    case 'run_fix':
      return runFix(effect, context);
    case 'replan':
      return replanPhase(effect, context);
    case 'notify':
      return notify(effect, context);
    case 'review_run':
      return reviewRun(effect, context);
    case 'land':
      return land(effect, context);
    case 'wake':
      await context.ports.clock.wait(effect.at - context.state.now, context.signal);
      return context.signal.aborted ? [] : [{ type: 'time_passed', to: effect.at }];
    case 'close_run':
      return closeRun(effect, context);
    default:
      return unreachable(effect);
  }
}
