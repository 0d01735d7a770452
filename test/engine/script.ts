import type { Failure } from '../../src/run/failure.ts';
import type { Act, Answer } from './world.ts';

/**
 * What becomes of an attempt, in a word, or how its session fails.
 *
 * - `ok`      writes `<phase>.txt`, is approved
 * - `idle`    changes nothing
 * - `fail`    the session fails
 * - `infra`   the session fails by no fault of its own
 * - `partial` reports its first subtask as done and the second as failed
 * - `red`     a check fails
 * - `reject`  the reviewer asks for changes
 * - `mute`    the reviewer says nothing that can be read
 * - `clash`   writes `shared.txt`, which cannot land beside another phase that did so
 * - `hang`    never ends by itself
 */
export type Outcome =
  | 'ok'
  | 'idle'
  | 'fail'
  | 'infra'
  | 'partial'
  | 'red'
  | 'reject'
  | 'mute'
  | 'clash'
  | 'hang'
  | Failure;

/** For each phase the outcome of each attempt; the last one repeats. Phases that are not named are `ok`. */
export type Script = Readonly<Record<string, readonly Outcome[]>>;

interface Actors {
  readonly developer: Act;
  readonly reviewer: Act;
  readonly check: (command: string, files: ReadonlyMap<string, string>) => boolean;
}

/** Content that makes the check `test` fail. */
const RED = 'red';

export function actors(script: Script): Actors {
  const outcomeOf = (phase: string, attempt: number): Outcome => {
    const outcomes = script[phase] ?? ['ok'];
    return outcomes[Math.min(attempt, outcomes.length) - 1]!;
  };
  return {
    developer: (files, { assignment: { phase, attempt, subtasks } }) =>
      develop(outcomeOf(phase, attempt), files, phase, attempt, subtasks),
    reviewer: (_, { assignment: { phase, attempt } }) => {
      switch (outcomeOf(phase, attempt)) {
        case 'reject':
          return { answer: { approved: false, summary: `mend ${phase} ${attempt}` } };
        case 'mute':
          return { answer: 'looks good to me' };
        default:
          return { answer: { approved: true } };
      }
    },
    check: (_, files) => ![...files.values()].includes(RED),
  };
}

function develop(
  outcome: Outcome,
  files: Map<string, string>,
  phase: string,
  attempt: number,
  subtasks: readonly string[],
): Answer | Promise<Answer> {
  if (outcome === 'hang') return new Promise(() => {});
  if (outcome === 'idle') return {};
  if (typeof outcome === 'object') {
    files.set(`${phase}.left-${attempt}.txt`, outcome.message);
    return { failure: outcome };
  }
  if (outcome !== 'ok') files.set(`${phase}.left-${attempt}.txt`, outcome === 'red' ? RED : outcome);
  if (outcome === 'clash') files.set('shared.txt', phase);
  files.set(`${phase}.txt`, `attempt ${attempt}`);
  switch (outcome) {
    case 'fail':
      return { failure: { category: 'agent_error', message: `${phase} ${attempt} broke` } };
    case 'infra':
      return { failure: { category: 'infra.network', message: 'no route' } };
    case 'partial': {
      const [done, failed] = subtasks;
      const report = {
        subtasks_completed: [done],
        subtasks_failed: [failed],
        error_context: 'no such module',
      };
      return { answer: { status: 'partial', summary: 'half', ...report } };
    }
    default:
      return { answer: { status: 'completed', summary: 'done' } };
  }
}
